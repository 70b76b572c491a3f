-- The PDF that was given out first for a record, as it was: who holds the record's hash gets it back.
SET search_path = public, gis;

CREATE TABLE "report_original" (
  "provider_id" TEXT NOT NULL,
  "field_id" UUID NOT NULL,
  "year" INTEGER NOT NULL,
  "kind" TEXT NOT NULL,
  "record_hash" TEXT NOT NULL,
  "made_at" TIMESTAMPTZ(3) NOT NULL,
  "kept_until" DATE NOT NULL,
  "pdf_sha256" TEXT NOT NULL,
  "pdf" BYTEA NOT NULL,
  CONSTRAINT "report_original_pkey" PRIMARY KEY ("provider_id", "field_id", "year", "kind", "record_hash"),
  CONSTRAINT "report_original_sha256" CHECK ("pdf_sha256" ~ '^[0-9a-f]{64}$'),
  CONSTRAINT "report_original_size" CHECK (octet_length("pdf") BETWEEN 1 AND 4194304)
);
ALTER TABLE "report_original" ADD CONSTRAINT "report_original_issue_fkey"
  FOREIGN KEY ("provider_id", "field_id", "year", "kind", "record_hash")
  REFERENCES "report_issue"("provider_id", "field_id", "year", "kind", "record_hash")
  ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "report_original_kept_until_idx" ON "report_original"("kept_until");
-- A PDF is packed already.
ALTER TABLE "report_original" ALTER COLUMN "pdf" SET STORAGE EXTERNAL;

-- The service keeps and reads originals; it changes and deletes none.
ALTER TABLE "report_original" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "report_original" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "report_original"
  USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
CREATE POLICY definer_purges_originals ON "report_original" TO hedgerow_definer
  USING (current_user = 'hedgerow_definer');
GRANT SELECT, INSERT ON "report_original" TO hedgerow_app;
GRANT SELECT, DELETE ON "report_original" TO hedgerow_definer;

-- A month after the last day, as records are. A hundred at a time: each may hold 4 MB.
GRANT CREATE ON SCHEMA public TO hedgerow_definer;
CREATE FUNCTION purge_report_originals() RETURNS INTEGER
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH past AS MATERIALIZED (
    SELECT provider_id, field_id, year, kind, record_hash FROM report_original
    WHERE kept_until < current_date - 30 LIMIT 100
  ), gone AS (
    DELETE FROM report_original o USING past
    WHERE (o.provider_id, o.field_id, o.year, o.kind, o.record_hash)
        = (past.provider_id, past.field_id, past.year, past.kind, past.record_hash) RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;
ALTER FUNCTION purge_report_originals() OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION purge_report_originals() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_report_originals() TO hedgerow_app;

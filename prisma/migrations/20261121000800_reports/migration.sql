-- Reports that were given out: the hash of the record behind each, so that anyone who holds one can ask whether its
-- record is known and still the present one.
SET search_path = public, gis;

-- `record_format`: how the record was written down before it was hashed. Hashes of two formats cannot be compared.
CREATE TABLE "report_issue" (
  "provider_id" TEXT NOT NULL,
  "field_id" UUID NOT NULL,
  "year" INTEGER NOT NULL,
  "kind" TEXT NOT NULL,
  "record_hash" TEXT NOT NULL,
  "record_format" INTEGER NOT NULL,
  "issued_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "report_issue_pkey" PRIMARY KEY ("provider_id", "field_id", "year", "kind", "record_hash"),
  CONSTRAINT "report_issue_kind" CHECK ("kind" IN ('runoff', 'trait')),
  CONSTRAINT "report_issue_hash" CHECK ("record_hash" ~ '^[0-9a-f]{64}$')
);
CREATE INDEX "report_issue_record_hash_idx" ON "report_issue"("record_hash");
ALTER TABLE "report_issue" ADD CONSTRAINT "report_issue_provider_id_field_id_fkey"
  FOREIGN KEY ("provider_id", "field_id") REFERENCES "field"("provider_id", "field_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "report_issue" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "report_issue" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "report_issue"
  USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
GRANT SELECT, INSERT ON "report_issue" TO hedgerow_app;

CREATE POLICY definer_finds_issues ON "report_issue" FOR SELECT TO hedgerow_definer USING (true);
GRANT SELECT ON "report_issue" TO hedgerow_definer;
GRANT CREATE ON SCHEMA public TO hedgerow_definer;

-- Which record does a hash name? Only who holds a report knows its hash. The service compares the record with the
-- present one and tells the asker that alone; nothing of what this gives leaves the service.
CREATE FUNCTION find_report_issue(hash TEXT)
RETURNS TABLE (
  provider_id TEXT, field_id UUID, year INTEGER, kind TEXT, record_format INTEGER, issued_at TIMESTAMPTZ)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.provider_id, i.field_id, i.year, i.kind, i.record_format, i.issued_at
  FROM report_issue i WHERE i.record_hash = hash
  ORDER BY i.issued_at LIMIT 1
$$;
ALTER FUNCTION find_report_issue(TEXT) OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION find_report_issue(TEXT) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_report_issue(TEXT) TO hedgerow_app;

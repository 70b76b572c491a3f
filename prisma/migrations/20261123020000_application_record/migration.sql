-- The record of an application: what was written down while it was made and after. Entries are only ever added; once the
-- applicator has signed, what was signed stays as it was, and what comes later stands beside it.
SET search_path = public, gis;

CREATE TABLE "application_record" (
  "provider_id" TEXT NOT NULL,
  "application_event_id" UUID NOT NULL,
  "kept_until" DATE NOT NULL,
  "begun_at" TIMESTAMPTZ(3) NOT NULL,
  "signed_by" TEXT,
  "signed_at" TIMESTAMPTZ(3),
  "record_hash" TEXT,
  -- As text, because its hash is that of these very bytes.
  "signed_record" TEXT,
  CONSTRAINT "application_record_pkey" PRIMARY KEY ("provider_id", "application_event_id"),
  CONSTRAINT "application_record_hash" CHECK ("record_hash" ~ '^[0-9a-f]{64}$'),
  CONSTRAINT "application_record_signed" CHECK (
    ("signed_by" IS NULL) = ("signed_at" IS NULL) AND ("signed_by" IS NULL) = ("record_hash" IS NULL)
    AND ("signed_by" IS NULL) = ("signed_record" IS NULL))
);
ALTER TABLE "application_record" ADD CONSTRAINT "application_record_provider_id_application_event_id_fkey"
  FOREIGN KEY ("provider_id", "application_event_id") REFERENCES "application"("provider_id", "application_event_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "application_record_kept_until_idx" ON "application_record"("kept_until");

CREATE TABLE "record_entry" (
  "provider_id" TEXT NOT NULL,
  "application_event_id" UUID NOT NULL,
  "entry_id" UUID NOT NULL,
  "place" INTEGER NOT NULL,
  "statement" JSONB NOT NULL,
  "replaces" UUID,
  "written_at" TIMESTAMPTZ(3) NOT NULL,
  "saved_at" TIMESTAMPTZ(3) NOT NULL,
  "is_addition" BOOLEAN NOT NULL,
  CONSTRAINT "record_entry_pkey" PRIMARY KEY ("provider_id", "application_event_id", "entry_id")
);
CREATE UNIQUE INDEX "record_entry_place_key" ON "record_entry"("provider_id", "application_event_id", "place");
ALTER TABLE "record_entry" ADD CONSTRAINT "record_entry_provider_id_application_event_id_fkey"
  FOREIGN KEY ("provider_id", "application_event_id")
  REFERENCES "application_record"("provider_id", "application_event_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What was signed is never written over, whoever asks.
CREATE FUNCTION refuse_signed_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.signed_at IS NOT NULL AND (NEW.signed_by, NEW.signed_at, NEW.record_hash, NEW.signed_record)
     IS DISTINCT FROM (OLD.signed_by, OLD.signed_at, OLD.record_hash, OLD.signed_record) THEN
    RAISE EXCEPTION 'a signed record is not changed';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "application_record_stays_signed" BEFORE UPDATE ON "application_record"
  FOR EACH ROW EXECUTE FUNCTION refuse_signed_change();

ALTER TABLE "application_record" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "application_record" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "application_record" USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
CREATE POLICY definer_purges_records ON "application_record" TO hedgerow_definer
  USING (current_user = 'hedgerow_definer');
ALTER TABLE "record_entry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "record_entry" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "record_entry" USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
CREATE POLICY definer_purges_records ON "record_entry" TO hedgerow_definer
  USING (current_user = 'hedgerow_definer');

-- The service adds entries and signs; it changes and deletes none.
GRANT SELECT, INSERT ON "record_entry" TO hedgerow_app;
GRANT SELECT, INSERT ON "application_record" TO hedgerow_app;
GRANT UPDATE ("kept_until", "signed_by", "signed_at", "record_hash", "signed_record") ON "application_record" TO hedgerow_app;
GRANT SELECT, DELETE ON "record_entry", "application_record" TO hedgerow_definer;

-- A record outlives its last day by a month, so that no clock or time zone takes it early.
GRANT CREATE ON SCHEMA public TO hedgerow_definer;
CREATE FUNCTION purge_application_records() RETURNS INTEGER
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH past AS MATERIALIZED (
    SELECT provider_id, application_event_id FROM application_record WHERE kept_until < current_date - 30
    LIMIT 1000
  ), entries AS (
    DELETE FROM record_entry e USING past
    WHERE e.provider_id = past.provider_id AND e.application_event_id = past.application_event_id
  ), gone AS (
    DELETE FROM application_record r USING past
    WHERE r.provider_id = past.provider_id AND r.application_event_id = past.application_event_id RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;
ALTER FUNCTION purge_application_records() OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION purge_application_records() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_application_records() TO hedgerow_app;

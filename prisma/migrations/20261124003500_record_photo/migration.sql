-- Photos of a record. The entry of a photo says what it is; its pixels stand here, as the server packed them.
SET search_path = public, gis;

CREATE TABLE "record_photo" (
  "provider_id" TEXT NOT NULL,
  "application_event_id" UUID NOT NULL,
  "entry_id" UUID NOT NULL,
  "picture" BYTEA NOT NULL,
  -- The same, small: for pages and reports.
  "small_picture" BYTEA NOT NULL,
  CONSTRAINT "record_photo_pkey" PRIMARY KEY ("provider_id", "application_event_id", "entry_id"),
  CONSTRAINT "record_photo_size" CHECK (octet_length("picture") <= 500000 AND octet_length("small_picture") <= 80000)
);
-- A JPEG does not get smaller.
ALTER TABLE "record_photo" ALTER COLUMN "picture" SET STORAGE EXTERNAL;
ALTER TABLE "record_photo" ALTER COLUMN "small_picture" SET STORAGE EXTERNAL;
ALTER TABLE "record_photo" ADD CONSTRAINT "record_photo_provider_id_application_event_id_fkey"
  FOREIGN KEY ("provider_id", "application_event_id")
  REFERENCES "application_record"("provider_id", "application_event_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Taken out before the signature, a photo goes. From the signature on it stays as long as its record does.
CREATE FUNCTION refuse_signed_photo_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'a photo of a record is not changed';
  END IF;
  -- The owner erases all of a provider, and the definer what is past its time.
  IF current_user <> 'hedgerow_definer'
     AND NOT pg_has_role(current_user, (SELECT c.relowner FROM pg_class c WHERE c.oid = TG_RELID), 'MEMBER') AND EXISTS (
    SELECT 1 FROM application_record r
    WHERE r.provider_id = OLD.provider_id AND r.application_event_id = OLD.application_event_id
      AND r.signed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a photo of a signed record stays';
  END IF;
  RETURN OLD;
END
$$;
CREATE TRIGGER "record_photo_stays_signed" BEFORE UPDATE OR DELETE ON "record_photo"
  FOR EACH ROW EXECUTE FUNCTION refuse_signed_photo_change();

ALTER TABLE "record_photo" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "record_photo" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "record_photo" USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
CREATE POLICY definer_purges_records ON "record_photo" TO hedgerow_definer
  USING (current_user = 'hedgerow_definer');
GRANT SELECT, INSERT, DELETE ON "record_photo" TO hedgerow_app;
GRANT SELECT, DELETE ON "record_photo" TO hedgerow_definer;

-- Photos go with the record that they are of.
GRANT CREATE ON SCHEMA public TO hedgerow_definer;
CREATE OR REPLACE FUNCTION purge_application_records() RETURNS INTEGER
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH past AS MATERIALIZED (
    SELECT provider_id, application_event_id FROM application_record WHERE kept_until < current_date - 30
    LIMIT 1000
  ), photos AS (
    DELETE FROM record_photo p USING past
    WHERE p.provider_id = past.provider_id AND p.application_event_id = past.application_event_id
  ), entries AS (
    DELETE FROM record_entry e USING past
    WHERE e.provider_id = past.provider_id AND e.application_event_id = past.application_event_id
  ), gone AS (
    DELETE FROM application_record r USING past
    WHERE r.provider_id = past.provider_id AND r.application_event_id = past.application_event_id RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;

-- Bulletins and labels that end before the day of a planned application: the provider hears of it 30 days ahead.
SET search_path = public, gis;

-- Planned applications are the few with a day still to come; the radar's lists of them begin here.
CREATE INDEX "application_application_date_idx" ON "application"("application_date");

-- Products of a catalogue whose label or registration has an end in its record: some hundred among the register's many.
CREATE INDEX "catalogue_product_dated_idx" ON "catalogue_product"("data_set_id")
  WHERE "record" ? 'editions' OR "record"->'rules' ? 'expiresOn' OR "record"->>'statusSince' IS NOT NULL;

-- One row an application and end, however often a worker dies. `subject` is the registration number, empty for a bulletin.
CREATE TABLE "recheck_ending" (
  "provider_id" TEXT NOT NULL,
  "application_event_id" UUID NOT NULL,
  "reason" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "ends_on" DATE NOT NULL,
  "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "recheck_ending_pkey" PRIMARY KEY ("provider_id", "application_event_id", "reason", "subject", "ends_on"),
  CONSTRAINT "recheck_ending_reason" CHECK ("reason" IN ('bulletin_ends', 'label_ends', 'registration_ends'))
);
ALTER TABLE "recheck_ending" ADD CONSTRAINT "recheck_ending_provider_id_application_event_id_fkey"
  FOREIGN KEY ("provider_id", "application_event_id") REFERENCES "application"("provider_id", "application_event_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "recheck_ending" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "recheck_ending" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "recheck_ending" USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
GRANT SELECT, INSERT ON "recheck_ending" TO hedgerow_app;

-- Both kinds of reason are told by the same event; what only one of them knows is null in the other.
CREATE OR REPLACE FUNCTION tell_of_recheck() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tell_provider(NEW.provider_id, 'application.recheck_suggested', jsonb_build_object(
      'application_event_id', a.application_event_id, 'application_id', a.application_id, 'account_id', a.account_id,
      'application_date', to_char(a.application_date, 'YYYY-MM-DD'),
      'reason', 'data_changed', 'ends_on', NULL, 'registration', NULL,
      'status_before', NEW.change->>'statusBefore', 'status_after', NEW.change->>'statusAfter'))
  FROM application a
  WHERE a.provider_id = NEW.provider_id AND a.application_event_id = NEW.application_event_id;
  RETURN NULL;
END
$$;

CREATE FUNCTION tell_of_ending() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tell_provider(NEW.provider_id, 'application.recheck_suggested', jsonb_build_object(
      'application_event_id', a.application_event_id, 'application_id', a.application_id, 'account_id', a.account_id,
      'application_date', to_char(a.application_date, 'YYYY-MM-DD'),
      'reason', NEW.reason, 'ends_on', to_char(NEW.ends_on, 'YYYY-MM-DD'), 'registration', nullif(NEW.subject, ''),
      'status_before', NULL, 'status_after', NULL))
  FROM application a
  WHERE a.provider_id = NEW.provider_id AND a.application_event_id = NEW.application_event_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER "recheck_ending_tells" AFTER INSERT ON "recheck_ending"
  FOR EACH ROW EXECUTE FUNCTION tell_of_ending();

-- The radar's own role, whose policies ask nothing (20261122004100_radar_planned); the membership lasts for this transaction.
DO $$
BEGIN
  EXECUTE format('GRANT hedgerow_radar TO %I', current_user);
END
$$;
GRANT CREATE ON SCHEMA public TO hedgerow_radar;
GRANT SELECT ("last_assessed_at") ON "application" TO hedgerow_radar;

-- Planned applications, of any provider, whose bulletin ends by a day and before they are due. The bulletin is the one of
-- the last check, and holds six months. Those that were told already come again, and change nothing.
CREATE FUNCTION find_ending_bulletins(from_day DATE, until_day DATE)
RETURNS TABLE (provider_id TEXT, field_id UUID, application_event_id UUID, ends_on DATE)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp SET enable_seqscan = off SET jit = off AS $$
  SELECT a.provider_id, a.field_id, a.application_event_id, bulletin.ends_on
  FROM application a JOIN field f USING (provider_id, field_id),
       LATERAL (SELECT ((a.last_assessed_at AT TIME ZONE 'UTC')::date + INTERVAL '6 months')::date AS ends_on) AS bulletin
  WHERE a.application_date >= from_day AND a.application_date > bulletin.ends_on AND bulletin.ends_on <= until_day
    AND a.processing_status = 'completed' AND f.archived_at IS NULL
$$;

-- Planned applications, of any provider, with their day, the day of the last check, and the mix as it was sent.
CREATE FUNCTION find_planned_mixes(from_day DATE, checked_before DATE)
RETURNS TABLE (provider_id TEXT, field_id UUID, application_event_id UUID, application_date DATE, checked_on DATE,
               products JSONB)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp SET enable_seqscan = off SET jit = off AS $$
  SELECT a.provider_id, a.field_id, a.application_event_id, a.application_date,
         (a.last_assessed_at AT TIME ZONE 'UTC')::date, a.products
  FROM application a JOIN field f USING (provider_id, field_id)
  WHERE a.application_date >= from_day AND a.last_assessed_at < checked_before::timestamp AT TIME ZONE 'UTC'
    AND a.processing_status = 'completed' AND f.archived_at IS NULL
$$;
REVOKE ALL ON FUNCTION find_ending_bulletins(DATE, DATE), find_planned_mixes(DATE, DATE) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_ending_bulletins(DATE, DATE), find_planned_mixes(DATE, DATE) TO hedgerow_app;
ALTER FUNCTION find_ending_bulletins(DATE, DATE) OWNER TO hedgerow_radar;
ALTER FUNCTION find_planned_mixes(DATE, DATE) OWNER TO hedgerow_radar;
REVOKE CREATE ON SCHEMA public FROM hedgerow_radar;
DO $$
BEGIN
  EXECUTE format('REVOKE hedgerow_radar FROM %I', current_user);
END
$$;

-- What someone does in the portal that is of one application and not of its field and year: a buffer that is computed, what is
-- written into its record, a limitation that was read. `field.changed` tells of everything else.
SET search_path = public, gis;

ALTER TABLE "webhook_endpoint" DROP CONSTRAINT "webhook_endpoint_event_types";
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_event_types"
  CHECK ("event_types" <@ ARRAY['bulk_job.completed', 'field.changed', 'application.changed', 'application.recheck_suggested']
         AND cardinality("event_types") > 0) NOT VALID;
ALTER TABLE "webhook_endpoint" VALIDATE CONSTRAINT "webhook_endpoint_event_types";

-- In steps, as `tell_of_change` is. The portal alone calls it: a provider knows what it sent itself.
CREATE FUNCTION tell_of_application(provider TEXT, changed UUID, reason TEXT) RETURNS VOID
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  found_one RECORD;
BEGIN
  PERFORM 1 FROM webhook_endpoint e WHERE e.provider_id = provider AND e.enabled;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT a.application_id, a.account_id INTO found_one FROM application a
  WHERE a.provider_id = provider AND a.application_event_id = changed;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM tell_provider(provider, 'application.changed', jsonb_build_object(
    'reason', reason, 'application_event_id', changed, 'application_id', found_one.application_id,
    'account_id', found_one.account_id));
END
$$;

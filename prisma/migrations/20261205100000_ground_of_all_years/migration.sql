-- Drawn areas and downslope edges are of the field and count in every year. The message of such an edit named the applications of
-- the year whose page it was made on, so that no one read those of other years again.
CREATE OR REPLACE FUNCTION tell_of_change() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  changed RECORD;
  events JSONB;
  is_of_field BOOLEAN := NEW.kind IN ('drawn_feature', 'downslope');
BEGIN
  PERFORM 1 FROM webhook_endpoint e WHERE e.provider_id = NEW.provider_id AND e.enabled;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT f.account_id, f.provider_field_id INTO changed FROM field f
  WHERE f.provider_id = NEW.provider_id AND f.field_id = NEW.field_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT coalesce(jsonb_agg(a.application_event_id ORDER BY a.application_event_id), '[]') INTO events FROM application a
  WHERE a.provider_id = NEW.provider_id AND a.field_id = NEW.field_id
    AND CASE WHEN is_of_field THEN true
             WHEN NEW.application_event_id IS NULL THEN date_part('year', a.application_date) = NEW.year
             ELSE a.application_event_id = NEW.application_event_id END;
  PERFORM tell_provider(NEW.provider_id, 'field.changed', jsonb_build_object(
    'reason', NEW.kind, 'account_id', changed.account_id, 'provider_field_id', changed.provider_field_id,
    'year', CASE WHEN is_of_field THEN NULL ELSE NEW.year END, 'application_event_ids', events));
  RETURN NULL;
END
$$;

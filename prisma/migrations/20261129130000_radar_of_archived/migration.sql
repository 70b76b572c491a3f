-- The radar looks at applications of archived fields too: once such a field is back, its applications stood by the data of before, and no
-- switch of the time between was ever compared with them. Lists leave them out, and no one hears of them, until the field is back.
SET search_path = public, gis;

DO $$
DECLARE
  one REGPROC;
  definition TEXT;
BEGIN
  -- The radar's own role, whose policies ask nothing (20261122004100_radar_planned); the membership lasts for this transaction.
  EXECUTE format('GRANT hedgerow_radar TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO hedgerow_radar;
  FOREACH one IN ARRAY ARRAY['find_planned_on_changed_ground', 'find_planned_products', 'find_ending_bulletins',
                             'find_planned_mixes']::regproc[]
  LOOP
    definition := pg_get_functiondef(one);
    IF position(' AND f.archived_at IS NULL' IN definition) = 0 THEN
      RAISE EXCEPTION '% is not as 20261128122000_radar_of_waiting made it', one;
    END IF;
    EXECUTE replace(definition, ' AND f.archived_at IS NULL', '');
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM hedgerow_radar;
  EXECUTE format('REVOKE hedgerow_radar FROM %I', current_user);
END
$$;

-- As in 20261123060000_radar_endings, for live fields. Bringing a field back tells what is open of it then (`archive-field.ts`).
CREATE OR REPLACE FUNCTION tell_of_recheck() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM application a JOIN field f USING (provider_id, field_id)
  WHERE a.provider_id = NEW.provider_id AND a.application_event_id = NEW.application_event_id AND f.archived_at IS NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
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

CREATE OR REPLACE FUNCTION tell_of_ending() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM application a JOIN field f USING (provider_id, field_id)
  WHERE a.provider_id = NEW.provider_id AND a.application_event_id = NEW.application_event_id AND f.archived_at IS NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
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

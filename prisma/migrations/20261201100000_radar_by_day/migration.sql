-- The radar goes by the day of an application: who is due tomorrow hears of a switch before who is due in a month.
SET search_path = public, gis;

-- The last application that a run has dealt with, in the order of its list: `{applicationDate, providerId, fieldId,
-- applicationEventId}`; null: none yet. The three columns of before are of the order of before. This release leaves them alone, so that
-- a process of the last one, which compares by them, takes nothing for dealt with that is not.
ALTER TABLE "radar_run" ADD COLUMN "reached" JSONB;

-- The radar's own role, whose policies ask nothing (20261122004100_radar_planned); the membership lasts for this transaction.
DO $$
BEGIN
  EXECUTE format('GRANT hedgerow_radar TO %I', current_user);
END
$$;
GRANT CREATE ON SCHEMA public TO hedgerow_radar;

-- The lists say of which day an application is. A function that returns more has to be made again; what else this one is, on Citus in the
-- form that deploy/citus/distribute.sql gives it, stays.
DO $$
DECLARE
  definition TEXT := pg_get_functiondef('find_planned_on_changed_ground'::regproc);
BEGIN
  IF position('application_event_id uuid' IN definition) = 0 OR position('planned.application_event_id' IN definition) = 0
     OR position('SELECT a.application_event_id FROM' IN definition) = 0 THEN
    RAISE EXCEPTION 'find_planned_on_changed_ground is not as 20261129130000_radar_of_archived made it';
  END IF;
  definition := replace(definition, 'application_event_id uuid', 'application_event_id uuid, application_date date');
  definition := replace(definition, 'planned.application_event_id', 'planned.application_event_id, planned.application_date');
  definition := replace(definition, 'SELECT a.application_event_id FROM', 'SELECT a.application_event_id, a.application_date FROM');
  DROP FUNCTION find_planned_on_changed_ground(INTEGER, INTEGER, INTEGER[], DATE);
  EXECUTE definition;
END
$$;
REVOKE ALL ON FUNCTION find_planned_on_changed_ground(INTEGER, INTEGER, INTEGER[], DATE) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_planned_on_changed_ground(INTEGER, INTEGER, INTEGER[], DATE) TO hedgerow_app;
ALTER FUNCTION find_planned_on_changed_ground(INTEGER, INTEGER, INTEGER[], DATE) OWNER TO hedgerow_radar;

-- Planned applications, of any provider.
CREATE FUNCTION find_planned_applications(from_day DATE)
RETURNS TABLE (provider_id TEXT, field_id UUID, application_event_id UUID, application_date DATE)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT a.provider_id, a.field_id, a.application_event_id, a.application_date
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.application_date >= from_day AND a.processing_status IN ('completed', 'pending');
END
$$;
REVOKE ALL ON FUNCTION find_planned_applications(DATE) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_planned_applications(DATE) TO hedgerow_app;
ALTER FUNCTION find_planned_applications(DATE) OWNER TO hedgerow_radar;

-- The same with the registration numbers, as they were sent, of all applications of the field and year: what a label allows in a year, and
-- points for less of it, go by the products of the others too.
DROP FUNCTION find_planned_products(DATE);
CREATE FUNCTION find_planned_products(from_day DATE)
RETURNS TABLE (provider_id TEXT, field_id UUID, application_event_id UUID, application_date DATE, numbers TEXT[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT a.provider_id, a.field_id, a.application_event_id, a.application_date,
           ARRAY(SELECT DISTINCT sent->>'epaNumber'
                 FROM application o, jsonb_array_elements(o.products) AS sent
                 WHERE o.provider_id = a.provider_id AND o.field_id = a.field_id
                   AND date_part('year', o.application_date) = date_part('year', a.application_date)
                   AND sent->>'epaNumber' IS NOT NULL)
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.application_date >= from_day AND a.processing_status IN ('completed', 'pending');
END
$$;
REVOKE ALL ON FUNCTION find_planned_products(DATE) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_planned_products(DATE) TO hedgerow_app;
ALTER FUNCTION find_planned_products(DATE) OWNER TO hedgerow_radar;

REVOKE CREATE ON SCHEMA public FROM hedgerow_radar;
DO $$
BEGIN
  EXECUTE format('REVOKE hedgerow_radar FROM %I', current_user);
END
$$;

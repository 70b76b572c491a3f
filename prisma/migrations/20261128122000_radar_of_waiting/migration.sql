-- The radar looks at applications that wait for a bulk job too: an item that saves nothing leaves the older answer, of which a switch
-- meanwhile would otherwise say nothing. One that is saved closes what was found. The four functions stay as they are made otherwise, on
-- Citus in the form that deploy/citus/distribute.sql gives them.
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
    IF position('a.processing_status = ''completed''' IN definition) = 0 THEN
      RAISE EXCEPTION '% is not as 20261126130000_functions_in_steps made it', one;
    END IF;
    EXECUTE replace(definition, 'a.processing_status = ''completed''', 'a.processing_status IN (''completed'', ''pending'')');
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM hedgerow_radar;
  EXECUTE format('REVOKE hedgerow_radar FROM %I', current_user);
END
$$;

-- The radar over many fields: planned applications straight from the changed ground, and runs that go on where a dead
-- worker stopped.
SET search_path = public, gis;

-- The last application that a run has dealt with, in the order of its list; null: none yet.
ALTER TABLE "radar_run" ADD COLUMN "reached_provider" TEXT, ADD COLUMN "reached_field" UUID, ADD COLUMN "reached_application" UUID;
-- Applications that could not be assessed by both sets; the worker's log names them.
ALTER TABLE "radar_run" ADD COLUMN "failed" INTEGER NOT NULL DEFAULT 0;

DROP FUNCTION find_fields_on_changed_ground(INTEGER, INTEGER, INTEGER[]);

-- Planned applications, of any provider, whose fields meet ground on which two PULA sets differ: the pieces of the changed
-- areas in both sets, the polygons that either set refused, and the ground that only one of them speaks for. One row an
-- application and piece; `pula_id` is null where no area is behind it.
--
-- The changed pieces are few and the fields are many, so each piece asks the index of the fields, and each field found
-- asks the index of the applications. The loop, the LATERAL with its OFFSET, and the setting fix that order: over 16
-- million fields the planner, left to itself, reads every one.
CREATE FUNCTION find_planned_on_changed_ground(before_set INTEGER, after_set INTEGER, pulas INTEGER[], from_day DATE)
RETURNS TABLE (pula_id INTEGER, provider_id TEXT, field_id UUID, application_event_id UUID)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp SET enable_seqscan = off SET jit = off
ROWS 100000 AS $$
DECLARE
  ground RECORD;
BEGIN
  FOR ground IN
    SELECT p.pula_id AS area, p.geom FROM pula_piece p
    WHERE p.data_set_id IN (before_set, after_set) AND p.pula_id = ANY(pulas)
    UNION ALL
    SELECT p.pula_id, p.geom FROM pula_piece_archive p
    WHERE p.data_set_id IN (before_set, after_set) AND p.pula_id = ANY(pulas)
    UNION ALL
    SELECT NULL, u.ground FROM unloaded_record u
    WHERE u.data_set_id IN (before_set, after_set) AND u.part = 'feature' AND u.ground IS NOT NULL
    UNION ALL
    SELECT NULL, part FROM data_set o, data_set n, ST_Subdivide(ST_SymDifference(o.coverage, n.coverage), 256) AS part
    WHERE o.data_set_id = before_set AND n.data_set_id = after_set AND NOT ST_Equals(o.coverage, n.coverage)
    UNION ALL
    -- Refused ground that could not be placed is everywhere.
    SELECT NULL, d.coverage FROM data_set d
    WHERE d.data_set_id IN (before_set, after_set) AND EXISTS (
      SELECT FROM unloaded_record u
      WHERE u.data_set_id = d.data_set_id AND u.part = 'feature' AND u.ground IS NULL)
  LOOP
    RETURN QUERY
      SELECT ground.area, f.provider_id, f.field_id, planned.application_event_id
      FROM field f, LATERAL (
        SELECT a.application_event_id FROM application a
        WHERE a.provider_id = f.provider_id AND a.field_id = f.field_id
          AND a.application_date >= from_day AND a.processing_status = 'completed' OFFSET 0) AS planned
      WHERE f.boundary && ST_Expand(ground.geom, 2e-9) AND f.archived_at IS NULL
        AND (ST_Intersects(ground.geom, f.boundary) OR ST_DWithin(ground.geom, f.boundary, 2e-9));
  END LOOP;
END
$$;

-- The function's own role. A policy that asks `current_user` is checked before an index of shapes may be searched, so that
-- each piece reads every field (17 s for 100 pieces and 200,000 fields). This role's policies ask nothing, and may not,
-- since no one is a member of the role: the membership below lasts for this transaction.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hedgerow_radar') THEN
    CREATE ROLE hedgerow_radar NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  EXECUTE format('GRANT hedgerow_radar TO %I', current_user);
END
$$;
GRANT USAGE ON SCHEMA public, gis TO hedgerow_radar;
GRANT CREATE ON SCHEMA public TO hedgerow_radar;
REVOKE ALL ON FUNCTION find_planned_on_changed_ground(INTEGER, INTEGER, INTEGER[], DATE) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_planned_on_changed_ground(INTEGER, INTEGER, INTEGER[], DATE) TO hedgerow_app;
ALTER FUNCTION find_planned_on_changed_ground(INTEGER, INTEGER, INTEGER[], DATE) OWNER TO hedgerow_radar;
REVOKE CREATE ON SCHEMA public FROM hedgerow_radar;
CREATE POLICY radar_finds_fields ON "field" FOR SELECT TO hedgerow_radar USING (true);
CREATE POLICY radar_finds_applications ON "application" FOR SELECT TO hedgerow_radar USING (true);
GRANT SELECT ("provider_id", "field_id", "boundary", "archived_at") ON "field" TO hedgerow_radar;
GRANT SELECT ("provider_id", "field_id", "application_event_id", "application_date", "processing_status") ON "application"
  TO hedgerow_radar;
GRANT SELECT ON "data_set", "pula_piece", "pula_piece_archive", "unloaded_record" TO hedgerow_radar;
REVOKE SELECT ON "pula_piece", "pula_piece_archive", "unloaded_record" FROM hedgerow_definer;
DO $$
BEGIN
  EXECUTE format('REVOKE hedgerow_radar FROM %I', current_user);
END
$$;

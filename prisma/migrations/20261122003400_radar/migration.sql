-- The radar: which planned applications a switch of reference data bears on.
SET search_path = public, gis;

-- One row a switch, written with it, so that no switch goes unnoticed; a worker takes it up within a minute.
CREATE TABLE "radar_run" (
  "radar_id" SERIAL NOT NULL,
  "kind" TEXT NOT NULL,
  "before_id" INTEGER NOT NULL,
  "after_id" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  "fields" INTEGER,
  "rechecks" INTEGER,
  CONSTRAINT "radar_run_pkey" PRIMARY KEY ("radar_id"),
  CONSTRAINT "radar_run_kind" CHECK ("kind" IN ('pula'))
);
ALTER TABLE "radar_run" ADD CONSTRAINT "radar_run_before_id_fkey"
  FOREIGN KEY ("before_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "radar_run" ADD CONSTRAINT "radar_run_after_id_fkey"
  FOREIGN KEY ("after_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;
GRANT SELECT, UPDATE ON "radar_run" TO hedgerow_app;

-- An application whose answer is another one since a switch. One row a switch and application, however often a worker dies.
CREATE TABLE "recheck" (
  "provider_id" TEXT NOT NULL,
  "radar_id" INTEGER NOT NULL,
  "application_event_id" UUID NOT NULL,
  "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "change" JSONB NOT NULL,
  CONSTRAINT "recheck_pkey" PRIMARY KEY ("provider_id", "radar_id", "application_event_id")
);
CREATE INDEX "recheck_provider_id_application_event_id_idx" ON "recheck"("provider_id", "application_event_id");
ALTER TABLE "recheck" ADD CONSTRAINT "recheck_radar_id_fkey"
  FOREIGN KEY ("radar_id") REFERENCES "radar_run"("radar_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "recheck" ADD CONSTRAINT "recheck_provider_id_application_event_id_fkey"
  FOREIGN KEY ("provider_id", "application_event_id") REFERENCES "application"("provider_id", "application_event_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "recheck" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "recheck" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "recheck" USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
GRANT SELECT, INSERT ON "recheck" TO hedgerow_app;

ALTER TABLE "webhook_endpoint" DROP CONSTRAINT "webhook_endpoint_event_types";
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_event_types"
  CHECK ("event_types" <@ ARRAY['bulk_job.completed', 'field.changed', 'application.recheck_suggested']
         AND cardinality("event_types") > 0);

-- The message is committed with the row or not at all.
CREATE FUNCTION tell_of_recheck() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tell_provider(NEW.provider_id, 'application.recheck_suggested', jsonb_build_object(
      'application_event_id', a.application_event_id, 'application_id', a.application_id, 'account_id', a.account_id,
      'application_date', to_char(a.application_date, 'YYYY-MM-DD'),
      'status_before', NEW.change->>'statusBefore', 'status_after', NEW.change->>'statusAfter'))
  FROM application a
  WHERE a.provider_id = NEW.provider_id AND a.application_event_id = NEW.application_event_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER "recheck_tells" AFTER INSERT ON "recheck" FOR EACH ROW EXECUTE FUNCTION tell_of_recheck();

-- Fields, of any provider, that meet ground on which two PULA sets differ: the pieces of the changed areas in both sets,
-- the polygons that either set refused, and the ground that only one of them speaks for.
--
-- The changed pieces are few and the fields are many, so each piece asks the index of the fields. A loop, because the
-- planner turns one statement round and reads every field.
CREATE FUNCTION find_fields_on_changed_ground(before_set INTEGER, after_set INTEGER, pulas INTEGER[])
RETURNS TABLE (provider_id TEXT, field_id UUID)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp AS $$
DECLARE
  piece geometry;
BEGIN
  FOR piece IN
    SELECT p.geom FROM pula_piece p WHERE p.data_set_id IN (before_set, after_set) AND p.pula_id = ANY(pulas)
    UNION ALL
    SELECT p.geom FROM pula_piece_archive p WHERE p.data_set_id IN (before_set, after_set) AND p.pula_id = ANY(pulas)
    UNION ALL
    SELECT u.ground FROM unloaded_record u
    WHERE u.data_set_id IN (before_set, after_set) AND u.part = 'feature' AND u.ground IS NOT NULL
    UNION ALL
    SELECT part FROM data_set o, data_set n, ST_Subdivide(ST_SymDifference(o.coverage, n.coverage), 256) AS part
    WHERE o.data_set_id = before_set AND n.data_set_id = after_set AND NOT ST_Equals(o.coverage, n.coverage)
    UNION ALL
    -- Refused ground that could not be placed is everywhere.
    SELECT d.coverage FROM data_set d
    WHERE d.data_set_id IN (before_set, after_set) AND EXISTS (
      SELECT FROM unloaded_record u
      WHERE u.data_set_id = d.data_set_id AND u.part = 'feature' AND u.ground IS NULL)
  LOOP
    RETURN QUERY
      SELECT f.provider_id, f.field_id FROM field f
      WHERE f.boundary && ST_Expand(piece, 2e-9) AND f.archived_at IS NULL
        AND (ST_Intersects(f.boundary, piece) OR ST_DWithin(f.boundary, piece, 2e-9));
  END LOOP;
END
$$;
GRANT CREATE ON SCHEMA public TO hedgerow_definer;
ALTER FUNCTION find_fields_on_changed_ground(INTEGER, INTEGER, INTEGER[]) OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
GRANT SELECT ON "pula_piece", "pula_piece_archive", "unloaded_record" TO hedgerow_definer;
REVOKE ALL ON FUNCTION find_fields_on_changed_ground(INTEGER, INTEGER, INTEGER[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_fields_on_changed_ground(INTEGER, INTEGER, INTEGER[]) TO hedgerow_app;

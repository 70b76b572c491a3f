-- When slope marks of a field went with its boundary. A buffer that was worked out with them rests on what is no longer so, also once
-- the field lies as before: the boundary comes back, and its marks do not. Null: never.
SET search_path = public, gis;

ALTER TABLE field ADD COLUMN slopes_cleared_at TIMESTAMPTZ(3);

-- Before the row is written, so that one write is enough; what is cleared goes right after it (`clear_downslope_marks`). By EXECUTE: on a
-- spread table Citus takes a trigger in no other way.
DO $once$
BEGIN
  EXECUTE $function$
    CREATE FUNCTION note_cleared_slopes() RETURNS TRIGGER
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $body$
    BEGIN
      PERFORM 1 FROM downslope_mark m
      WHERE m.provider_id = NEW.provider_id AND m.field_id = NEW.field_id
        AND m.boundary_hash IS DISTINCT FROM NEW.boundary_hash;
      IF FOUND THEN NEW.slopes_cleared_at := clock_timestamp(); END IF;
      RETURN NEW;
    END
    $body$
  $function$;
  EXECUTE '
    CREATE TRIGGER field_slopes_cleared BEFORE UPDATE OF boundary_hash ON field
      FOR EACH ROW WHEN (OLD.boundary_hash IS DISTINCT FROM NEW.boundary_hash)
      EXECUTE FUNCTION note_cleared_slopes()';
END
$once$;

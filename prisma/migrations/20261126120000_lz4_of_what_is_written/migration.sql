-- What a check, a computation, and a bulk item write and may be large is compressed by LZ4 where the server has it, as assessments are.
-- PostgreSQL's own way took half of the time of writing a drift configuration, and four fifths of that of a boundary of 1,200 positions, which it
-- tried for and could not make smaller. Rows that are there stay as they are.
SET search_path = public, gis;

DO $$
DECLARE
  one RECORD;
BEGIN
  -- In the order in which a save locks them.
  FOR one IN SELECT * FROM (VALUES
    ('field', 'boundary'), ('application', 'last_computation'), ('requirement', 'drift_configuration'),
    ('drift_placement', 'treatable'), ('drift_placement', 'buffer'), ('bulk_job_item', 'result')) AS column_of(name, part)
  LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET COMPRESSION lz4', one.name, one.part);
  END LOOP;
EXCEPTION WHEN feature_not_supported THEN
  RAISE NOTICE 'This server was built without LZ4: these columns stay compressed by pglz.';
END
$$;

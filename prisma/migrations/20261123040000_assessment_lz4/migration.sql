-- Saved assessments are compressed by LZ4 where the server has it: PostgreSQL's own way took more than a millisecond of
-- processor time for each. Rows that are there stay as they are, and later partitions take this from their parent.
SET search_path = public, gis;

DO $$
DECLARE
  part REGCLASS;
BEGIN
  FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = '"assessment"'::regclass
              UNION ALL SELECT '"assessment"'::regclass LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN "body" SET COMPRESSION lz4', part);
  END LOOP;
EXCEPTION WHEN feature_not_supported THEN
  RAISE NOTICE 'This server was built without LZ4: assessments stay compressed by pglz.';
END
$$;

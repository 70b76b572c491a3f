-- The shapes of reference data, a partition for each data set. A set is attached when it is recorded; it leaves by being
-- detached or dropped, so that nothing is deleted row by row, nothing is left to vacuum, and each set's pieces have an
-- index of their own, in which a search reads past no other set. docs/decisions/0025
SET search_path = public, gis;

-- The tables of a kind that have a partition for each set of it. `pula_piece_archive` has one for each set whose pieces
-- left `pula_piece`: the same partition, moved.
CREATE FUNCTION partitioned_tables(kind TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE kind WHEN 'pula' THEN ARRAY['pula_feature', 'pula_piece']
                   WHEN 'county' THEN ARRAY['county_piece']
                   WHEN 'soil' THEN ARRAY['soil_piece']
                   WHEN 'features' THEN ARRAY['feature', 'feature_piece']
                   ELSE '{}'::text[] END
$$;

-- Attaching a table that exists locks out neither readers nor writers of the others; `CREATE TABLE ... PARTITION OF` would.
-- The check stays when the partition is detached: attached again, its rows need not be read.
CREATE FUNCTION add_set_partition(parent TEXT, set_id INTEGER) RETURNS void
LANGUAGE plpgsql SET search_path = public, gis, pg_temp AS $$
DECLARE
  part TEXT := parent || '_s' || set_id;
BEGIN
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parent);
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (data_set_id = %s)', part, part || '_only', set_id);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (%s)', parent, part, set_id);
END
$$;

CREATE FUNCTION add_partitions_of_set() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, gis, pg_temp AS $$
BEGIN
  PERFORM add_set_partition(parent, NEW.data_set_id) FROM unnest(partitioned_tables(NEW.kind)) AS parent;
  RETURN NULL;
END
$$;

-- Turns a table into a partitioned one. The set with the most rows is not copied: the table as it stands becomes its
-- partition, once the rows of the others have moved to theirs.
CREATE FUNCTION pg_temp.partition_by_set(parent TEXT, row_key TEXT, kinds TEXT, has_box_index BOOLEAN, area_key TEXT) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  whole TEXT := parent || '_whole';
  largest INTEGER;
  each_set INTEGER;
  constraint_name TEXT;
  index_name TEXT;
BEGIN
  EXECUTE format('ALTER TABLE %I RENAME TO %I', parent, whole);
  FOR constraint_name IN SELECT conname FROM pg_constraint WHERE conrelid = whole::regclass AND contype IN ('f', 'p') LOOP
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', whole, constraint_name);
  END LOOP;
  FOR index_name IN SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = whole::regclass LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', index_name, replace(index_name, parent, whole));
  END LOOP;
  EXECUTE format('REVOKE ALL ON %I FROM hedgerow_app, hedgerow_radar', whole);

  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE,
                  CONSTRAINT %I PRIMARY KEY (data_set_id, %I)) PARTITION BY LIST (data_set_id)',
                 parent, whole, parent || '_pkey', row_key);
  IF area_key <> row_key THEN
    EXECUTE format('CREATE INDEX %I ON %I (data_set_id, %I)', parent || '_data_set_id_' || area_key || '_idx', parent, area_key);
  END IF;
  IF has_box_index THEN
    EXECUTE format('CREATE INDEX %I ON %I USING GIST (geom)', parent || '_geom_idx', parent);
  END IF;
  IF to_regclass(parent || '_piece_id_seq') IS NOT NULL THEN
    EXECUTE format('ALTER SEQUENCE %I OWNED BY %I.piece_id', parent || '_piece_id_seq', parent);
  END IF;
  EXECUTE format('GRANT SELECT ON %I TO hedgerow_app', parent);

  EXECUTE format('SELECT data_set_id FROM %I GROUP BY 1 ORDER BY count(*) DESC, 1 DESC LIMIT 1', whole) INTO largest;
  FOR each_set IN EXECUTE format('SELECT data_set_id FROM data_set d WHERE data_set_id IS DISTINCT FROM $1 AND kind = $2
      AND ($3 <> ''pula_piece_archive'' OR EXISTS (SELECT FROM %I w WHERE w.data_set_id = d.data_set_id))
      AND ($3 <> ''pula_piece'' OR NOT EXISTS (SELECT FROM pula_piece_archive a WHERE a.data_set_id = d.data_set_id))
      AND ($3 NOT LIKE ''pula%%'' OR NOT EXISTS (SELECT FROM data_set_archive f WHERE f.data_set_id = d.data_set_id))
    ORDER BY 1', whole) USING largest, kinds, parent LOOP
    PERFORM add_set_partition(parent, each_set);
    EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE data_set_id = $1', parent, whole) USING each_set;
    EXECUTE format('DELETE FROM %I WHERE data_set_id = $1', whole) USING each_set;
  END LOOP;
  IF largest IS NULL THEN
    EXECUTE format('DROP TABLE %I', whole);
  ELSE
    EXECUTE format('ALTER TABLE %I RENAME TO %I', whole, parent || '_s' || largest);
    FOR index_name IN SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                      WHERE i.indrelid = (parent || '_s' || largest)::regclass LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', index_name, replace(index_name, whole, parent || '_s' || largest));
    END LOOP;
    whole := parent || '_s' || largest;
    EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (data_set_id, %I)', whole, row_key);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (data_set_id = %s)', whole, whole || '_only', largest);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (%s)', parent, whole, largest);
  END IF;
END
$$;

SELECT pg_temp.partition_by_set('pula_feature', 'object_id', 'pula', false, 'pula_id'),
       pg_temp.partition_by_set('pula_piece', 'piece_id', 'pula', true, 'pula_id'),
       pg_temp.partition_by_set('pula_piece_archive', 'piece_id', 'pula', true, 'pula_id'),
       pg_temp.partition_by_set('county_piece', 'piece_id', 'county', true, 'geo_id'),
       pg_temp.partition_by_set('soil_piece', 'piece_id', 'soil', true, 'mukey'),
       pg_temp.partition_by_set('feature_piece', 'piece_id', 'features', true, 'feature_number'),
       pg_temp.partition_by_set('feature', 'feature_number', 'features', false, 'feature_number');
GRANT SELECT ON "pula_piece", "pula_piece_archive" TO hedgerow_radar;

CREATE TRIGGER add_partitions_of_set AFTER INSERT ON "data_set" FOR EACH ROW EXECUTE FUNCTION add_partitions_of_set();

-- Spreads providers' rows over the workers of a Citus cluster by `provider_id`: first after `npm run migrate` on the coordinator
-- and before any row is written:
--
--   psql "$DATABASE_DIRECT_URL" --single-transaction -v ON_ERROR_STOP=1 -f deploy/citus/distribute.sql
--
-- Then by `npm run migrate` itself after later migrations, whose tables it spreads and whose functions it makes again; what is done
-- already is left as it is. docs/scale.md says what holds on such a cluster and what does not.
--
-- Needs on every node: shared_preload_libraries = citus, the extensions citus and postgis (in the schema gis), and the
-- settings of docs/scale.md.

-- All of it is one transaction, whose statements find on the workers what the one before has made there. Not SET LOCAL: Citus
-- hands that on to the workers with the whole text around it.
SET citus.multi_shard_modify_mode = 'sequential';

-- Citus refuses foreign keys that would change the column by which rows are spread. No provider's id ever changes.
DO $$
DECLARE
  key RECORD;
BEGIN
  FOR key IN
    SELECT c.conname, c.conrelid::regclass AS on_table, pg_get_constraintdef(c.oid) AS definition
    FROM pg_constraint c
    WHERE c.contype = 'f' AND c.confupdtype = 'c' AND c.conparentid = 0 AND c.connamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attname = 'provider_id' AND NOT a.attisdropped)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', key.on_table, key.conname);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', key.on_table, key.conname,
                   replace(key.definition, ' ON UPDATE CASCADE', ''));
  END LOOP;
END $$;

-- Read before a provider is known, so every node has them: a few rows that seldom change.
SELECT create_reference_table(name) FROM unnest(ARRAY['provider', 'api_key']) AS name
WHERE NOT EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = name::regclass);

-- One command a message, as Citus sends the whole message to the workers.
DO $$
BEGIN
  -- Runs of the radar stay on the coordinator; a run is removed only with its data sets, and what it found is looked at through it.
  IF EXISTS (SELECT FROM pg_constraint WHERE conname = 'recheck_radar_id_fkey' AND conrelid = 'recheck'::regclass) THEN
    EXECUTE 'ALTER TABLE "recheck" DROP CONSTRAINT "recheck_radar_id_fkey"';
  END IF;
  -- A token is 256 random bits, so that it occurs once without an index that says so, which no spread table can have.
  IF to_regclass('portal_token_token_hash_key') IS NOT NULL THEN
    EXECUTE 'DROP INDEX "portal_token_token_hash_key"';
    EXECUTE 'CREATE INDEX "portal_token_token_hash_idx" ON "portal_token" ("token_hash")';
  END IF;
  -- The sets that an assessment names are kept. The trigger that notes them writes on the coordinator what happens on a worker,
  -- which it cannot; so every set that has been in force counts as named. Nothing is judged by ground under the map.
  IF EXISTS (SELECT FROM pg_trigger WHERE tgname = 'note_data_set_use' AND tgrelid = 'assessment'::regclass) THEN
    EXECUTE 'DROP TRIGGER note_data_set_use ON "assessment"';
  END IF;
  -- An earlier form of this script counted every set that was loaded.
  IF to_regprocedure('note_every_data_set()') IS NOT NULL THEN
    EXECUTE 'DROP FUNCTION note_every_data_set() CASCADE';
  END IF;
  IF to_regprocedure('note_set_in_force()') IS NULL THEN
    INSERT INTO data_set_use (kind, version) SELECT kind, version FROM data_set WHERE state = 'ready' ON CONFLICT DO NOTHING;
  END IF;
END $$;
CREATE OR REPLACE FUNCTION note_set_in_force() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO data_set_use (kind, version)
    SELECT kind, version FROM data_set WHERE data_set_id = NEW.data_set_id AND kind <> 'basemap' ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER note_set_in_force AFTER INSERT OR UPDATE OF data_set_id ON "active_data_set"
  FOR EACH ROW EXECUTE FUNCTION note_set_in_force();

-- The rest of what has a provider: parents first, as a foreign key may only name what is spread already.
DO $$
DECLARE
  next_table REGCLASS;
BEGIN
  LOOP
    SELECT c.oid::regclass INTO next_table
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'provider_id' AND NOT a.attisdropped)
      -- Of an operator's preview, which is no provider's and stays on the coordinator.
      AND c.relname <> 'data_preview_finding'
      AND NOT EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid)
      AND NOT EXISTS (
        SELECT FROM pg_constraint k
        WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.confrelid <> c.oid
          AND NOT EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = k.confrelid))
    ORDER BY c.relname = 'provider' DESC, c.relname
    LIMIT 1;
    EXIT WHEN next_table IS NULL;
    PERFORM create_distributed_table(next_table::text, 'provider_id');
  END LOOP;
END $$;

-- Citus cannot plan what a function of SQL asks by its arguments; the same statement in PL/pgSQL it can. Names mean the same in
-- both: a column before an argument or a result. On the coordinator, where they are called; and on the workers, where they are there
-- already, since a trigger may call them.
DO $$
DECLARE
  asked RECORD;
BEGIN
  FOR asked IN
    SELECT pg_get_functiondef(p.oid) AS definition, p.prosrc AS body, rtrim(p.prosrc, E'; \n') AS statement, p.proretset AS is_list,
           EXISTS (SELECT FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid) AS is_everywhere
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
    WHERE p.pronamespace = 'public'::regnamespace AND l.lanname = 'sql' AND p.provolatile <> 'i'
      AND p.prosrc !~* '\m(INSERT|UPDATE|DELETE)\M' AND pg_has_role(p.proowner, 'MEMBER')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  LOOP
    PERFORM set_config('citus.enable_ddl_propagation', CASE WHEN asked.is_everywhere THEN 'on' ELSE 'off' END, false);
    EXECUTE replace(
      replace(asked.definition, 'LANGUAGE sql', 'LANGUAGE plpgsql'), asked.body,
      format(E'\n#variable_conflict use_column\nBEGIN\n  %s\n%s;\nEND\n',
             CASE WHEN asked.is_list THEN 'RETURN QUERY ' || asked.statement ELSE 'RETURN (' || asked.statement END,
             CASE WHEN asked.is_list THEN '' ELSE ')' END));
  END LOOP;
  PERFORM set_config('citus.enable_ddl_propagation', 'off', false);
  -- A chunk at a time: Citus correlates no subquery with a list that has an end.
  CREATE OR REPLACE FUNCTION find_waiting_bulk_chunks(silent INTERVAL)
  RETURNS TABLE (provider_id TEXT, job_id UUID, first_index INTEGER)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $find$
  #variable_conflict use_column
  BEGIN
    FOR provider_id, job_id, first_index IN
      SELECT DISTINCT w.provider_id, w.job_id, w.first_index FROM (
        SELECT i.provider_id, i.job_id, i.item_index / 10 * 10 AS first_index FROM bulk_job_item i
        WHERE i.status = 'queued' AND i.available_at < now() - silent
        ORDER BY i.available_at LIMIT 500) w
    LOOP
      PERFORM 1 FROM bulk_job_item b
      WHERE b.provider_id = find_waiting_bulk_chunks.provider_id AND b.job_id = find_waiting_bulk_chunks.job_id
        AND b.status = 'processing' AND b.item_index / 10 * 10 = find_waiting_bulk_chunks.first_index;
      IF NOT FOUND THEN RETURN NEXT; END IF;
    END LOOP;
  END $find$;
  -- The same: hashes of analyses of the coordinator, then which of them a field of anyone's has.
  CREATE OR REPLACE FUNCTION find_unused_soil_analyses(most INTEGER) RETURNS SETOF TEXT
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $find$
  DECLARE
    last_hash TEXT := '';
    asked TEXT[];
    used TEXT[];
    listed INTEGER := 0;
  BEGIN
    LOOP
      asked := ARRAY(
        SELECT DISTINCT a.boundary_hash FROM soil_analysis a
        WHERE a.analyzed_at < now() - INTERVAL '1 day' AND a.boundary_hash > last_hash ORDER BY 1 LIMIT 1000);
      EXIT WHEN cardinality(asked) = 0 OR listed >= most;
      last_hash := asked[cardinality(asked)];
      SELECT coalesce(array_agg(DISTINCT f.boundary_hash), '{}') INTO used FROM field f WHERE f.boundary_hash = ANY (asked);
      RETURN QUERY SELECT hash FROM unnest(asked) AS hash WHERE hash <> ALL (used) LIMIT most - listed;
      listed := listed + cardinality(asked) - cardinality(used);
    END LOOP;
  END $find$;
  -- Months that may have ended; whether one is empty is asked where it is dropped. Asked here, it would be asked by this
  -- function's role, whose transactions on the workers then hold the tables that the owner's have to lock.
  CREATE OR REPLACE FUNCTION find_ended_months() RETURNS SETOF TEXT
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $find$
  BEGIN
    RETURN QUERY
      SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'assessment'::regclass AND c.relname ~ '^assessment_[0-9]{4}_[0-9]{2}$'
        AND to_date(right(c.relname, 7), 'YYYY_MM')
          < make_date(first_kept_year((SELECT coalesce(max(keep_years), 50) FROM provider)) - 2, 1, 1)
      ORDER BY 1;
  END $find$;
  CREATE OR REPLACE FUNCTION drop_ended_months() RETURNS INTEGER
  LANGUAGE plpgsql SET search_path = public, gis SET lock_timeout = '2s'
  SET citus.multi_shard_modify_mode = 'sequential' AS $drop$
  DECLARE
    name TEXT;
    found_one INTEGER;
    dropped INTEGER := 0;
  BEGIN
    FOR name IN SELECT * FROM find_ended_months() LOOP
      LOCK TABLE ONLY assessment IN ACCESS EXCLUSIVE MODE;
      -- The tenants' policy binds the owner too: every month would look empty.
      EXECUTE format('ALTER TABLE partitions.%I NO FORCE ROW LEVEL SECURITY', name);
      EXECUTE format('SELECT 1 FROM partitions.%I LIMIT 1', name) INTO found_one;
      IF found_one IS NULL THEN
        EXECUTE format('DROP TABLE partitions.%I', name);
        dropped := dropped + 1;
      ELSE
        EXECUTE format('ALTER TABLE partitions.%I FORCE ROW LEVEL SECURITY', name);
      END IF;
    END LOOP;
    RETURN dropped;
  END $drop$;
  PERFORM set_config('citus.enable_ddl_propagation', 'on', false);
END $$;

-- Planned applications on changed ground: Citus takes no list that may end early beside another table.
DO $$
DECLARE
  definition TEXT := pg_get_functiondef('find_planned_on_changed_ground'::regproc);
BEGIN
  IF position('OFFSET 0) AS planned' IN definition) = 0 THEN RETURN; END IF;
  PERFORM set_config('citus.enable_ddl_propagation', 'off', false);
  EXECUTE format('GRANT hedgerow_radar TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO hedgerow_radar;
  EXECUTE replace(definition, 'OFFSET 0) AS planned', ') AS planned');
  REVOKE CREATE ON SCHEMA public FROM hedgerow_radar;
  EXECUTE format('REVOKE hedgerow_radar FROM %I', current_user);
  PERFORM set_config('citus.enable_ddl_propagation', 'on', false);
END $$;

-- What triggers call has to be on every node.
SELECT create_distributed_function('tell_provider(text, text, jsonb)');
SELECT create_distributed_function('enqueue_webhook(text, uuid, interval, boolean)');
SELECT create_distributed_function('bulk_job_state(text, uuid)');

-- A check's beginning and its save run whole on the node of the provider's rows. In a transaction, Citus sends a call there only
-- where this says so. What begins otherwise takes its claims by the same function, from the coordinator.
SELECT create_distributed_function('take_claims(text, uuid, integer, text[], text[], text[])');
SELECT create_distributed_function(
  'begin_check(text, uuid, integer, text[], text[], text[], text, text, text, integer)',
  'provider', colocate_with := 'application', force_delegation := true);
SELECT create_distributed_function(
  'save_check(text, uuid, jsonb, text, bytea, bytea, jsonb, text[], integer, jsonb, jsonb, jsonb, jsonb)',
  'provider', colocate_with := 'application', force_delegation := true);

-- How long a provider's applications are kept, the end of those that are older, and months of assessments that begin late
-- or end empty.
SET search_path = public, gis;

-- Whole years after an application's own. Federal rules ask two years of restricted-use records (7 CFR 110.3), some states three.
ALTER TABLE "provider" ADD COLUMN "keep_years" INTEGER NOT NULL DEFAULT 3;
ALTER TABLE "provider" ADD CONSTRAINT "provider_keep_years" CHECK ("keep_years" BETWEEN 2 AND 50) NOT VALID;
ALTER TABLE "provider" VALIDATE CONSTRAINT "provider_keep_years";

DO $$
DECLARE
  name TEXT;
BEGIN
  FOREACH name IN ARRAY ARRAY['application', 'assessment', 'requirement', 'drift_placement', 'drift_claim', 'attestation',
                              'limitation_review', 'recheck', 'recheck_ending', 'field_year', 'measure_selection',
                              'change_event'] LOOP
    EXECUTE format('CREATE POLICY definer_ends_applications ON %I TO hedgerow_definer
                    USING (current_user = ''hedgerow_definer'')', name);
    EXECUTE format('GRANT SELECT, DELETE ON %I TO hedgerow_definer', name);
  END LOOP;
END
$$;
-- To lock an application while it ends, PostgreSQL asks for the right to change it.
GRANT UPDATE ("updated_at") ON "application" TO hedgerow_definer;

GRANT CREATE ON SCHEMA public TO hedgerow_definer;

-- The first year that a provider keeps; what is older goes.
CREATE FUNCTION first_kept_year(keep_years INTEGER) RETURNS INTEGER
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT extract(year FROM current_date)::integer - keep_years
$$;

-- Ends up to so many applications that are older than their provider keeps, with every answer that was given on them. One that
-- has a record stays as long as the record does, and one that someone changes at this moment is left to the next call.
CREATE FUNCTION purge_applications(most INTEGER) RETURNS INTEGER
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH past AS MATERIALIZED (
    SELECT a.provider_id, a.application_event_id FROM application a JOIN provider p USING (provider_id)
    WHERE a.application_date < make_date(first_kept_year((SELECT min(keep_years) FROM provider)), 1, 1)
      AND a.application_date < make_date(first_kept_year(p.keep_years), 1, 1)
      AND NOT EXISTS (
        SELECT 1 FROM application_record r
        WHERE r.provider_id = a.provider_id AND r.application_event_id = a.application_event_id)
    ORDER BY a.application_date LIMIT most FOR UPDATE OF a SKIP LOCKED
  ), answers AS (
    DELETE FROM assessment x USING past
    WHERE x.provider_id = past.provider_id AND x.application_event_id = past.application_event_id
  ), requirements AS (
    DELETE FROM requirement x USING past
    WHERE x.provider_id = past.provider_id AND x.application_event_id = past.application_event_id
  ), placements AS (
    DELETE FROM drift_placement x USING past
    WHERE x.provider_id = past.provider_id AND x.application_event_id = past.application_event_id
  ), claims AS (
    DELETE FROM drift_claim x USING past
    WHERE x.provider_id = past.provider_id AND x.application_event_id = past.application_event_id
  ), attestations AS (
    DELETE FROM attestation x USING past
    WHERE x.provider_id = past.provider_id AND x.application_event_id = past.application_event_id
  ), reviews AS (
    DELETE FROM limitation_review x USING past
    WHERE x.provider_id = past.provider_id AND x.application_event_id = past.application_event_id
  ), forecasts AS (
    DELETE FROM kept_forecast x USING past
    WHERE x.provider_id = past.provider_id AND x.application_event_id = past.application_event_id
  ), rechecks AS (
    DELETE FROM recheck x USING past
    WHERE x.provider_id = past.provider_id AND x.application_event_id = past.application_event_id
  ), endings AS (
    DELETE FROM recheck_ending x USING past
    WHERE x.provider_id = past.provider_id AND x.application_event_id = past.application_event_id
  ), gone AS (
    DELETE FROM application x USING past
    WHERE x.provider_id = past.provider_id AND x.application_event_id = past.application_event_id RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;
ALTER FUNCTION purge_applications(INTEGER) OWNER TO hedgerow_definer;

-- Ends fields' years that are older than their provider keeps, with the measures and the history of edits of the year, once no
-- application of that field and year is left: what up to so many rows of each of the three tables name. How many; 0: none is left.
CREATE FUNCTION purge_field_years(most INTEGER) RETURNS INTEGER
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH past AS MATERIALIZED (
    (SELECT y.provider_id, y.field_id, y.year FROM field_year y JOIN provider p USING (provider_id)
     WHERE y.year < first_kept_year(p.keep_years) AND NOT EXISTS (
       SELECT 1 FROM application a WHERE a.provider_id = y.provider_id AND a.field_id = y.field_id
         AND a.application_date BETWEEN make_date(y.year, 1, 1) AND make_date(y.year, 12, 31))
     LIMIT most)
    UNION
    (SELECT y.provider_id, y.field_id, y.year FROM measure_selection y JOIN provider p USING (provider_id)
     WHERE y.year < first_kept_year(p.keep_years) AND NOT EXISTS (
       SELECT 1 FROM application a WHERE a.provider_id = y.provider_id AND a.field_id = y.field_id
         AND a.application_date BETWEEN make_date(y.year, 1, 1) AND make_date(y.year, 12, 31))
     LIMIT most)
    UNION
    (SELECT y.provider_id, y.field_id, y.year FROM change_event y JOIN provider p USING (provider_id)
     WHERE y.year < first_kept_year(p.keep_years) AND NOT EXISTS (
       SELECT 1 FROM application a WHERE a.provider_id = y.provider_id AND a.field_id = y.field_id
         AND a.application_date BETWEEN make_date(y.year, 1, 1) AND make_date(y.year, 12, 31))
     LIMIT most)
  ), measures AS (
    DELETE FROM measure_selection x USING past
    WHERE x.provider_id = past.provider_id AND x.field_id = past.field_id AND x.year = past.year
  ), edits AS (
    DELETE FROM change_event x USING past
    WHERE x.provider_id = past.provider_id AND x.field_id = past.field_id AND x.year = past.year
  ), years AS (
    DELETE FROM field_year x USING past
    WHERE x.provider_id = past.provider_id AND x.field_id = past.field_id AND x.year = past.year
  )
  SELECT count(*)::integer FROM past
$$;
ALTER FUNCTION purge_field_years(INTEGER) OWNER TO hedgerow_definer;

-- Months of assessments that no provider keeps applications of and that hold nothing. An application is checked before its day:
-- two years past the longest time that someone keeps are never in use.
CREATE FUNCTION find_ended_months() RETURNS SETOF TEXT
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  month RECORD;
  is_empty BOOLEAN;
BEGIN
  FOR month IN
    SELECT c.relname, to_date(right(c.relname, 7), 'YYYY_MM') AS first
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'assessment'::regclass AND c.relname ~ '^assessment_[0-9]{4}_[0-9]{2}$'
      AND to_date(right(c.relname, 7), 'YYYY_MM')
        < make_date(first_kept_year((SELECT coalesce(max(keep_years), 50) FROM provider)) - 2, 1, 1)
    ORDER BY 1
  LOOP
    SELECT NOT EXISTS (
      SELECT 1 FROM assessment
      WHERE calculated_at >= month.first AT TIME ZONE 'UTC'
        AND calculated_at < (month.first + INTERVAL '1 month') AT TIME ZONE 'UTC') INTO is_empty;
    IF is_empty THEN RETURN NEXT month.relname; END IF;
  END LOOP;
END
$$;
ALTER FUNCTION find_ended_months() OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;

-- Drops those months. For the owner of the tables; gives up after two seconds where someone uses them, and again next time.
CREATE FUNCTION drop_ended_months() RETURNS INTEGER
LANGUAGE plpgsql SET search_path = public, gis SET lock_timeout = '2s' AS $$
DECLARE
  name TEXT;
  dropped INTEGER := 0;
BEGIN
  IF NOT EXISTS (SELECT FROM find_ended_months()) THEN RETURN 0; END IF;
  LOCK TABLE ONLY assessment IN ACCESS EXCLUSIVE MODE;
  FOR name IN SELECT * FROM find_ended_months() LOOP
    EXECUTE format('DROP TABLE partitions.%I', name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END
$$;

-- As before, and rows of the month that the default partition holds move over: it refused such a month its partition.
CREATE OR REPLACE FUNCTION ensure_assessment_partitions(first DATE, months INTEGER) RETURNS INTEGER
LANGUAGE plpgsql SET search_path = public, gis SET lock_timeout = '2s' AS $$
DECLARE
  month DATE := date_trunc('month', first)::date;
  begins TEXT;
  ends TEXT;
  name TEXT;
  made INTEGER := 0;
BEGIN
  FOR i IN 1..months LOOP
    name := 'assessment_' || to_char(month, 'YYYY_MM');
    IF to_regclass('partitions.' || name) IS NULL THEN
      begins := month || ' 00:00:00+00';
      ends := (month + INTERVAL '1 month')::date || ' 00:00:00+00';
      -- The order in which a write takes them, and its tenants' policy off for the owner while rows move.
      LOCK TABLE ONLY assessment IN ACCESS EXCLUSIVE MODE;
      ALTER TABLE partitions.assessment_other NO FORCE ROW LEVEL SECURITY;
      EXECUTE format('CREATE TABLE partitions.%I (LIKE public.assessment INCLUDING ALL)', name);
      EXECUTE format(
        'WITH moved AS (
           DELETE FROM partitions.assessment_other WHERE calculated_at >= %L AND calculated_at < %L RETURNING *
         )
         INSERT INTO partitions.%I SELECT * FROM moved', begins, ends, name);
      EXECUTE format('ALTER TABLE public.assessment ATTACH PARTITION partitions.%I FOR VALUES FROM (%L) TO (%L)',
        name, begins, ends);
      EXECUTE format('ALTER TABLE partitions.%I ENABLE ROW LEVEL SECURITY', name);
      EXECUTE format('ALTER TABLE partitions.%I FORCE ROW LEVEL SECURITY', name);
      ALTER TABLE partitions.assessment_other FORCE ROW LEVEL SECURITY;
      made := made + 1;
    END IF;
    month := (month + INTERVAL '1 month')::date;
  END LOOP;
  RETURN made;
END
$$;

REVOKE ALL ON FUNCTION purge_applications(INTEGER), purge_field_years(INTEGER), find_ended_months(), drop_ended_months(),
  first_kept_year(INTEGER) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_applications(INTEGER), purge_field_years(INTEGER) TO hedgerow_app;
GRANT EXECUTE ON FUNCTION first_kept_year(INTEGER) TO hedgerow_definer;
DO $$
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION find_ended_months() TO %I', current_user);
END
$$;

-- Functions that Citus cannot plan where tables are spread over several servers: those of SQL that use their arguments, and those
-- whose one statement locks or joins the rows of several providers. The same answers in PL/pgSQL, whose steps ask one provider's rows
-- each, or read all of them and change none. On one PostgreSQL they mean the same.
SET search_path = public, gis;

-- One statement for one provider's session, as before, in steps that each name the provider.
CREATE OR REPLACE FUNCTION find_portal_session(
  provider TEXT, session_grant UUID, asked_field UUID, asked_account TEXT, asked_group TEXT)
RETURNS TABLE (
  name TEXT, brand_accent TEXT, brand_logo_hash TEXT, portal_enabled BOOLEAN, link_generation INTEGER, is_ended BOOLEAN,
  field_id UUID, account_id TEXT, portal_expires_at TIMESTAMPTZ, archived_at TIMESTAMPTZ, in_group BOOLEAN)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp AS $$
#variable_conflict use_column
BEGIN
  SELECT coalesce(p.brand_name, p.name), p.brand_accent, p.brand_logo_hash, p.portal_enabled, p.link_generation
  INTO name, brand_accent, brand_logo_hash, portal_enabled, link_generation
  FROM provider p WHERE p.provider_id = provider;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM portal_grant_end e WHERE e.provider_id = provider AND e.grant_id = session_grant;
  is_ended := FOUND;
  SELECT f.field_id, f.account_id, f.portal_expires_at, f.archived_at
  INTO field_id, account_id, portal_expires_at, archived_at
  FROM field f WHERE f.provider_id = provider AND f.field_id = asked_field;
  IF asked_group IS NOT NULL THEN
    PERFORM FROM application a
    WHERE a.provider_id = provider AND a.field_id = asked_field AND a.account_id = asked_account
      AND a.provider_group_id = asked_group
    LIMIT 1;
    in_group := FOUND;
  END IF;
  RETURN NEXT;
END
$$;

-- A provider at a time, and so its oldest applications first.
CREATE OR REPLACE FUNCTION purge_applications(most INTEGER) RETURNS INTEGER
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  keeper RECORD;
  past UUID[];
  one UUID;
  gone INTEGER;
  ended INTEGER := 0;
BEGIN
  FOR keeper IN
    SELECT p.provider_id AS id, make_date(first_kept_year(p.keep_years), 1, 1) AS first_day FROM provider p
  LOOP
    EXIT WHEN ended >= most;
    past := '{}';
    FOR one IN
      SELECT a.application_event_id FROM application a
      WHERE a.provider_id = keeper.id AND a.application_date < keeper.first_day
        AND NOT EXISTS (
          SELECT 1 FROM application_record r
          WHERE r.provider_id = keeper.id AND r.application_event_id = a.application_event_id)
      ORDER BY a.application_date LIMIT most - ended FOR UPDATE OF a SKIP LOCKED
    LOOP
      past := past || one;
    END LOOP;
    CONTINUE WHEN cardinality(past) = 0;
    DELETE FROM assessment x WHERE x.provider_id = keeper.id AND x.application_event_id = ANY (past);
    DELETE FROM requirement x WHERE x.provider_id = keeper.id AND x.application_event_id = ANY (past);
    DELETE FROM drift_placement x WHERE x.provider_id = keeper.id AND x.application_event_id = ANY (past);
    DELETE FROM drift_claim x WHERE x.provider_id = keeper.id AND x.application_event_id = ANY (past);
    DELETE FROM attestation x WHERE x.provider_id = keeper.id AND x.application_event_id = ANY (past);
    DELETE FROM limitation_review x WHERE x.provider_id = keeper.id AND x.application_event_id = ANY (past);
    DELETE FROM kept_forecast x WHERE x.provider_id = keeper.id AND x.application_event_id = ANY (past);
    DELETE FROM recheck x WHERE x.provider_id = keeper.id AND x.application_event_id = ANY (past);
    DELETE FROM recheck_ending x WHERE x.provider_id = keeper.id AND x.application_event_id = ANY (past);
    DELETE FROM application x WHERE x.provider_id = keeper.id AND x.application_event_id = ANY (past);
    GET DIAGNOSTICS gone = ROW_COUNT;
    ended := ended + gone;
  END LOOP;
  RETURN ended;
END
$$;

-- The same, with up to so many rows of each of the three tables for each provider until so many years have ended.
CREATE OR REPLACE FUNCTION purge_field_years(most INTEGER) RETURNS INTEGER
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  keeper RECORD;
  past RECORD;
  ended INTEGER := 0;
BEGIN
  FOR keeper IN SELECT p.provider_id AS id, first_kept_year(p.keep_years) AS first FROM provider p LOOP
    EXIT WHEN ended >= most;
    FOR past IN
      (SELECT y.field_id, y.year FROM field_year y
       WHERE y.provider_id = keeper.id AND y.year < keeper.first AND NOT EXISTS (
         SELECT 1 FROM application a WHERE a.provider_id = keeper.id AND a.field_id = y.field_id
           AND a.application_date BETWEEN make_date(y.year, 1, 1) AND make_date(y.year, 12, 31))
       LIMIT most)
      UNION
      (SELECT y.field_id, y.year FROM measure_selection y
       WHERE y.provider_id = keeper.id AND y.year < keeper.first AND NOT EXISTS (
         SELECT 1 FROM application a WHERE a.provider_id = keeper.id AND a.field_id = y.field_id
           AND a.application_date BETWEEN make_date(y.year, 1, 1) AND make_date(y.year, 12, 31))
       LIMIT most)
      UNION
      (SELECT y.field_id, y.year FROM change_event y
       WHERE y.provider_id = keeper.id AND y.year < keeper.first AND NOT EXISTS (
         SELECT 1 FROM application a WHERE a.provider_id = keeper.id AND a.field_id = y.field_id
           AND a.application_date BETWEEN make_date(y.year, 1, 1) AND make_date(y.year, 12, 31))
       LIMIT most)
    LOOP
      DELETE FROM measure_selection x
      WHERE x.provider_id = keeper.id AND x.field_id = past.field_id AND x.year = past.year;
      DELETE FROM change_event x
      WHERE x.provider_id = keeper.id AND x.field_id = past.field_id AND x.year = past.year;
      DELETE FROM field_year x
      WHERE x.provider_id = keeper.id AND x.field_id = past.field_id AND x.year = past.year;
      ended := ended + 1;
    END LOOP;
  END LOOP;
  RETURN ended;
END
$$;

-- The radar's own role, whose policies ask nothing (20261122004100_radar_planned); the membership lasts for this transaction.
DO $$
BEGIN
  EXECUTE format('GRANT hedgerow_radar TO %I', current_user);
END
$$;
GRANT CREATE ON SCHEMA public TO hedgerow_radar;

CREATE OR REPLACE FUNCTION find_planned_products(from_day DATE)
RETURNS TABLE (provider_id TEXT, field_id UUID, application_event_id UUID, numbers TEXT[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT a.provider_id, a.field_id, a.application_event_id,
           ARRAY(SELECT sent->>'epaNumber' FROM jsonb_array_elements(a.products) AS sent
                 WHERE sent->>'epaNumber' IS NOT NULL)
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.application_date >= from_day AND a.processing_status = 'completed' AND f.archived_at IS NULL;
END
$$;

CREATE OR REPLACE FUNCTION find_ending_bulletins(from_day DATE, until_day DATE)
RETURNS TABLE (provider_id TEXT, field_id UUID, application_event_id UUID, ends_on DATE)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT a.provider_id, a.field_id, a.application_event_id, bulletin.ends_on
    FROM application a JOIN field f USING (provider_id, field_id),
         LATERAL (SELECT ((a.last_assessed_at AT TIME ZONE 'UTC')::date + INTERVAL '6 months')::date AS ends_on) AS bulletin
    WHERE a.application_date >= from_day AND a.application_date > bulletin.ends_on AND bulletin.ends_on <= until_day
      AND a.processing_status = 'completed' AND f.archived_at IS NULL;
END
$$;

CREATE OR REPLACE FUNCTION find_planned_mixes(from_day DATE, checked_before DATE)
RETURNS TABLE (provider_id TEXT, field_id UUID, application_event_id UUID, application_date DATE, checked_on DATE,
               products JSONB)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT a.provider_id, a.field_id, a.application_event_id, a.application_date,
           (a.last_assessed_at AT TIME ZONE 'UTC')::date, a.products
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.application_date >= from_day AND a.last_assessed_at < checked_before::timestamp AT TIME ZONE 'UTC'
      AND a.processing_status = 'completed' AND f.archived_at IS NULL;
END
$$;

REVOKE CREATE ON SCHEMA public FROM hedgerow_radar;
DO $$
BEGIN
  EXECUTE format('REVOKE hedgerow_radar FROM %I', current_user);
END
$$;

-- What nightly upkeep asks, and who may look across providers.

-- Row-level security forced on a table binds its owner as well, but the role that owns the tables is a member of
-- hedgerow_definer too, or it could not make that role's functions, and so its policies spoke to the owner. They speak
-- now to whoever works as that role, which is its functions, and an operator who says SET ROLE.
DO $$
DECLARE
  policy RECORD;
BEGIN
  FOR policy IN SELECT policyname, tablename FROM pg_policies
                WHERE schemaname = 'public' AND roles = '{hedgerow_definer}' LOOP
    EXECUTE format('ALTER POLICY %I ON %I USING (current_user = ''hedgerow_definer'')',
                   policy.policyname, policy.tablename);
  END LOOP;
END
$$;

-- Soil analyses that no field of any provider lies on. A day's grace: what a request found just now may be about to be
-- saved, and asking again within the day is common.
GRANT SELECT ON "soil_analysis" TO hedgerow_definer;
GRANT CREATE ON SCHEMA public TO hedgerow_definer;
CREATE FUNCTION find_unused_soil_analyses(most INTEGER) RETURNS SETOF TEXT
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.boundary_hash FROM soil_analysis a
  WHERE a.analyzed_at < now() - INTERVAL '1 day'
    AND NOT EXISTS (SELECT FROM field f WHERE f.boundary_hash = a.boundary_hash)
  LIMIT most
$$;
ALTER FUNCTION find_unused_soil_analyses(INTEGER) OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION find_unused_soil_analyses(INTEGER) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_unused_soil_analyses(INTEGER) TO hedgerow_app;

-- What monitoring and `/api/ready` ask: whether workers live, and how many claims are held.
SET search_path = public, gis;

-- One row a worker process, written every few seconds by the database's clock. Belongs to no provider.
CREATE TABLE "worker_beat" (
  "worker_id" UUID NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "beat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "worker_beat_pkey" PRIMARY KEY ("worker_id")
);
GRANT SELECT, INSERT, UPDATE, DELETE ON "worker_beat" TO hedgerow_app;

-- Claims of any provider, as two figures. A lapsed one is of a process that died; the purge takes it.
GRANT CREATE ON SCHEMA public TO hedgerow_definer;
CREATE FUNCTION count_claims() RETURNS TABLE (live INTEGER, lapsed INTEGER)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*) FILTER (WHERE leased_until > now())::integer, count(*) FILTER (WHERE leased_until <= now())::integer
  FROM claim
$$;
ALTER FUNCTION count_claims() OWNER TO hedgerow_definer;
REVOKE ALL ON FUNCTION count_claims() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_claims() TO hedgerow_app;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;

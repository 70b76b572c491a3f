-- Requests that were refused, of providers that are known, so that the people who run an installation find one by its
-- request id and see which codes a provider meets. Kept for 30 days.
SET search_path = public, gis;

CREATE TABLE "refused_request" (
  "provider_id" TEXT NOT NULL,
  "refusal_id" UUID NOT NULL,
  "refused_at" TIMESTAMPTZ(3) NOT NULL,
  "request_id" TEXT,
  "route" TEXT NOT NULL,
  "status" SMALLINT NOT NULL,
  "code" TEXT NOT NULL,
  "place" TEXT,
  "message" TEXT NOT NULL,
  "times" INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT "refused_request_pkey" PRIMARY KEY ("provider_id", "refusal_id"),
  -- A row of many requests has no request id: beyond a bound within a minute they are only counted.
  CONSTRAINT "refused_request_times" CHECK ("times" > 0 AND ("times" = 1 OR "request_id" IS NULL))
);
CREATE INDEX "refused_request_provider_id_refused_at_idx" ON "refused_request"("provider_id", "refused_at");
CREATE INDEX "refused_request_request_id_idx" ON "refused_request"("request_id");
CREATE INDEX "refused_request_refused_at_idx" ON "refused_request"("refused_at");

ALTER TABLE "refused_request" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "refused_request" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "refused_request" USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
CREATE POLICY definer_reads_refusals ON "refused_request" TO hedgerow_definer
  USING (current_user = 'hedgerow_definer');
GRANT SELECT, INSERT ON "refused_request" TO hedgerow_app;
GRANT SELECT, DELETE ON "refused_request" TO hedgerow_definer;

GRANT CREATE ON SCHEMA public TO hedgerow_definer;
-- For the console: a request id alone does not say whose request it was.
CREATE FUNCTION find_refused_requests(wanted_request_id TEXT)
RETURNS TABLE (provider_id TEXT, refused_at TIMESTAMPTZ, request_id TEXT, route TEXT, status SMALLINT, code TEXT,
               place TEXT, message TEXT)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.provider_id, r.refused_at, r.request_id, r.route, r.status, r.code, r.place, r.message
  FROM refused_request r WHERE r.request_id = wanted_request_id
  ORDER BY r.refused_at DESC LIMIT 50
$$;
ALTER FUNCTION find_refused_requests(TEXT) OWNER TO hedgerow_definer;
CREATE FUNCTION purge_refused_requests() RETURNS INTEGER
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM refused_request WHERE refused_at < now() - interval '30 days' RETURNING 1)
  SELECT count(*)::integer FROM gone
$$;
ALTER FUNCTION purge_refused_requests() OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION find_refused_requests(TEXT), purge_refused_requests() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_refused_requests(TEXT), purge_refused_requests() TO hedgerow_app;

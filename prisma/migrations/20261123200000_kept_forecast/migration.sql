-- Forecasts that an application was planned by, as they were read: its record shows the last one before the start.
SET search_path = public, gis;

CREATE TABLE "kept_forecast" (
  "provider_id" TEXT NOT NULL,
  "application_event_id" UUID NOT NULL,
  "source" TEXT NOT NULL,
  "issued_at" TIMESTAMPTZ(3) NOT NULL,
  "read_at" TIMESTAMPTZ(3) NOT NULL,
  "time_zone" TEXT NOT NULL,
  -- What the operator says of the source, such as that it is made up.
  "note" TEXT,
  -- A list for each hour, in the order that lib/data/kept-forecasts.ts names; null where the source had no value.
  "hours" JSONB NOT NULL,
  "highs" JSONB NOT NULL,
  CONSTRAINT "kept_forecast_pkey" PRIMARY KEY ("provider_id", "application_event_id", "source", "issued_at"),
  CONSTRAINT "kept_forecast_size" CHECK (pg_column_size("hours") < 65536 AND pg_column_size("highs") < 8192)
);
ALTER TABLE "kept_forecast" ADD CONSTRAINT "kept_forecast_provider_id_application_event_id_fkey"
  FOREIGN KEY ("provider_id", "application_event_id") REFERENCES "application"("provider_id", "application_event_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "kept_forecast_read_at_idx" ON "kept_forecast"("read_at");
ALTER TABLE "kept_forecast" ALTER COLUMN "hours" SET COMPRESSION lz4;

-- The service keeps the newest of each application and lets the older go; it changes none. What was signed has its own copy.
ALTER TABLE "kept_forecast" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "kept_forecast" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "kept_forecast" USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
CREATE POLICY definer_purges_forecasts ON "kept_forecast" TO hedgerow_definer
  USING (current_user = 'hedgerow_definer');
GRANT SELECT, INSERT, DELETE ON "kept_forecast" TO hedgerow_app;
GRANT SELECT, DELETE ON "kept_forecast" TO hedgerow_definer;

-- A forecast goes with the record of its application. A record is kept for two years at least, so what is older than 400
-- days and has none was never part of one, or the record has gone.
GRANT CREATE ON SCHEMA public TO hedgerow_definer;
CREATE FUNCTION purge_kept_forecasts() RETURNS INTEGER
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH past AS MATERIALIZED (
    SELECT k.provider_id, k.application_event_id, k.source, k.issued_at FROM kept_forecast k
    WHERE k.read_at < now() - interval '400 days' AND NOT EXISTS (
      SELECT 1 FROM application_record r
      WHERE r.provider_id = k.provider_id AND r.application_event_id = k.application_event_id)
    LIMIT 1000
  ), gone AS (
    DELETE FROM kept_forecast k USING past
    WHERE (k.provider_id, k.application_event_id, k.source, k.issued_at)
        = (past.provider_id, past.application_event_id, past.source, past.issued_at) RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;
ALTER FUNCTION purge_kept_forecasts() OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION purge_kept_forecasts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_kept_forecasts() TO hedgerow_app;

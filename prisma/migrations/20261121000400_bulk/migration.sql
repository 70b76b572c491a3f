-- Bulk checks: a job, its items, and the states that both may pass through. The database itself refuses every other
-- transition; the state of a job follows from those of its items and is derived here, in the same transaction.
SET search_path = public, gis;

CREATE TABLE "bulk_job" (
  "provider_id" TEXT NOT NULL,
  "job_id" UUID NOT NULL,
  "account_id" TEXT NOT NULL,
  "provider_group_id" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "total_items" INTEGER NOT NULL,
  "idempotency_key" TEXT,
  "fingerprint" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at" TIMESTAMPTZ(3),
  "completed_at" TIMESTAMPTZ(3),
  "expires_at" TIMESTAMPTZ(3),
  CONSTRAINT "bulk_job_pkey" PRIMARY KEY ("provider_id", "job_id"),
  CONSTRAINT "bulk_job_status"
    CHECK ("status" IN ('queued', 'processing', 'completed', 'completed_with_errors', 'failed')),
  CONSTRAINT "bulk_job_total" CHECK ("total_items" BETWEEN 1 AND 100),
  CONSTRAINT "bulk_job_times" CHECK (
    ("status" = 'queued' AND "started_at" IS NULL AND "completed_at" IS NULL AND "expires_at" IS NULL)
    OR ("status" = 'processing' AND "started_at" IS NOT NULL AND "completed_at" IS NULL AND "expires_at" IS NULL)
    OR ("status" IN ('completed', 'completed_with_errors', 'failed')
        AND "started_at" IS NOT NULL AND "completed_at" IS NOT NULL AND "expires_at" IS NOT NULL))
);
CREATE UNIQUE INDEX "bulk_job_provider_id_account_id_idempotency_key_key"
  ON "bulk_job"("provider_id", "account_id", "idempotency_key");
CREATE INDEX "bulk_job_expires_at_idx" ON "bulk_job"("expires_at");

CREATE TABLE "bulk_job_item" (
  "provider_id" TEXT NOT NULL,
  "job_id" UUID NOT NULL,
  "item_index" INTEGER NOT NULL,
  "account_id" TEXT NOT NULL,
  "application_id" TEXT NOT NULL,
  "provider_field_id" TEXT NOT NULL,
  "request" JSONB NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'queued',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "available_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "heartbeat_at" TIMESTAMPTZ(3),
  "claim_token" UUID,
  "started_at" TIMESTAMPTZ(3),
  "completed_at" TIMESTAMPTZ(3),
  "result_format" INTEGER,
  "result" JSONB,
  "saved_field_id" UUID,
  "error" JSONB,
  CONSTRAINT "bulk_job_item_pkey" PRIMARY KEY ("provider_id", "job_id", "item_index"),
  CONSTRAINT "bulk_job_item_status" CHECK ("status" IN ('queued', 'processing', 'succeeded', 'failed')),
  CONSTRAINT "bulk_job_item_index" CHECK ("item_index" BETWEEN 0 AND 99),
  CONSTRAINT "bulk_job_item_attempts" CHECK ("attempts" BETWEEN 0 AND 3),
  CONSTRAINT "bulk_job_item_outcome" CHECK (
    ("status" = 'queued' AND "result" IS NULL AND "completed_at" IS NULL AND "attempts" < 3)
    OR ("status" = 'processing' AND "result" IS NULL AND "error" IS NULL AND "completed_at" IS NULL
        AND "attempts" > 0 AND "heartbeat_at" IS NOT NULL AND "claim_token" IS NOT NULL)
    OR ("status" = 'succeeded' AND "result" IS NOT NULL AND "result_format" IS NOT NULL AND "error" IS NULL
        AND "started_at" IS NOT NULL AND "completed_at" IS NOT NULL)
    OR ("status" = 'failed' AND "result" IS NULL AND "error" IS NOT NULL AND "attempts" > 0
        AND "completed_at" IS NOT NULL))
);
CREATE INDEX "bulk_job_item_status_available_at_idx" ON "bulk_job_item"("status", "available_at");
CREATE INDEX "bulk_job_item_provider_id_status_idx" ON "bulk_job_item"("provider_id", "status");
ALTER TABLE "bulk_job_item" ADD CONSTRAINT "bulk_job_item_provider_id_job_id_fkey"
  FOREIGN KEY ("provider_id", "job_id") REFERENCES "bulk_job"("provider_id", "job_id")
  ON DELETE CASCADE ON UPDATE CASCADE;

-- Which changes are allowed ------------------------------------------------------------------------

CREATE FUNCTION guard_bulk_item() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  step TEXT;
  born TEXT;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT status INTO born FROM bulk_job WHERE provider_id = NEW.provider_id AND job_id = NEW.job_id;
    IF NEW.attempts = 0 AND NEW.error IS NULL AND
       ((NEW.status = 'queued' AND born = 'queued') OR (NEW.status = 'succeeded' AND born = 'completed')) THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a bulk item cannot begin as % in a % job', NEW.status, born USING ERRCODE = 'check_violation';
  END IF;
  step := OLD.status || ' -> ' || NEW.status;
  IF step NOT IN ('queued -> queued', 'queued -> processing', 'processing -> processing', 'processing -> queued',
                  'processing -> succeeded', 'processing -> failed') THEN
    RAISE EXCEPTION 'a bulk item cannot go %', step USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.provider_id, NEW.job_id, NEW.item_index, NEW.account_id, NEW.application_id, NEW.provider_field_id,
      NEW.request) IS DISTINCT FROM
     (OLD.provider_id, OLD.job_id, OLD.item_index, OLD.account_id, OLD.application_id, OLD.provider_field_id,
      OLD.request) THEN
    RAISE EXCEPTION 'what a bulk item asks for cannot change' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.attempts <> OLD.attempts + (step = 'queued -> processing')::integer THEN
    RAISE EXCEPTION 'attempts of a bulk item are counted at their start, one by one' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status = NEW.status AND NEW.error IS DISTINCT FROM OLD.error THEN
    RAISE EXCEPTION 'the error of a bulk item changes with its state alone' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "bulk_job_item_guard" BEFORE INSERT OR UPDATE ON "bulk_job_item"
  FOR EACH ROW EXECUTE FUNCTION guard_bulk_item();

-- The state that the items of a job make together.
CREATE FUNCTION bulk_job_state(provider TEXT, job UUID) RETURNS TEXT
LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN count(*) FILTER (WHERE status IN ('queued', 'processing')) > 0 THEN 'processing'
    WHEN count(*) FILTER (WHERE status = 'failed') = 0 THEN 'completed'
    WHEN count(*) FILTER (WHERE status = 'succeeded') = 0 THEN 'failed'
    ELSE 'completed_with_errors' END
  FROM bulk_job_item WHERE provider_id = provider AND job_id = job
$$;

CREATE FUNCTION guard_bulk_job() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  step TEXT;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status IN ('queued', 'completed') THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'a bulk job cannot begin as %', NEW.status USING ERRCODE = 'check_violation';
  END IF;
  step := OLD.status || ' -> ' || NEW.status;
  IF OLD.status <> NEW.status AND step NOT IN ('queued -> processing', 'processing -> completed',
     'processing -> completed_with_errors', 'processing -> failed') THEN
    RAISE EXCEPTION 'a bulk job cannot go %', step USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status = 'processing' AND NEW.status <> bulk_job_state(NEW.provider_id, NEW.job_id) THEN
    RAISE EXCEPTION 'the items of this bulk job do not make it %', NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.provider_id, NEW.job_id, NEW.account_id, NEW.provider_group_id, NEW.total_items, NEW.fingerprint)
     IS DISTINCT FROM
     (OLD.provider_id, OLD.job_id, OLD.account_id, OLD.provider_group_id, OLD.total_items, OLD.fingerprint) THEN
    RAISE EXCEPTION 'what a bulk job was made of cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "bulk_job_guard" BEFORE INSERT OR UPDATE ON "bulk_job"
  FOR EACH ROW EXECUTE FUNCTION guard_bulk_job();

-- The job's row is locked first, so that of two items ending at once the second sees the first.
CREATE FUNCTION derive_bulk_job() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  current TEXT;
  state TEXT;
BEGIN
  IF NEW.status = OLD.status THEN RETURN NULL; END IF;
  SELECT status INTO current FROM bulk_job
  WHERE provider_id = NEW.provider_id AND job_id = NEW.job_id FOR UPDATE;
  IF current = 'queued' THEN
    UPDATE bulk_job SET status = 'processing', started_at = now()
    WHERE provider_id = NEW.provider_id AND job_id = NEW.job_id;
    RETURN NULL;
  END IF;
  state := bulk_job_state(NEW.provider_id, NEW.job_id);
  IF state <> current THEN
    UPDATE bulk_job SET status = state, completed_at = now(), expires_at = now() + INTERVAL '30 days'
    WHERE provider_id = NEW.provider_id AND job_id = NEW.job_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "bulk_job_item_derives" AFTER UPDATE ON "bulk_job_item"
  FOR EACH ROW EXECUTE FUNCTION derive_bulk_job();

-- Who may see what ---------------------------------------------------------------------------------

DO $$
DECLARE
  name TEXT;
BEGIN
  FOREACH name IN ARRAY ARRAY['bulk_job', 'bulk_job_item'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY provider_isolation ON %I USING (provider_id = current_setting(''hedgerow.provider_id'', true))
       WITH CHECK (provider_id = current_setting(''hedgerow.provider_id'', true))', name);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE ON "bulk_job", "bulk_job_item" TO hedgerow_app;

CREATE POLICY definer_purges_jobs ON "bulk_job" TO hedgerow_definer USING (true);
CREATE POLICY definer_finds_items ON "bulk_job_item" FOR SELECT TO hedgerow_definer USING (true);
GRANT SELECT, DELETE ON "bulk_job" TO hedgerow_definer;
GRANT SELECT ON "bulk_job_item" TO hedgerow_definer;
GRANT CREATE ON SCHEMA public TO hedgerow_definer;

-- Attempts whose worker has been silent for that long. They are freed one by one, as their provider.
CREATE FUNCTION find_silent_bulk_items(silent INTERVAL)
RETURNS TABLE (provider_id TEXT, job_id UUID, item_index INTEGER, attempts INTEGER)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.provider_id, i.job_id, i.item_index, i.attempts FROM bulk_job_item i
  WHERE i.status = 'processing' AND i.heartbeat_at < now() - silent
  ORDER BY i.heartbeat_at LIMIT 200
$$;
ALTER FUNCTION find_silent_bulk_items(INTERVAL) OWNER TO hedgerow_definer;

-- Chunks of ten that have waited for that long and that nobody works on: their queue entry may have died with its worker.
CREATE FUNCTION find_waiting_bulk_chunks(silent INTERVAL)
RETURNS TABLE (provider_id TEXT, job_id UUID, first_index INTEGER)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT w.provider_id, w.job_id, w.first_index FROM (
    SELECT i.provider_id, i.job_id, i.item_index / 10 * 10 AS first_index FROM bulk_job_item i
    WHERE i.status = 'queued' AND i.available_at < now() - silent
    ORDER BY i.available_at LIMIT 500) w
  WHERE NOT EXISTS (
    SELECT 1 FROM bulk_job_item b
    WHERE b.provider_id = w.provider_id AND b.job_id = w.job_id AND b.status = 'processing'
      AND b.item_index / 10 * 10 = w.first_index)
$$;
ALTER FUNCTION find_waiting_bulk_chunks(INTERVAL) OWNER TO hedgerow_definer;

-- Jobs past their time, with their items. They were 404 from the moment they expired.
CREATE FUNCTION purge_bulk_jobs() RETURNS INTEGER
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM bulk_job WHERE (provider_id, job_id) IN (
      SELECT provider_id, job_id FROM bulk_job WHERE expires_at <= now() ORDER BY expires_at LIMIT 1000)
    RETURNING 1)
  SELECT count(*)::integer FROM gone
$$;
ALTER FUNCTION purge_bulk_jobs() OWNER TO hedgerow_definer;

REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;

-- Puts one chunk of a job in the queue. As with soil, the queue belongs to whoever runs the migrations and the service's
-- role has no right on it but this. An entry that already waits is left alone unless `replace` asks for a new time; one
-- that is being worked on, or whose worker died, is followed by a new one.
CREATE FUNCTION enqueue_bulk_chunk(provider TEXT, job UUID, first_index INTEGER, wait INTERVAL, replace BOOLEAN)
RETURNS VOID
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name TEXT := 'bulk:' || job::text || ':' || first_index::text;
BEGIN
  IF NOT replace AND EXISTS (
    SELECT FROM graphile_worker.jobs j
    WHERE j.key = name AND j.locked_at IS NULL AND j.attempts < j.max_attempts) THEN
    RETURN;
  END IF;
  PERFORM graphile_worker.add_job(
    'run_bulk_items',
    json_build_object('providerId', provider, 'jobId', job, 'firstIndex', first_index),
    job_key => name, run_at => now() + wait, max_attempts => 1000);
END
$$;

-- The same for every chunk of a new job.
CREATE FUNCTION enqueue_bulk_job(provider TEXT, job UUID, items INTEGER) RETURNS VOID
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  FOR chunk IN 0..(items - 1) / 10 LOOP
    PERFORM public.enqueue_bulk_chunk(provider, job, chunk * 10, INTERVAL '0', true);
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION find_silent_bulk_items(INTERVAL), find_waiting_bulk_chunks(INTERVAL), purge_bulk_jobs(),
  enqueue_bulk_chunk(TEXT, UUID, INTEGER, INTERVAL, BOOLEAN), enqueue_bulk_job(TEXT, UUID, INTEGER) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_silent_bulk_items(INTERVAL), find_waiting_bulk_chunks(INTERVAL), purge_bulk_jobs(),
  enqueue_bulk_chunk(TEXT, UUID, INTEGER, INTERVAL, BOOLEAN), enqueue_bulk_job(TEXT, UUID, INTEGER) TO hedgerow_app;

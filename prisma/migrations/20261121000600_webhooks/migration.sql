-- Webhooks, an option of each provider: where to tell, what is to be told, and every attempt's outcome. What is told is
-- written by triggers on the rows it is about, so it is committed with them or not at all, whichever way in made the change.
SET search_path = public, gis;

CREATE TABLE "webhook_endpoint" (
  "provider_id" TEXT NOT NULL,
  "endpoint_id" UUID NOT NULL,
  "url" TEXT NOT NULL,
  "secret_sealed" BYTEA NOT NULL,
  "old_secret_sealed" BYTEA,
  "old_secret_until" TIMESTAMPTZ(3),
  "event_types" TEXT[],
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  "disabled_reason" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("provider_id", "endpoint_id"),
  CONSTRAINT "webhook_endpoint_event_types"
    CHECK ("event_types" <@ ARRAY['bulk_job.completed', 'field.changed'] AND cardinality("event_types") > 0),
  CONSTRAINT "webhook_endpoint_old_secret" CHECK (("old_secret_sealed" IS NULL) = ("old_secret_until" IS NULL))
);
CREATE UNIQUE INDEX "webhook_endpoint_provider_id_url_key" ON "webhook_endpoint"("provider_id", "url");

CREATE TABLE "webhook_delivery" (
  "provider_id" TEXT NOT NULL,
  "delivery_id" UUID NOT NULL,
  "endpoint_id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "event_type" TEXT NOT NULL,
  "payload" JSONB NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'pending',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "give_up_at" TIMESTAMPTZ(3) NOT NULL,
  "last_attempt_at" TIMESTAMPTZ(3),
  "last_status" INTEGER,
  "last_error" TEXT,
  "delivered_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("provider_id", "delivery_id"),
  CONSTRAINT "webhook_delivery_status" CHECK ("status" IN ('pending', 'delivered', 'failed')),
  CONSTRAINT "webhook_delivery_delivered" CHECK (("status" = 'delivered') = ("delivered_at" IS NOT NULL))
);
CREATE INDEX "webhook_delivery_provider_id_endpoint_id_created_at_idx"
  ON "webhook_delivery"("provider_id", "endpoint_id", "created_at");
CREATE INDEX "webhook_delivery_status_next_attempt_at_idx" ON "webhook_delivery"("status", "next_attempt_at");
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_provider_id_endpoint_id_fkey"
  FOREIGN KEY ("provider_id", "endpoint_id") REFERENCES "webhook_endpoint"("provider_id", "endpoint_id")
  ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
DECLARE
  name TEXT;
BEGIN
  FOREACH name IN ARRAY ARRAY['webhook_endpoint', 'webhook_delivery'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY provider_isolation ON %I USING (provider_id = current_setting(''hedgerow.provider_id'', true))
       WITH CHECK (provider_id = current_setting(''hedgerow.provider_id'', true))', name);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE ON "webhook_endpoint", "webhook_delivery" TO hedgerow_app;
GRANT DELETE ON "webhook_endpoint" TO hedgerow_app;

-- Finding and purging, whoever's they are ----------------------------------------------------------

CREATE POLICY definer_finds_deliveries ON "webhook_delivery" TO hedgerow_definer USING (true);
GRANT SELECT, DELETE ON "webhook_delivery" TO hedgerow_definer;
GRANT CREATE ON SCHEMA public TO hedgerow_definer;

-- Deliveries that were due that long ago: their queue entry may have died with its worker.
CREATE FUNCTION find_waiting_webhooks(silent INTERVAL) RETURNS TABLE (provider_id TEXT, delivery_id UUID)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.provider_id, d.delivery_id FROM webhook_delivery d
  WHERE d.status = 'pending' AND d.next_attempt_at < now() - silent
  ORDER BY d.next_attempt_at LIMIT 200
$$;
ALTER FUNCTION find_waiting_webhooks(INTERVAL) OWNER TO hedgerow_definer;

-- The log is kept for thirty days.
CREATE FUNCTION purge_webhook_deliveries() RETURNS INTEGER
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM webhook_delivery WHERE (provider_id, delivery_id) IN (
      SELECT provider_id, delivery_id FROM webhook_delivery
      WHERE status <> 'pending' AND next_attempt_at < now() - INTERVAL '30 days' LIMIT 1000)
    RETURNING 1)
  SELECT count(*)::integer FROM gone
$$;
ALTER FUNCTION purge_webhook_deliveries() OWNER TO hedgerow_definer;

REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;

-- As with bulk checks: the service's role has no right on the queue but this. By the flags a worker leaves out what it
-- has no turn for (lib/jobs/webhook-turns.ts).
CREATE FUNCTION enqueue_webhook(provider TEXT, delivery UUID, wait INTERVAL, replace BOOLEAN) RETURNS VOID
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name TEXT := 'webhook:' || delivery::text;
BEGIN
  IF NOT replace AND EXISTS (
    SELECT FROM graphile_worker.jobs j
    WHERE j.key = name AND j.locked_at IS NULL AND j.attempts < j.max_attempts) THEN
    RETURN;
  END IF;
  PERFORM graphile_worker.add_job(
    'deliver_webhook', json_build_object('providerId', provider, 'deliveryId', delivery),
    job_key => name, run_at => now() + wait, max_attempts => 1000,
    flags => ARRAY['webhook', 'webhook:' || provider]);
END
$$;
REVOKE ALL ON FUNCTION find_waiting_webhooks(INTERVAL), purge_webhook_deliveries(),
  enqueue_webhook(TEXT, UUID, INTERVAL, BOOLEAN) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_waiting_webhooks(INTERVAL), purge_webhook_deliveries(),
  enqueue_webhook(TEXT, UUID, INTERVAL, BOOLEAN) TO hedgerow_app;

-- What is told -------------------------------------------------------------------------------------

-- One delivery for every endpoint of the provider that wants this kind of event, all under the event's one id. Runs as
-- whoever made the change, so row-level security keeps it to that provider. Ids and states only: no boundary, no link,
-- no address. The time is rounded as columns round it: to_char alone cuts it off, and would be a millisecond before the
-- end it tells of.
CREATE FUNCTION tell_provider(provider TEXT, kind TEXT, told JSONB) RETURNS VOID
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  event UUID := gen_random_uuid();
  endpoint UUID;
  delivery UUID;
BEGIN
  FOR endpoint IN
    SELECT e.endpoint_id FROM webhook_endpoint e
    WHERE e.provider_id = provider AND e.enabled AND kind = ANY(e.event_types)
  LOOP
    INSERT INTO webhook_delivery (provider_id, delivery_id, endpoint_id, event_id, event_type, payload, give_up_at)
    VALUES (provider, gen_random_uuid(), endpoint, event, kind,
            jsonb_build_object('type', kind, 'data', told, 'timestamp',
                               to_char(now()::timestamptz(3) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
            now() + INTERVAL '24 hours')
    RETURNING delivery_id INTO delivery;
    PERFORM enqueue_webhook(provider, delivery, INTERVAL '0', true);
  END LOOP;
END
$$;

CREATE FUNCTION tell_of_bulk_job() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  failed INTEGER := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT count(*) INTO failed FROM bulk_job_item
    WHERE provider_id = NEW.provider_id AND job_id = NEW.job_id AND status = 'failed';
  END IF;
  PERFORM tell_provider(NEW.provider_id, 'bulk_job.completed', jsonb_build_object(
    'job_id', NEW.job_id, 'account_id', NEW.account_id, 'provider_group_id', NEW.provider_group_id,
    'status', NEW.status, 'total_items', NEW.total_items, 'succeeded', NEW.total_items - failed, 'failed', failed));
  RETURN NULL;
END
$$;
CREATE TRIGGER "bulk_job_born_complete_tells" AFTER INSERT ON "bulk_job" FOR EACH ROW
  WHEN (NEW.status NOT IN ('queued', 'processing')) EXECUTE FUNCTION tell_of_bulk_job();
CREATE TRIGGER "bulk_job_ended_tells" AFTER UPDATE ON "bulk_job" FOR EACH ROW
  WHEN (OLD.status IN ('queued', 'processing') AND NEW.status NOT IN ('queued', 'processing'))
  EXECUTE FUNCTION tell_of_bulk_job();

-- Every portal edit is a change event. An edit of one application concerns that one; any other concerns the
-- applications that share the field and year. That somebody has read a limitation changes no answer.
CREATE FUNCTION tell_of_change() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tell_provider(NEW.provider_id, 'field.changed', jsonb_build_object(
      'reason', NEW.kind, 'account_id', f.account_id, 'provider_field_id', f.provider_field_id, 'year', NEW.year,
      'application_event_ids', (
        SELECT coalesce(jsonb_agg(a.application_event_id ORDER BY a.application_event_id), '[]') FROM application a
        WHERE a.provider_id = f.provider_id AND a.field_id = f.field_id
          AND CASE WHEN NEW.application_event_id IS NULL THEN date_part('year', a.application_date) = NEW.year
                   ELSE a.application_event_id = NEW.application_event_id END)))
  FROM field f
  WHERE f.provider_id = NEW.provider_id AND f.field_id = NEW.field_id
    AND EXISTS (SELECT FROM webhook_endpoint e WHERE e.provider_id = NEW.provider_id AND e.enabled);
  RETURN NULL;
END
$$;
CREATE TRIGGER "change_event_tells" AFTER INSERT ON "change_event" FOR EACH ROW
  WHEN (NEW.kind <> 'reviewed') EXECUTE FUNCTION tell_of_change();

-- A field's boundary changed: every application on it reads differently until it is checked again.
CREATE FUNCTION tell_of_boundary() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoint e WHERE e.provider_id = NEW.provider_id AND e.enabled) THEN
    RETURN NULL;
  END IF;
  PERFORM tell_provider(NEW.provider_id, 'field.changed', jsonb_build_object(
    'reason', 'boundary', 'account_id', NEW.account_id, 'provider_field_id', NEW.provider_field_id, 'year', NULL,
    'application_event_ids', (
      SELECT coalesce(jsonb_agg(a.application_event_id ORDER BY a.application_event_id), '[]') FROM application a
      WHERE a.provider_id = NEW.provider_id AND a.field_id = NEW.field_id)));
  RETURN NULL;
END
$$;
CREATE TRIGGER "field_boundary_tells" AFTER UPDATE OF "boundary_hash" ON "field" FOR EACH ROW
  WHEN (OLD.boundary_hash IS DISTINCT FROM NEW.boundary_hash) EXECUTE FUNCTION tell_of_boundary();

-- Fewer locks for bulk checks ----------------------------------------------------------------------

-- As before, but a step that ends no item leaves the job's row alone once the job has begun: only ends are counted up,
-- so only they have to wait for each other.
CREATE OR REPLACE FUNCTION derive_bulk_job() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  current TEXT;
  state TEXT;
BEGIN
  IF NEW.status = OLD.status THEN RETURN NULL; END IF;
  IF NEW.status IN ('queued', 'processing') AND EXISTS (
    SELECT FROM bulk_job
    WHERE provider_id = NEW.provider_id AND job_id = NEW.job_id AND status = 'processing') THEN
    RETURN NULL;
  END IF;
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

-- The queue lies on one node. Where tables are spread over several (Citus), a provider's triggers run on the node of its rows,
-- which has no queue: the delivery waits there until a worker's sweep finds it.
CREATE OR REPLACE FUNCTION enqueue_webhook(provider TEXT, delivery UUID, wait INTERVAL, replace BOOLEAN) RETURNS VOID
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name TEXT := 'webhook:' || delivery::text;
BEGIN
  IF to_regclass('graphile_worker.jobs') IS NULL THEN RETURN; END IF;
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

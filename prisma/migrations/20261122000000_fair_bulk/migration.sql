-- One provider's large bulk job must not keep another's items waiting.
--
-- Chunks are begun in the order of their start times. Those of a new job are set ten seconds apart, behind what its
-- provider has in the queue already, and all of them in the past, so that an idle worker still begins every one at once.
-- A provider with nothing in the queue therefore goes before the depth of another's backlog, and no chunk is overtaken
-- by what is submitted later than its own place in its provider's backlog allows. Their priority is one lower than that
-- of other tasks, whose start times are not in the past.
CREATE OR REPLACE FUNCTION enqueue_bulk_job(provider TEXT, job UUID, items INTEGER) RETURNS VOID
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  flag TEXT := 'bulk:' || provider;
  ahead INTEGER;
BEGIN
  SELECT count(*) INTO ahead FROM graphile_worker.jobs j
  WHERE j.task_identifier = 'run_bulk_items' AND j.flags ? flag AND j.attempts < j.max_attempts;
  FOR chunk IN 0..(items - 1) / 10 LOOP
    PERFORM graphile_worker.add_job(
      'run_bulk_items',
      json_build_object('providerId', provider, 'jobId', job, 'firstIndex', chunk * 10),
      job_key => 'bulk:' || job::text || ':' || (chunk * 10)::text,
      run_at => least(now(), now() - INTERVAL '1 day' + (ahead + chunk) * INTERVAL '10 seconds'),
      priority => 1, max_attempts => 1000, flags => ARRAY[flag]);
  END LOOP;
END
$$;

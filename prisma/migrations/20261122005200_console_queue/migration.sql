-- What the operator's console sees of the queue, and the one thing that it may do there. The service's role has no right
-- on the queue itself. Before the first worker has run there is no queue.
CREATE FUNCTION read_job_queue()
RETURNS TABLE (task TEXT, waiting INTEGER, due INTEGER, running INTEGER, retrying INTEGER, given_up INTEGER,
               oldest_due_at TIMESTAMPTZ, last_error TEXT)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF to_regclass('graphile_worker.jobs') IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  SELECT j.task_identifier,
         count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts)::integer,
         count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts AND j.run_at <= now())::integer,
         count(*) FILTER (WHERE j.locked_at IS NOT NULL)::integer,
         count(*) FILTER (WHERE j.attempts > 0 AND j.attempts < j.max_attempts)::integer,
         count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts >= j.max_attempts)::integer,
         min(j.run_at) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts AND j.run_at <= now()),
         left((array_agg(j.last_error ORDER BY j.updated_at DESC) FILTER (WHERE j.last_error IS NOT NULL))[1], 300)
  FROM graphile_worker.jobs j
  GROUP BY j.task_identifier ORDER BY j.task_identifier;
END
$$;

-- Entries of a task that were tried as often as they may be, once more from the start. Returns how many.
CREATE FUNCTION retry_given_up_jobs(wanted_task TEXT) RETURNS INTEGER
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  ids BIGINT[];
BEGIN
  IF to_regclass('graphile_worker.jobs') IS NULL THEN
    RETURN 0;
  END IF;
  SELECT array_agg(j.id) INTO ids FROM graphile_worker.jobs j
  WHERE j.task_identifier = wanted_task AND j.locked_at IS NULL AND j.attempts >= j.max_attempts;
  IF ids IS NULL THEN
    RETURN 0;
  END IF;
  RETURN (SELECT count(*)::integer FROM graphile_worker.reschedule_jobs(ids, run_at => now(), attempts => 0));
END
$$;
REVOKE ALL ON FUNCTION read_job_queue(), retry_given_up_jobs(TEXT) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION read_job_queue(), retry_given_up_jobs(TEXT) TO hedgerow_app;

-- Whether an application has an item of a later bulk job that still waits is asked as each item ends.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bulk_job_item_waiting_idx"
  ON public."bulk_job_item"("provider_id", "account_id", "application_id") WHERE "status" IN ('queued', 'processing');

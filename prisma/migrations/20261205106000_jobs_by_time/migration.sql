-- A provider's bulk jobs from one entry of their list on.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bulk_job_provider_id_created_at_job_id_idx"
  ON public."bulk_job"("provider_id", "created_at" DESC, "job_id" DESC);

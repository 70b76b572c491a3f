-- The records of a year are found by the day on which they were made.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "application_record_provider_id_applied_on_idx"
  ON public."application_record"("provider_id", "applied_on");

-- The same of what ends before its day.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "recheck_ending_provider_id_found_at_application_event_id_idx"
  ON public."recheck_ending"("provider_id", "found_at" DESC, "application_event_id");

-- A provider's rechecks from one entry of their list on.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "recheck_provider_id_found_at_application_event_id_idx"
  ON public."recheck"("provider_id", "found_at" DESC, "application_event_id");

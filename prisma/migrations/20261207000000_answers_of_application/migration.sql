-- What was answered about an application before the last answer, without the history of all that was ever chosen for its field.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "change_event_answer_idx"
  ON public."change_event"("provider_id", "application_event_id", "change_id") WHERE "kind" = 'attestation';

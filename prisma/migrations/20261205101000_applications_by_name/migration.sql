-- An application is looked for by its name alone, too, for which the index with the account before the name was read whole.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "application_provider_id_application_id_account_id_idx"
  ON public."application"("provider_id", "application_id", "account_id");

-- Fields of an account, and a provider's fields from one entry of their list on: each page of them sorted all that a provider has.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "field_provider_id_account_id_provider_field_id_field_id_idx"
  ON public."field"("provider_id", "account_id", "provider_field_id", "field_id");

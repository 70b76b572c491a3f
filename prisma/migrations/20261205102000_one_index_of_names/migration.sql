-- The index before this one serves all that it served. Dropped in a moment, by a transaction that waits for no one for long.
DROP INDEX IF EXISTS public."application_provider_id_account_id_application_id_idx";

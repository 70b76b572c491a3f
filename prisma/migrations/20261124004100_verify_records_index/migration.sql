-- A signed record is looked up by its hash.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "application_record_record_hash_idx" ON public."application_record"("record_hash");

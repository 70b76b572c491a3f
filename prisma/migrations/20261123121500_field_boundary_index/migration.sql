-- The nightly purge of soil analyses asks for each whether a field has its boundary.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "field_boundary_hash_idx" ON public."field"("boundary_hash");

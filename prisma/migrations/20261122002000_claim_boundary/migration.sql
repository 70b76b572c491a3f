-- The boundary that the holder of a field's claim is working on. A check of another application at the same boundary
-- waits for it. Null: a request that does not say, or an application's claim.
ALTER TABLE claim ADD COLUMN boundary_hash text;

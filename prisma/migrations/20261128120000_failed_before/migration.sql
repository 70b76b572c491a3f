-- Whether an application that waits for a bulk job had failed before it: one whose item is refused before any work stays as it was.
SET search_path = public, gis;

ALTER TABLE application ADD COLUMN failed_before BOOLEAN NOT NULL DEFAULT false;

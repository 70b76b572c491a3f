-- The text that a number stands for, so that which of two texts has the number of their area, product and code does not go by the order
-- in which a source lists them. Null: not noted yet; the next import notes what the set in force says.
SET search_path = public, gis;

ALTER TABLE limitation_identity ADD COLUMN text_hash TEXT;

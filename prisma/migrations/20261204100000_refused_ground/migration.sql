-- What sets of counties and of ground beside fields left out because its record was refused, as those of areas have it. A field on
-- ground of a refused county must not count as its neighbor's, and a buffer must not take its credit from managed ground on which a
-- refused record may have drawn water or habitat.
SET search_path = public, gis;

ALTER TABLE "unloaded_record" ADD COLUMN "name" TEXT;

ALTER TABLE "unloaded_record" DROP CONSTRAINT "unloaded_record_part";
ALTER TABLE "unloaded_record" ADD CONSTRAINT "unloaded_record_part" CHECK (
  "part" IN ('feature', 'limitation', 'county', 'ground')) NOT VALID;
ALTER TABLE "unloaded_record" VALIDATE CONSTRAINT "unloaded_record_part";

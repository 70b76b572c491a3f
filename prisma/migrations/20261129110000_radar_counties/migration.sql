-- The radar looks at switches of counties as well: points, credits, and bans go by the county of a field.
SET search_path = public, gis;

ALTER TABLE "radar_run" DROP CONSTRAINT "radar_run_kind";
ALTER TABLE "radar_run" ADD CONSTRAINT "radar_run_kind" CHECK (
  CASE WHEN "kind" = 'tables' THEN num_nonnulls("before_release", "after_release") = 2 AND num_nulls("before_id", "after_id") = 2
       ELSE "kind" IN ('pula', 'county', 'catalogue') AND num_nonnulls("before_id", "after_id") = 2
         AND num_nulls("before_release", "after_release") = 2 END) NOT VALID;

ALTER TABLE "data_preview" DROP CONSTRAINT "data_preview_kind";
ALTER TABLE "data_preview" ADD CONSTRAINT "data_preview_kind" CHECK (
  "kind" IN ('pula', 'county', 'catalogue', 'tables') AND ("kind" = 'tables') = ("tables" IS NOT NULL)) NOT VALID;

ALTER TABLE "radar_run" VALIDATE CONSTRAINT "radar_run_kind";
ALTER TABLE "data_preview" VALIDATE CONSTRAINT "data_preview_kind";

-- What a switch changed of planned applications stays once its sets are removed. A set that judged nothing is removed two switches later,
-- and took with it what the switch to it had changed of applications that an older set had judged.
SET search_path = public, gis;

-- Names of sets that are gone; null where they are there.
ALTER TABLE "radar_run" ADD COLUMN "before_version" TEXT, ADD COLUMN "after_version" TEXT;

-- A run that has yet to look needs both.
ALTER TABLE "radar_run" DROP CONSTRAINT "radar_run_kind";
ALTER TABLE "radar_run" ADD CONSTRAINT "radar_run_kind" CHECK (
  CASE WHEN "kind" = 'tables' THEN num_nonnulls("before_release", "after_release") = 2 AND num_nulls("before_id", "after_id") = 2
       ELSE "kind" IN ('pula', 'county', 'catalogue') AND num_nulls("before_release", "after_release") = 2
         AND ("finished_at" IS NOT NULL OR num_nonnulls("before_id", "after_id") = 2) END) NOT VALID;

ALTER TABLE "radar_run" DROP CONSTRAINT "radar_run_before_id_fkey";
ALTER TABLE "radar_run" ADD CONSTRAINT "radar_run_before_id_fkey"
  FOREIGN KEY ("before_id") REFERENCES "data_set"("data_set_id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE "radar_run" DROP CONSTRAINT "radar_run_after_id_fkey";
ALTER TABLE "radar_run" ADD CONSTRAINT "radar_run_after_id_fkey"
  FOREIGN KEY ("after_id") REFERENCES "data_set"("data_set_id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

ALTER TABLE "radar_run" VALIDATE CONSTRAINT "radar_run_kind";
ALTER TABLE "radar_run" VALIDATE CONSTRAINT "radar_run_before_id_fkey";
ALTER TABLE "radar_run" VALIDATE CONSTRAINT "radar_run_after_id_fkey";

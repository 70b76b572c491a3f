-- The worker asks the soil survey when its areas were published last.
-- "edition" is the survey's own count of publications. "stale_before": soil of the area that was stored until then is no longer used,
-- whatever its version: the survey's catalog no longer has the area, or has an earlier publication of it.
ALTER TABLE "soil_survey_area" ADD COLUMN "edition" INTEGER;
ALTER TABLE "soil_survey_area" ADD COLUMN "stale_before" TIMESTAMPTZ(3);

ALTER TABLE "data_refresh" DROP CONSTRAINT "data_refresh_kind";
ALTER TABLE "data_refresh" ADD CONSTRAINT "data_refresh_kind" CHECK ("kind" IN ('pula', 'county', 'labels', 'soil')) NOT VALID;

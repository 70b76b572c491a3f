-- PULA sets whose outlines and pieces lie in a file: kept for the reports of applications that they judged.
SET search_path = public, gis;

CREATE TABLE "data_set_archive" (
  "data_set_id" INTEGER NOT NULL,
  -- As every process finds it.
  "file" TEXT NOT NULL,
  "bytes" BIGINT NOT NULL,
  "archived_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "data_set_archive_pkey" PRIMARY KEY ("data_set_id")
);
ALTER TABLE "data_set_archive" ADD CONSTRAINT "data_set_archive_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;
GRANT SELECT ON "data_set_archive" TO hedgerow_app;

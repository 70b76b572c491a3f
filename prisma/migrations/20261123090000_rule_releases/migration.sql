-- The radar looks at releases whose rule tables differ: menus, county classes, credits, and the other tables of the project.
SET search_path = public, gis;

-- The tables that answers rested on, whole, from the first worker that ran them: the next release is compared with them.
-- A row is added only where something differs that answers rest on.
CREATE TABLE "rule_release" (
  "release_id" SERIAL NOT NULL,
  "digest" TEXT NOT NULL,
  "tables" JSONB NOT NULL,
  "editions" TEXT[] NOT NULL,
  "noted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "rule_release_pkey" PRIMARY KEY ("release_id")
);
GRANT SELECT ("release_id", "digest", "editions", "noted_at") ON "rule_release" TO hedgerow_app;

ALTER TABLE "radar_run" ALTER COLUMN "before_id" DROP NOT NULL, ALTER COLUMN "after_id" DROP NOT NULL,
  ADD COLUMN "before_release" INTEGER, ADD COLUMN "after_release" INTEGER,
  -- Why the two could not be compared; null: they could.
  ADD COLUMN "problem" TEXT;
ALTER TABLE "radar_run" ADD CONSTRAINT "radar_run_before_release_fkey"
  FOREIGN KEY ("before_release") REFERENCES "rule_release"("release_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "radar_run" ADD CONSTRAINT "radar_run_after_release_fkey"
  FOREIGN KEY ("after_release") REFERENCES "rule_release"("release_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "radar_run" DROP CONSTRAINT "radar_run_kind";
ALTER TABLE "radar_run" ADD CONSTRAINT "radar_run_kind" CHECK (
  CASE WHEN "kind" = 'tables' THEN num_nonnulls("before_release", "after_release") = 2 AND num_nulls("before_id", "after_id") = 2
       ELSE "kind" IN ('pula', 'catalogue') AND num_nonnulls("before_id", "after_id") = 2
         AND num_nulls("before_release", "after_release") = 2 END);
-- One release takes the place of another once, however many workers start with it.
CREATE UNIQUE INDEX "radar_run_after_release_key" ON "radar_run"("after_release");

-- A release is in force once no worker runs the tables of another. Null: a worker of a release that did not say.
ALTER TABLE "worker_beat" ADD COLUMN "tables_digest" TEXT;

-- Every look at a publisher for newer data, scheduled or by hand, and what came of it.
CREATE TABLE "data_refresh" (
  "refresh_id" SERIAL NOT NULL,
  "kind" TEXT NOT NULL,
  "asked_by" TEXT NOT NULL,
  "dry_run" BOOLEAN NOT NULL DEFAULT false,
  "outcome" TEXT NOT NULL DEFAULT 'running',
  "version" TEXT,
  "detail" TEXT,
  "report" JSONB NOT NULL DEFAULT '{}',
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "data_refresh_pkey" PRIMARY KEY ("refresh_id"),
  CONSTRAINT "data_refresh_kind" CHECK ("kind" IN ('pula', 'county', 'labels')),
  CONSTRAINT "data_refresh_asked_by" CHECK ("asked_by" IN ('schedule', 'operator')),
  CONSTRAINT "data_refresh_outcome"
    CHECK ("outcome" IN ('running', 'unchanged', 'waiting', 'switched', 'noted', 'held', 'failed')),
  CONSTRAINT "data_refresh_ended" CHECK (("outcome" = 'running') = ("ended_at" IS NULL))
);
CREATE INDEX "data_refresh_kind_started_at_idx" ON "data_refresh"("kind", "started_at");

-- Labels that EPA lists and no one has entered. Once one is newer than the edition held, that edition no longer binds.
CREATE TABLE "seen_label" (
  "registration" TEXT NOT NULL,
  "label_date" DATE NOT NULL,
  "file" TEXT NOT NULL,
  "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "seen_label_pkey" PRIMARY KEY ("registration")
);
GRANT SELECT ON "data_refresh", "seen_label" TO hedgerow_app;

-- What a PULA set left out because its record was refused. An area must never look free of limitations because its row
-- could not be read: a refused polygon makes its ground uncovered, a refused limitation asks for its area to be reviewed.
CREATE TABLE "unloaded_record" (
  "unloaded_id" BIGSERIAL NOT NULL,
  "data_set_id" INTEGER NOT NULL,
  "part" TEXT NOT NULL,
  "record_number" INTEGER NOT NULL,
  -- Null where the record did not say it in a readable way; it is then taken for any.
  "pula_id" INTEGER,
  "code" TEXT,
  "registration" TEXT,
  "active_ingredient" TEXT,
  "reason" TEXT NOT NULL,
  -- A box around the refused ground; null where it was unreadable, and then no ground of the set is covered.
  "ground" geometry(Polygon, 4326),
  CONSTRAINT "unloaded_record_pkey" PRIMARY KEY ("unloaded_id"),
  CONSTRAINT "unloaded_record_part" CHECK ("part" IN ('feature', 'limitation'))
);
CREATE INDEX "unloaded_record_data_set_id_part_idx" ON "unloaded_record"("data_set_id", "part");
ALTER TABLE "unloaded_record" ADD CONSTRAINT "unloaded_record_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;
GRANT SELECT ON "unloaded_record" TO hedgerow_app;

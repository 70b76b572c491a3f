-- Which data sets applications were judged by. A set in this list is never deleted, so that a report of years ago can
-- still be drawn from the ground it was judged on.
CREATE TABLE "data_set_use" (
  "kind" TEXT NOT NULL,
  "version" TEXT NOT NULL,
  "first_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "data_set_use_pkey" PRIMARY KEY ("kind", "version")
);
GRANT SELECT ON "data_set_use" TO hedgerow_app;
-- Any set that is here today may have judged something: looking through every assessment would take too long.
INSERT INTO "data_set_use" ("kind", "version") SELECT "kind", "version" FROM "data_set" WHERE "state" = 'ready';

-- Search pieces of sets that are no longer searched. They would lie in the same index as those in force, and every check
-- would read past them; here they are found by set and area.
CREATE TABLE "pula_piece_archive" (
  "piece_id" BIGINT NOT NULL,
  "data_set_id" INTEGER NOT NULL,
  "pula_id" INTEGER NOT NULL,
  "geom" geometry(Polygon, 4326) NOT NULL,
  CONSTRAINT "pula_piece_archive_pkey" PRIMARY KEY ("piece_id")
);
CREATE INDEX "pula_piece_archive_data_set_id_pula_id_idx" ON "pula_piece_archive"("data_set_id", "pula_id");
ALTER TABLE "pula_piece_archive" ADD CONSTRAINT "pula_piece_archive_data_set_id_pula_id_fkey"
  FOREIGN KEY ("data_set_id", "pula_id") REFERENCES "pula"("data_set_id", "pula_id")
  ON DELETE CASCADE ON UPDATE CASCADE;
GRANT SELECT ON "pula_piece_archive" TO hedgerow_app;

-- Notes the sets of an assessment as it is saved, whichever way it is saved. A set is noted once; after that a save only
-- finds it in the list.
CREATE FUNCTION note_data_set_use() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO data_set_use (kind, version)
  SELECT d.kind, d.version
  FROM jsonb_each_text(NEW.body->'dataVersions') AS named(kind, version) JOIN data_set d USING (kind, version)
  WHERE NOT EXISTS (SELECT FROM data_set_use u WHERE u.kind = d.kind AND u.version = d.version)
  ORDER BY d.kind, d.version
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
GRANT CREATE ON SCHEMA public TO hedgerow_definer;
ALTER FUNCTION note_data_set_use() OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
GRANT SELECT ON "data_set" TO hedgerow_definer;
GRANT SELECT, INSERT ON "data_set_use" TO hedgerow_definer;
REVOKE ALL ON FUNCTION note_data_set_use() FROM PUBLIC;
CREATE TRIGGER note_data_set_use AFTER INSERT ON "assessment" FOR EACH ROW EXECUTE FUNCTION note_data_set_use();

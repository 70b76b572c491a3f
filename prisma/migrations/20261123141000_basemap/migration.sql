-- What the map draws so that a farmer knows the place: roads, section lines, waters, and places, with their names. It
-- judges nothing. Who published a set is shown on the map.
SET search_path = public, gis;

ALTER TABLE "data_set" ADD COLUMN "attribution" TEXT, ADD COLUMN "license" TEXT;
ALTER TABLE "data_set" DROP CONSTRAINT "data_set_kind";
ALTER TABLE "data_set" ADD CONSTRAINT "data_set_kind"
  CHECK ("kind" IN ('pula', 'county', 'soil', 'catalogue', 'features', 'basemap'));

-- One row a piece of at most 256 vertices, so that a long river costs a tile no more than what of it lies there. There is
-- no table of whole shapes: nothing is measured or judged by them, and it would hold every line twice.
CREATE TABLE "basemap_part" (
  "data_set_id" INTEGER NOT NULL,
  "feature_number" INTEGER NOT NULL,
  "part" INTEGER NOT NULL,
  "layer" TEXT NOT NULL,
  -- 0 stands out most. Where a tile would be too large, the highest go first.
  "rank" SMALLINT NOT NULL,
  -- Farther out than this zoom it is not drawn.
  "min_zoom" SMALLINT NOT NULL,
  "name" TEXT,
  "geom" geometry(Geometry, 4326) NOT NULL,
  CONSTRAINT "basemap_part_pkey" PRIMARY KEY ("data_set_id", "feature_number", "part"),
  CONSTRAINT "basemap_part_layer" CHECK ("layer" IN ('road', 'section', 'water', 'place'))
) PARTITION BY LIST ("data_set_id");
CREATE INDEX "basemap_part_geom_idx" ON "basemap_part" USING GIST ("geom");
-- A tile of zoom 9 lies over thousands of local roads and draws none of them.
CREATE INDEX "basemap_part_far_idx" ON "basemap_part" USING GIST ("geom") WHERE "min_zoom" <= 11;

GRANT SELECT ON "basemap_part" TO hedgerow_app;

-- A partition for each set, as all shapes of reference data have it (docs/decisions/0025).
CREATE OR REPLACE FUNCTION partitioned_tables(kind TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE kind WHEN 'pula' THEN ARRAY['pula_feature', 'pula_piece']
                   WHEN 'county' THEN ARRAY['county_piece']
                   WHEN 'soil' THEN ARRAY['soil_piece']
                   WHEN 'features' THEN ARRAY['feature', 'feature_piece']
                   WHEN 'basemap' THEN ARRAY['basemap_part']
                   ELSE '{}'::text[] END
$$;

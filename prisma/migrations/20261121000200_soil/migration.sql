-- Soil: source data of the survey by grid cell, analyses by boundary, and the local mirror's data sets.
-- All of it is shared reference data: no row names a provider.

-- The newest publication of each survey area that any answer has named; older source data and analyses are stale.
CREATE TABLE "soil_survey_area" (
  "area_symbol" TEXT NOT NULL,
  "version" TEXT NOT NULL,
  "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "soil_survey_area_pkey" PRIMARY KEY ("area_symbol")
);

-- One square of the grid, 0.02 degrees a side. `fetch_id` names the answer whose polygons count: a second process
-- that stores the same square at the same time replaces it whole, and never adds to it.
CREATE TABLE "soil_cell" (
  "cell_x" INTEGER NOT NULL,
  "cell_y" INTEGER NOT NULL,
  "fetch_id" UUID NOT NULL,
  "areas" JSONB NOT NULL,
  "fetched_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "soil_cell_pkey" PRIMARY KEY ("cell_x", "cell_y")
);

-- Map unit polygons clipped to their square. Without a map unit there is no data; a map unit's own nulls are real.
CREATE TABLE "soil_cell_polygon" (
  "polygon_id" BIGSERIAL NOT NULL,
  "cell_x" INTEGER NOT NULL,
  "cell_y" INTEGER NOT NULL,
  "fetch_id" UUID NOT NULL,
  "mukey" TEXT NOT NULL,
  "has_map_unit" BOOLEAN NOT NULL,
  "musym" TEXT,
  "muname" TEXT,
  "hydgrpdcd" TEXT,
  "slopegradwta" DOUBLE PRECISION,
  "geom" geometry(MultiPolygon, 4326) NOT NULL,
  CONSTRAINT "soil_cell_polygon_pkey" PRIMARY KEY ("polygon_id")
);
CREATE INDEX "soil_cell_polygon_cell_x_cell_y_idx" ON "soil_cell_polygon"("cell_x", "cell_y");
CREATE INDEX "soil_cell_polygon_geom_idx" ON "soil_cell_polygon" USING GIST ("geom");

-- What a boundary's ground was found to be; the boundary itself is not here, only its hash.
CREATE TABLE "soil_analysis" (
  "boundary_hash" TEXT NOT NULL,
  "origin" TEXT NOT NULL,
  "processing_version" INTEGER NOT NULL,
  "survey_version" TEXT NOT NULL,
  "areas" JSONB NOT NULL,
  "summary" JSONB NOT NULL,
  "analyzed_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "soil_analysis_pkey" PRIMARY KEY ("boundary_hash"),
  CONSTRAINT "soil_analysis_origin" CHECK ("origin" IN ('mirror', 'survey'))
);
CREATE INDEX "soil_analysis_analyzed_at_idx" ON "soil_analysis"("analyzed_at");

-- The local mirror, a data set of kind `soil`.
CREATE TABLE "soil_map_unit" (
  "data_set_id" INTEGER NOT NULL,
  "mukey" TEXT NOT NULL,
  "musym" TEXT,
  "muname" TEXT,
  "hydgrpdcd" TEXT,
  "slopegradwta" DOUBLE PRECISION,
  CONSTRAINT "soil_map_unit_pkey" PRIMARY KEY ("data_set_id", "mukey")
);
ALTER TABLE "soil_map_unit" ADD CONSTRAINT "soil_map_unit_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- No foreign key to the map unit: real tables lack some, and their ground counts as no data.
CREATE TABLE "soil_piece" (
  "piece_id" BIGSERIAL NOT NULL,
  "data_set_id" INTEGER NOT NULL,
  "mukey" TEXT NOT NULL,
  "geom" geometry(Polygon, 4326) NOT NULL,
  CONSTRAINT "soil_piece_pkey" PRIMARY KEY ("piece_id")
);
CREATE INDEX "soil_piece_data_set_id_mukey_idx" ON "soil_piece"("data_set_id", "mukey");
CREATE INDEX "soil_piece_geom_idx" ON "soil_piece" USING GIST ("geom");
ALTER TABLE "soil_piece" ADD CONSTRAINT "soil_piece_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE, DELETE ON "soil_survey_area", "soil_cell", "soil_cell_polygon", "soil_analysis"
  TO hedgerow_app;
GRANT USAGE ON SEQUENCE "soil_cell_polygon_polygon_id_seq" TO hedgerow_app;
GRANT SELECT ON "soil_map_unit", "soil_piece" TO hedgerow_app;

-- Puts the loading of a field's soil in the queue. The queue's own tables belong to whoever runs the migrations, and
-- the service's role has no rights on them; this function is all it may do there. The queue is prepared after the
-- migrations (scripts/migrate.ts), so its name is looked up when the function runs.
CREATE FUNCTION enqueue_soil_enrichment(provider TEXT, field UUID, hash TEXT) RETURNS VOID
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    'enrich_soil',
    json_build_object('providerId', provider, 'fieldId', field, 'boundaryHash', hash),
    job_key => 'enrich_soil:' || field::text || ':' || hash,
    run_at => now() + INTERVAL '30 seconds',
    max_attempts => 12);
END
$$;
REVOKE ALL ON FUNCTION enqueue_soil_enrichment(TEXT, UUID, TEXT) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_soil_enrichment(TEXT, UUID, TEXT) TO hedgerow_app;

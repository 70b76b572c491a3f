-- Drift at application time: ground beside fields as a reference set, what the portal adds to a field or an application,
-- and what a computation leaves behind.
SET search_path = public, gis;

-- Ground beside fields -----------------------------------------------------------------------------

-- `outline`: how the ground was drawn. `line_width`: a line with a width of its own. `line_default`: a line whose width
-- the operator gave for all lines of the file.
CREATE TABLE "feature" (
  "data_set_id" INTEGER NOT NULL,
  "feature_number" INTEGER NOT NULL,
  "kind" TEXT NOT NULL,
  "category" TEXT NOT NULL,
  "label" TEXT,
  "outline" TEXT NOT NULL,
  "geom" geometry(MultiPolygon, 4326) NOT NULL,
  CONSTRAINT "feature_pkey" PRIMARY KEY ("data_set_id", "feature_number"),
  CONSTRAINT "feature_kind" CHECK ("kind" IN ('managed', 'non_managed')),
  CONSTRAINT "feature_outline" CHECK ("outline" IN ('polygon', 'line_width', 'line_default'))
);
ALTER TABLE "feature" ADD CONSTRAINT "feature_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The same ground in pieces of at most 256 vertices: what searches run on.
CREATE TABLE "feature_piece" (
  "piece_id" BIGSERIAL NOT NULL,
  "data_set_id" INTEGER NOT NULL,
  "feature_number" INTEGER NOT NULL,
  "geom" geometry(Polygon, 4326) NOT NULL,
  CONSTRAINT "feature_piece_pkey" PRIMARY KEY ("piece_id")
);
CREATE INDEX "feature_piece_data_set_id_feature_number_idx" ON "feature_piece"("data_set_id", "feature_number");
CREATE INDEX "feature_piece_geom_idx" ON "feature_piece" USING GIST ("geom");
ALTER TABLE "feature_piece" ADD CONSTRAINT "feature_piece_data_set_id_feature_number_fkey"
  FOREIGN KEY ("data_set_id", "feature_number") REFERENCES "feature"("data_set_id", "feature_number")
  ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT ON "feature", "feature_piece" TO hedgerow_app;

-- What the portal adds -----------------------------------------------------------------------------

-- Ground that someone drew beside a field. It counts while `boundary_hash` is the field's: the boundary it was drawn on,
-- or was confirmed for since.
CREATE TABLE "drawn_feature" (
  "provider_id" TEXT NOT NULL,
  "feature_id" UUID NOT NULL,
  "field_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "category" TEXT NOT NULL,
  "label" TEXT,
  "geom" geometry(MultiPolygon, 4326) NOT NULL,
  "boundary_hash" TEXT NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "drawn_feature_pkey" PRIMARY KEY ("provider_id", "feature_id"),
  CONSTRAINT "drawn_feature_kind" CHECK ("kind" IN ('managed', 'non_managed'))
);
CREATE INDEX "drawn_feature_provider_id_field_id_idx" ON "drawn_feature"("provider_id", "field_id");
ALTER TABLE "drawn_feature" ADD CONSTRAINT "drawn_feature_provider_id_field_id_fkey"
  FOREIGN KEY ("provider_id", "field_id") REFERENCES "field"("provider_id", "field_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

-- The edges of a field that someone marked as downslope, as lines of that very boundary.
CREATE TABLE "downslope_mark" (
  "provider_id" TEXT NOT NULL,
  "field_id" UUID NOT NULL,
  "boundary_hash" TEXT NOT NULL,
  "lines" geometry(MultiLineString, 4326) NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "downslope_mark_pkey" PRIMARY KEY ("provider_id", "field_id")
);
ALTER TABLE "downslope_mark" ADD CONSTRAINT "downslope_mark_provider_id_field_id_fkey"
  FOREIGN KEY ("provider_id", "field_id") REFERENCES "field"("provider_id", "field_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

-- A drift practice that someone says is in place for one application.
CREATE TABLE "drift_claim" (
  "provider_id" TEXT NOT NULL,
  "application_event_id" UUID NOT NULL,
  "sub_option_id" INTEGER NOT NULL,
  "custom_value" DOUBLE PRECISION,
  "notes" TEXT,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "drift_claim_pkey" PRIMARY KEY ("provider_id", "application_event_id", "sub_option_id")
);
ALTER TABLE "drift_claim" ADD CONSTRAINT "drift_claim_provider_id_application_event_id_fkey"
  FOREIGN KEY ("provider_id", "application_event_id") REFERENCES "application"("provider_id", "application_event_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

-- What a computation leaves --------------------------------------------------------------------------

ALTER TABLE "application" ADD COLUMN "weather" JSONB;
ALTER TABLE "application" ADD COLUMN "last_computation" JSONB;
ALTER TABLE "application" ADD COLUMN "adjuvant_results" JSONB;

-- Where the buffer of the last computation lies: for reports and the portal, never part of the API's snapshot.
CREATE TABLE "drift_placement" (
  "provider_id" TEXT NOT NULL,
  "application_event_id" UUID NOT NULL,
  "computed_at" TIMESTAMPTZ(3) NOT NULL,
  "boundary_hash" TEXT NOT NULL,
  "buffer" geometry(MultiPolygon, 4326),
  "treatable" geometry(MultiPolygon, 4326),
  CONSTRAINT "drift_placement_pkey" PRIMARY KEY ("provider_id", "application_event_id")
);
ALTER TABLE "drift_placement" ADD CONSTRAINT "drift_placement_provider_id_application_event_id_fkey"
  FOREIGN KEY ("provider_id", "application_event_id") REFERENCES "application"("provider_id", "application_event_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

-- Row-level security ----------------------------------------------------------------------------------

DO $$
DECLARE
  name TEXT;
BEGIN
  FOREACH name IN ARRAY ARRAY['drawn_feature', 'downslope_mark', 'drift_claim', 'drift_placement'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY provider_isolation ON %I USING (provider_id = current_setting(''hedgerow.provider_id'', true))
       WITH CHECK (provider_id = current_setting(''hedgerow.provider_id'', true))', name);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE, DELETE ON "drawn_feature", "downslope_mark", "drift_claim", "drift_placement"
  TO hedgerow_app;

-- A boundary that changes takes its marks with it, whoever changes it: they are edges that are no more.
CREATE FUNCTION clear_downslope_marks() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = public, gis AS $$
BEGIN
  DELETE FROM downslope_mark
  WHERE provider_id = NEW.provider_id AND field_id = NEW.field_id
    AND boundary_hash IS DISTINCT FROM NEW.boundary_hash;
  RETURN NULL;
END
$$;
CREATE TRIGGER field_boundary_changed AFTER UPDATE OF boundary_hash ON "field"
  FOR EACH ROW WHEN (OLD.boundary_hash IS DISTINCT FROM NEW.boundary_hash)
  EXECUTE FUNCTION clear_downslope_marks();

-- Every kind of portal change stands in the history.
ALTER TABLE "change_event" DROP CONSTRAINT "change_event_kind";
ALTER TABLE "change_event" ADD CONSTRAINT "change_event_kind"
  CHECK ("kind" IN ('selection', 'exemption', 'drift_claim', 'drawn_feature', 'downslope', 'reviewed'));

import type { Feature, FeatureCollection, MultiPolygon, Polygon } from "geojson";
import { expect, it, test } from "vitest";
import { describeWithSharedData, readSharedJson, readSharedNdjson } from "@/tests/support/shared-data";
import { accepted, check, codesOf, faultsOf } from "@/tests/unit/geo/checking";

// The published shapes are countries wide.
const ANYWHERE = { maxAreaHa: Infinity };
const featuresOf = (path: string) => (readSharedJson(path) as FeatureCollection<Polygon | MultiPolygon>).features;

describeWithSharedData("boundaries of the shared data", () => {
  it("are accepted and refused at the limit of positions as marked", () => {
    const features = featuresOf("fields/derived_position_limit_fields.geojson.gz");
    const judged = features.map((field) => codesOf(check(field)));
    expect(judged).toEqual([[], [], ["too_many_positions"], ["too_many_positions"]]);
    const expected = features.map((field) => String(field.properties?.expected) === "accept");
    expect(judged.map((codes) => codes.length === 0)).toEqual(expected);
  });

  it("of the USDA sample are accepted but for the 4 that cross themselves, each with its place", () => {
    const refused = featuresOf("fields/usda_csb_1724_sample.geojson").flatMap((field) => faultsOf(check(field)));
    expect(refused).toHaveLength(4);
    for (const fault of refused) {
      expect(fault.message).toMatch(
        /^The boundary is not valid: Ring Self-intersection at longitude -10\d\.\d+, latitude 3\d\.\d+\.$/,
      );
    }
  });

  test.each([
    "fields/derived_alabama_fields_with_expected_pulas.geojson.gz",
    "fields/sc_center_pivots_2009_2021.geojson.gz",
    "fields/derived_multipart_fields.geojson",
    "fields/ofpetrial_field_boundary_with_holes.geojson",
    "fields/ofpetrial_boundary-irregular1.geojson",
  ])("%s: every field is accepted, coordinates unchanged", (path) => {
    for (const field of featuresOf(path)) {
      const { geometry } = field;
      const parts = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
      expect(accepted(check(field)).coordinates).toEqual(parts);
    }
  });

  const turf = readSharedNdjson("validity/turf_self_intersection_cases.ndjson") as {
    name: string;
    expected_kinks: number | null;
    geojson: Feature | FeatureCollection | Polygon;
  }[];
  test.each(turf.filter(({ expected_kinks }) => (expected_kinks ?? 0) > 0))(
    "turf's $name is refused",
    ({ geojson }) => {
      expect(codesOf(check(geojson, "any", ANYWHERE)).length).toBeGreaterThan(0);
    },
  );

  const hints = readSharedNdjson("validity/geojsonhint_cases.ndjson") as { file: string; kind: string; text: string }[];

  // Readers may not refuse a ring for its winding order (RFC 7946 section 3.1.6), and an altitude at one end of a ring
  // is dropped like any other.
  const TAKEN = ["bad-polygon-interiorring-rhr", "polygon_winding_order", "different-first-size"].map(
    (name) => `test/data/bad/${name}.geojson`,
  );

  test.each(hints.filter(({ kind, file }) => kind === "bad" && !TAKEN.includes(file)))(
    "geojsonhint's $file is refused",
    ({ text }) => {
      expect(codesOf(check(text, "any", ANYWHERE)).length).toBeGreaterThan(0);
    },
  );

  test.each(hints.filter(({ kind, file }) => kind === "good" || TAKEN.includes(file)))(
    "geojsonhint's good $file is accepted if it is one polygonal field on the map",
    ({ text, file }) => {
      // Good GeoJSON with a latitude of -107, which is no place; and collections of several features or of a null.
      const wanted = text.includes("olygon") && !/issue82|featurecollection/.test(file);
      expect([file, codesOf(check(text, "any", ANYWHERE)).length === 0]).toEqual([file, wanted]);
    },
  );
});

import { createHash } from "node:crypto";
import { area, bbox, booleanPointInPolygon, featureCollection } from "@turf/turf";
import type { Feature, MultiPolygon, Polygon, Position } from "geojson";
import { beforeAll, describe, expect, it } from "vitest";
import { checkBoundary } from "@/lib/geo/boundary";
import { type Geos, startGeos } from "@/lib/geo/kernel";
import { checkLimitation } from "@/lib/imports/pula/limitation";
import { checkFeature } from "@/lib/imports/pula/feature";
import { DEMONSTRATION_DIRECTORY, readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { parseRuleFiles } from "@/lib/rulebook/catalogue";
import { FIELD_COUNTS } from "@/prisma/seed/landscape/fields";
import { DEMO_SEED, makeLandscape } from "@/prisma/seed/landscape/landscape";
import { DEMO_COUNTY, DEMO_MIDDLE } from "@/prisma/seed/landscape/place";
import { DEMO_PULAS } from "@/prisma/seed/landscape/pulas";
import { polygonsOf } from "@/prisma/seed/landscape/shapes";
import { MAP_UNITS } from "@/prisma/seed/landscape/soil";

const landscape = makeLandscape();
const { fields, pulas, limitations, coverage, streams, water, habitat, roads, farmsteads, soil } = landscape;
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const polygonal = { fields, pulas, water, habitat, roads, farmsteads, soil };
type Shape = Feature<Polygon | MultiPolygon>;
const positionsOf = (feature: Shape): Position[] => polygonsOf(feature.geometry).flat(2);

const countVertices = (shape: Polygon | MultiPolygon): number => polygonsOf(shape).flat(2).length;

let geos: Geos;
beforeAll(async () => {
  geos = await startGeos();
});

describe("the demonstration's landscape", () => {
  it("is the same to the last byte for the same seed, and another for another seed", () => {
    expect(sha256(JSON.stringify(makeLandscape(DEMO_SEED)))).toBe(sha256(JSON.stringify(landscape)));
    expect(JSON.stringify(makeLandscape(4).fields)).not.toBe(JSON.stringify(fields));
  });

  it("holds one county's worth of everything", () => {
    const counts = Object.fromEntries(Object.entries(polygonal).map(([name, { features }]) => [name, features.length]));
    expect(counts).toEqual({ fields: 60, pulas: 19, water: 18, habitat: 43, roads: 312, farmsteads: 39, soil: 1764 });
    expect(streams.features).toHaveLength(10);
    expect(limitations).toHaveLength(9);
  });

  it.each(Object.keys(polygonal) as (keyof typeof polygonal)[])("has only valid polygons in %s", (name) => {
    const faults = polygonal[name].features.flatMap((feature: Shape) => {
      const verdict = geos.isValidDetail(feature.geometry);
      return verdict.valid ? [] : [{ id: feature.id, reason: verdict.reason }];
    });
    expect(faults).toEqual([]);
  });

  it("names everything as demonstration data", () => {
    const names = [
      ...fields.features.map(({ properties }) => properties.field_name),
      ...pulas.features.map(({ properties }) => properties.event_name),
      ...streams.features.map(({ properties }) => properties.name),
      ...[water, habitat, roads, farmsteads].flatMap(({ features }) =>
        features.map(({ properties }) => properties.label),
      ),
      ...soil.features.flatMap(({ properties }) => properties.muname ?? []),
      ...limitations.map(({ limitation }) => limitation),
    ];
    expect(names.filter((name) => !name.startsWith("DEMO"))).toEqual([]);
    expect(limitations.every(({ limitation }) => limitation.includes("Made up for the demonstration"))).toBe(true);
  });

  it("lies inside its county and its coverage, away from the county's line but for two fields", () => {
    const [west, south, east, north] = bbox(coverage);
    for (const feature of Object.values(polygonal).flatMap(({ features }): Shape[] => features)) {
      for (const [lon = 0, lat = 0] of positionsOf(feature)) {
        expect(lon > west && lon < east && lat > south && lat < north).toBe(true);
      }
    }
    // 2.5 km, in degrees of latitude and of longitude.
    const atLine = fields.features.filter((field) =>
      positionsOf(field).some(
        ([lon = 0, lat = 0]) =>
          lat < DEMO_COUNTY.south + 0.0225 ||
          lat > DEMO_COUNTY.north - 0.0225 ||
          lon < DEMO_COUNTY.west + 0.03 ||
          lon > DEMO_COUNTY.east - 0.03,
      ),
    );
    expect(atLine.map(({ properties }) => properties.kind)).toEqual(["county_line", "county_line"]);
    const southmost = Math.min(...fields.features.flatMap(positionsOf).map(([, lat = 0]) => lat));
    expect(southmost).toBeGreaterThan(DEMO_COUNTY.south);
    expect(Math.abs(DEMO_MIDDLE.lat - (DEMO_COUNTY.south + DEMO_COUNTY.north) / 2)).toBeLessThan(0.01);
  });
});

describe("fields", () => {
  it("are accepted as a provider's boundaries", () => {
    const refused = fields.features.flatMap((field) => {
      const checked = checkBoundary(
        geos,
        field,
        { maxPositions: 5000, maxAreaHa: 40_000 },
        { form: "feature", sha256 },
      );
      return "faults" in checked ? [{ id: field.id, faults: checked.faults }] : [];
    });
    expect(refused).toEqual([]);
  });

  it("come in every shape, each under an id of its own", () => {
    const kinds = fields.features.map(({ properties }) => properties.kind);
    const counted = Object.fromEntries(
      Object.keys(FIELD_COUNTS).map((kind) => [kind, kinds.filter((each) => each === kind).length]),
    );
    expect(counted).toEqual(FIELD_COUNTS);
    expect(new Set(fields.features.map(({ properties }) => properties.provider_field_id)).size).toBe(60);
    const of = (kind: string) => fields.features.filter(({ properties }) => properties.kind === kind);
    expect(Math.max(...of("pivot").map(({ geometry }) => countVertices(geometry)))).toBeGreaterThan(1000);
    expect(of("split").map(({ geometry }) => polygonsOf(geometry).length)).toEqual([2, 2, 2, 2]);
    expect(of("holes").map(({ geometry }) => polygonsOf(geometry).flat().length - 1)).toEqual([1, 1, 1, 2, 2, 3]);
    expect(of("streamside").every(({ geometry }) => countVertices(geometry) >= 10)).toBe(true);
    const hectares = fields.features.map((field) => area(field) / 10_000);
    expect(Math.min(...hectares)).toBeGreaterThan(5);
    expect(Math.max(...hectares)).toBeLessThan(135);
  });

  it("do not share ground with each other", () => {
    const overlaps = fields.features.flatMap((field) =>
      fields.features.filter(
        (other) =>
          other !== field &&
          positionsOf(field).some((at) => booleanPointInPolygon(at, other, { ignoreBoundary: true })),
      ),
    );
    expect(overlaps).toEqual([]);
  });
});

describe("PULAs and limitations", () => {
  const of = (name: keyof typeof DEMO_PULAS) =>
    pulas.features.filter(({ properties }) => properties.pula_id === DEMO_PULAS[name].id);

  it("are read by the importers as EPA's own are", () => {
    expect(pulas.features.map(checkFeature).filter(({ ok }) => !ok)).toEqual([]);
    expect(limitations.map(checkLimitation).filter(({ ok }) => !ok)).toEqual([]);
  });

  it("have real shapes: many parts and features, holes, overlaps, and one very large", () => {
    expect(
      of("streamFish")
        .map(({ geometry }) => countVertices(geometry))
        .some((count) => count > 5000),
    ).toBe(true);
    expect(
      of("streamFish")
        .flatMap(({ geometry }) => polygonsOf(geometry))
        .flat().length,
    ).toBeGreaterThan(2);
    expect(of("wetMeadow").length).toBeGreaterThan(10);
    expect(of("wetMeadow").some(({ geometry }) => polygonsOf(geometry).length > 1)).toBe(true);
    expect(
      of("butterfly")
        .flatMap(({ geometry }) => polygonsOf(geometry))
        .some((rings) => rings.length > 1),
    ).toBe(true);
    const overlapping = of("wetMeadow").filter((meadow) =>
      positionsOf(meadow).some((at) => of("streamFish").some((stream) => booleanPointInPolygon(at, stream))),
    );
    expect(overlapping.length).toBeGreaterThan(0);
    expect(new Set(pulas.features.map(({ properties }) => properties.objectid)).size).toBe(pulas.features.length);
  });

  it("have rules for every limitation row but that of another scheme, one code without a row, and one area in force only later", async () => {
    const { limitationRules } = parseRuleFiles(
      (await readRuleFiles(RULEBOOK_DIRECTORY, DEMONSTRATION_DIRECTORY)).files,
    );
    const ruled = new Set(
      limitationRules.map(
        ({ code, registration, activeIngredient }) => `${code} ${registration ?? activeIngredient ?? ""}`,
      ),
    );
    const rows = limitations.map(
      (row) => `${row.code} ${row.product_registration_number ?? row.active_ingredient ?? ""}`,
    );
    // Its text is of a scheme that is not scored here.
    expect(rows.filter((row) => !ruled.has(row))).toEqual(["DM906 99002-5", "DM907 99002-4"]);
    const withRow = new Set(limitations.map(({ pula_id, code }) => `${pula_id} ${code}`));
    const without = Object.values(DEMO_PULAS).flatMap(({ id, codes }) =>
      codes.split(",").filter((code) => !withRow.has(`${id} ${code}`)),
    );
    expect(without).toEqual(["DM904"]);
    expect(
      Object.values(DEMO_PULAS)
        .filter(({ effective }) => effective > "2026-11-21")
        .map(({ id }) => id),
    ).toEqual([990_004]);
  });
});

describe("soil", () => {
  it("covers the block of sections without gaps or overlaps", () => {
    const patches = soil.features.reduce((sum, feature) => sum + area(feature), 0);
    const [west, south, east, north] = bbox(featureCollection(soil.features));
    const edgeM = [(east - west) * 82_804.6, (north - south) * 111_074];
    expect(patches / ((edgeM[0] ?? 0) * (edgeM[1] ?? 0))).toBeGreaterThan(0.97);
    const middles = soil.features.slice(0, 300).map((patch): Position => {
      const ring = patch.geometry.coordinates[0] ?? [];
      return [0, 1].map((axis) => ring.reduce((sum, at) => sum + (at[axis] ?? 0), 0) / ring.length);
    });
    const holders = middles.map(
      (middle) => soil.features.filter((patch) => booleanPointInPolygon(middle, patch)).length,
    );
    expect(new Set(holders)).toEqual(new Set([1]));
  });

  it("knows every map unit, with the nulls and dual groups that surveys have", () => {
    const seen = new Set(soil.features.map(({ properties }) => properties.musym));
    expect(seen).toEqual(new Set([...MAP_UNITS.map(({ musym }) => musym), null]));
    const groups = new Set(soil.features.map(({ properties }) => properties.hydgrpdcd));
    expect(groups).toEqual(new Set(["A", "B", "C", "D", "A/B", "A/D", "B/D", "C/D", null]));
    const wet = soil.features.filter(({ properties }) => properties.musym === "W");
    expect(wet.every(({ properties }) => properties.hydgrpdcd === null && properties.slopegradwta === null)).toBe(true);
    expect(soil.features.filter(({ properties }) => properties.muname === null)).toHaveLength(1);
  });
});

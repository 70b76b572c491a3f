import fc from "fast-check";
import type { MultiPolygon, Polygon, Position } from "geojson";
import { beforeAll, expect, it } from "vitest";
import { findRegulatedAreas } from "@/lib/data/regulated-areas";
import { M_PER_MILE } from "@/lib/domain/units";
import { getDeps } from "@/lib/runtime/deps";
import { loadGround, sql } from "@/tests/contract/v2/esa-check/support";
import { box } from "@/tests/support/reference-data";

/** Areas are searched in pieces, of which few are compared whole: the distance is still that to the whole area. */
const [WEST, SOUTH, SIDE] = [-87.4, 32.75, 0.3];
const SEARCH_MILES = 2;

/** A closed star of long and short spikes, cut into many pieces when it is loaded. */
function star([lon, lat]: Position, { spikes, seed }: { spikes: number; seed: number }): Polygon {
  const ring = Array.from({ length: spikes * 2 }, (_, index): Position => {
    const angle = (index * Math.PI) / spikes;
    const reach = 0.01 + (index % 2 === 0 ? 0.03 * Math.abs(Math.sin(seed + index * 1.7)) : 0);
    return [(lon ?? 0) + reach * Math.cos(angle), (lat ?? 0) + reach * Math.sin(angle)];
  });
  return { type: "Polygon", coordinates: [[...ring, ring[0] ?? []]] };
}

const PULAS = Array.from({ length: 9 }, (_, index) => ({
  pulaId: 100 + index,
  geometry: star([WEST + 0.05 + 0.1 * (index % 3), SOUTH + 0.05 + 0.1 * Math.floor(index / 3)], {
    spikes: 160 + 20 * index,
    seed: index,
  }),
}));

const place = fc.record({
  east: fc.double({ min: 0, max: SIDE, noNaN: true }),
  north: fc.double({ min: 0, max: SIDE, noNaN: true }),
  width: fc.double({ min: 0.0005, max: 0.06, noNaN: true }),
  height: fc.double({ min: 0.0005, max: 0.06, noNaN: true }),
});
type Place = typeof place extends fc.Arbitrary<infer T> ? T : never;

/** A triangle: its box reaches where it does not. */
const fieldAt = ({ east, north, width, height }: Place): MultiPolygon => {
  const [lon, lat] = [WEST + east, SOUTH + north];
  return {
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [lon, lat],
          [lon + width, lat],
          [lon, lat + height],
          [lon, lat],
        ],
      ],
    ],
  };
};

/** Meters on the spheroid to each area as it came, whole, and 0 where they meet. Long edges are straight on the map, so they get positions between. */
const distances = (field: MultiPolygon) =>
  sql<{ pulaId: number; meters: number }>(
    null,
    `SELECT pula_id AS "pulaId", min(ST_Distance(geom::geography, ST_Segmentize(ST_GeomFromGeoJSON($1), 0.0005)::geography)) AS meters
     FROM pula_feature JOIN active_data_set USING (data_set_id) WHERE kind = 'pula' AND pula_id >= 90 AND pula_id < 200 GROUP BY pula_id ORDER BY pula_id`,
    [JSON.stringify(field)],
  );

/** Of two parts one lies in the box of a triangle, behind its long side, and the other nearer but outside the box. */
const BEHIND: Place = { east: 0.6, north: 0, width: 0.02, height: 0.02 };
const [CORNER_LON, CORNER_LAT] = [WEST + BEHIND.east, SOUTH + BEHIND.north];
const TWO_PARTS = [
  { pulaId: 90, geometry: box(CORNER_LON + 0.018, CORNER_LAT + 0.018, CORNER_LON + 0.019, CORNER_LAT + 0.019) },
  { pulaId: 90, geometry: box(CORNER_LON, CORNER_LAT - 0.002, CORNER_LON + 0.01, CORNER_LAT - 0.001) },
];

beforeAll(() => loadGround([...PULAS, ...TWO_PARTS]));

const areasOf = async (boundary: MultiPolygon) =>
  findRegulatedAreas((await getDeps()).db, {
    boundary,
    searchMiles: SEARCH_MILES,
    onDate: "2026-06-15",
    registrations: [],
    ingredients: [],
    withGeometry: false,
    withShare: false,
  });

it("is as far as its nearest part, where another part's box is nearer", async () => {
  const boundary = fieldAt(BEHIND);
  const [whole] = await distances(boundary);
  const { nearbyPulas } = await areasOf(boundary);
  expect(whole?.meters).toBeGreaterThan(100);
  expect(nearbyPulas).toMatchObject([
    { pulaId: 90, distanceMiles: expect.closeTo((whole?.meters ?? 0) / M_PER_MILE, 3) as number },
  ]);
});

it("is as far away as the whole area is, to a thousandth", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(place, async (at) => {
      const boundary = fieldAt(at);
      const { pulas, nearbyPulas } = await areasOf(boundary);
      const found = new Map(nearbyPulas.map(({ pulaId, distanceMiles }) => [pulaId, distanceMiles * M_PER_MILE]));
      for (const { pulaId, meters } of await distances(boundary)) {
        const isMeeting = pulas.some((pula) => pula.pulaId === pulaId);
        if (meters === 0) expect(isMeeting).toBe(true);
        const distance = found.get(pulaId);
        if (meters === 0 || meters > SEARCH_MILES * M_PER_MILE * 1.001) expect(distance).toBeUndefined();
        else if (meters < SEARCH_MILES * M_PER_MILE * 0.999) {
          expect(Math.abs((distance ?? Infinity) - meters)).toBeLessThan(0.01 + meters / 1000);
          compared += 1;
        }
      }
    }),
    { numRuns: 30 },
  );
  const [pieces] = await sql<{ count: number }>(
    null,
    "SELECT count(*)::int AS count FROM pula_piece WHERE pula_id >= 100",
  );
  expect(pieces?.count).toBeGreaterThan(PULAS.length * 2);
  expect(compared).toBeGreaterThan(15);
});

import type { MultiPolygon, Position } from "geojson";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { v7 as uuidv7 } from "uuid";
import type { Drawing } from "@/lib/domain/portal-edit";
import { saved } from "@/tests/contract/v2/compliance/support";
import { passOf, placeOf } from "@/tests/contract/v2/drift/portal";
import { codesOf, compute, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { claimPractice, saveDrawnFeature } from "@/tests/support/portal-edits";
import type { Connected } from "@/tests/support/soil-ground";

/** What the label asks of a ground sprayer in wind of 8 mph. */
const WIDTH_FT = 70;
const SQFT_PER_SQM = 1 / 0.3048 ** 2;
const CORNER: Position = [-87.25, 32.89];

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("field-shapes");
});
afterAll(() => soil.close());

/** Feet east and north of a corner. A foot is that many degrees there. */
const at = (east: number, north: number): Position => [
  (CORNER[0] ?? 0) + east * 3.25754e-6,
  (CORNER[1] ?? 0) + north * 2.74836e-6,
];
const rect = (west: number, south: number, east: number, north: number): Position[] => [
  at(west, south),
  at(east, south),
  at(east, north),
  at(west, north),
  at(west, south),
];
const fieldOf = (...parts: Position[][][]) => ({
  type: "Feature",
  properties: {},
  geometry: { type: "MultiPolygon", coordinates: parts },
});

const sqftOf = async (geometry: MultiPolygon | null | undefined): Promise<number> => {
  if (geometry == null) return 0;
  const [row] = await sql<{ sqm: number }>(null, "SELECT ST_Area(ST_GeomFromGeoJSON($1)::geography) AS sqm", [
    JSON.stringify(geometry),
  ]);
  return (row?.sqm ?? 0) * SQFT_PER_SQM;
};

const onField = async (name: string, ...parts: Position[][][]) =>
  (await saved(caller, { application_id: name, provider_field_id: name, field_boundary: fieldOf(...parts), ...READY }))
    .id;

/** The downwind edges by part and ring, with the ground of the buffer and the ground that is left. */
async function placedOn(id: string, more: Body = {}) {
  const found = await compute(caller, id, { geometry: "both", ...more });
  const { edges, geometry } = found.application_time;
  const downwind = edges.filter((edge) => edge.downwind);
  return {
    codes: codesOf(found),
    status: found.compliance.drift.status,
    edges: downwind.map(({ part_index, ring_index, buffer_ft }) => [part_index, ring_index, buffer_ft]),
    credits: downwind.map(({ credited_outside_ft }) => Math.round(credited_outside_ft ?? 0)),
    bufferSqft: await sqftOf(geometry?.buffer as MultiPolygon | null),
    treatableSqft: await sqftOf(geometry?.treatable as MultiPolygon | null),
  };
}

/** Within a thousandth of what was worked out by hand: a degree is not quite as long everywhere. */
const isAbout = (found: number, wanted: number, slack = wanted / 1000 + 1) =>
  expect(Math.abs(found - wanted)).toBeLessThan(slack);

describe("a field with a hole", () => {
  it("keeps the distance before the hole too: its near side lies downwind", async () => {
    const found = await placedOn(await onField("hole", [rect(0, 0, 1000, 1000), rect(400, 400, 600, 600)]));
    expect(found.edges).toEqual([
      [0, 0, WIDTH_FT],
      [0, 1, WIDTH_FT],
    ]);
    // The east side; the near side of the hole, two bands beside what it protects, and four quarter circles.
    isAbout(found.bufferSqft, 1000 * WIDTH_FT + 200 * WIDTH_FT + 2 * WIDTH_FT ** 2 + Math.PI * WIDTH_FT ** 2);
    isAbout(found.bufferSqft + found.treatableSqft, 1000 ** 2 - 200 ** 2);
    expect(found.status).toBe("met");
  });

  it("that is narrower than the distance keeps it on the far side too", async () => {
    const found = await placedOn(await onField("ditch", [rect(0, 0, 1000, 1000), rect(400, 400, 420, 600)]));
    isAbout(found.bufferSqft, 1000 * WIDTH_FT + 2 * 200 * WIDTH_FT + 2 * 20 * WIDTH_FT + Math.PI * WIDTH_FT ** 2);
  });

  it("whose hole is drawn as a yard keeps nothing before it, and water in the yard takes that back", async () => {
    const id = await onField("yard", [rect(0, 0, 1000, 1000), rect(400, 400, 600, 600)]);
    const draw = await drawingOn(id);
    await draw("structure", rect(395, 395, 605, 605));
    const yard = await placedOn(id);
    isAbout(yard.bufferSqft, 1000 * WIDTH_FT);
    expect(yard.credits).toEqual([0, WIDTH_FT]);
    await draw("water", rect(400, 450, 440, 550));
    const pond = await placedOn(id);
    expect(pond.bufferSqft).toBeGreaterThan(yard.bufferSqft + 100 * WIDTH_FT - 1);
    expect(pond.bufferSqft).toBeLessThan(1000 * WIDTH_FT + 200 * WIDTH_FT + 6 * WIDTH_FT ** 2);
  });
});

describe("a field of little or much", () => {
  it.each([
    { name: "strip", eastFt: 60, wanted: { status: "not_met", treatableSqft: 0 } },
    { name: "wider strip", eastFt: 100, wanted: { status: "met", treatableSqft: 30 * 1000 } },
  ])("$name of $eastFt ft: what is left is what the distance leaves", async ({ name, eastFt, wanted }) => {
    const found = await placedOn(await onField(name, [rect(0, 0, eastFt, 1000)]));
    expect(found.status).toBe(wanted.status);
    expect(found.codes.includes("NO_TREATABLE_AREA")).toBe(wanted.status === "not_met");
    isAbout(found.treatableSqft, wanted.treatableSqft);
    isAbout(found.bufferSqft + found.treatableSqft, eastFt * 1000);
  });

  it("a part of it that is a sliver is buffer as a whole, and the other part stays", async () => {
    const found = await placedOn(await onField("sliver", [rect(0, 0, 400, 400)], [rect(800, 0, 801, 400)]));
    expect(found.edges).toEqual([
      [0, 0, WIDTH_FT],
      [1, 0, WIDTH_FT],
    ]);
    isAbout(found.treatableSqft, 330 * 400);
  });
});

describe("a field of parts", () => {
  it("that are far apart is kept from each as if it were alone", async () => {
    const found = await placedOn(await onField("apart", [rect(0, 0, 400, 400)], [rect(600, 0, 1000, 400)]));
    isAbout(found.bufferSqft, 2 * 400 * WIDTH_FT);
  });

  it("that are nearer than the distance protects the ground between them from both sides", async () => {
    const found = await placedOn(await onField("lane", [rect(0, 0, 400, 400)], [rect(440, -100, 840, 500)]));
    expect(found.edges).toEqual([
      [0, 0, WIDTH_FT],
      [1, 0, WIDTH_FT],
    ]);
    // Both sides of the lane, a quarter circle around each end of it, and the far side of the second part.
    isAbout(found.bufferSqft, 2 * 400 * WIDTH_FT + (Math.PI / 2) * WIDTH_FT ** 2 + 600 * WIDTH_FT);
  });

  it("with a part in the hole of another is kept on each ring that the wind leaves", async () => {
    const found = await placedOn(
      await onField("island", [rect(0, 0, 1000, 1000), rect(300, 300, 700, 700)], [rect(400, 400, 600, 600)]),
    );
    expect(found.edges).toEqual([
      [0, 0, WIDTH_FT],
      [0, 1, WIDTH_FT],
      [1, 0, WIDTH_FT],
    ]);
    expect(found.status).toBe("met");
    isAbout(found.bufferSqft + found.treatableSqft, 1000 ** 2 - 400 ** 2 + 200 ** 2);
  });
});

const drawingOn = async (id: string) => {
  const pass = await passOf(caller);
  const { fieldId } = await placeOf(caller, id);
  return (category: Drawing["category"], ring: Position[]) =>
    saveDrawnFeature(pass, {
      fieldId,
      year: 2026,
      featureId: uuidv7(),
      drawing: { category, label: null, geometry: { type: "Polygon", coordinates: [ring] } },
    });
};

describe("ground drawn beside the field", () => {
  it("that lies over the field takes off no more than its ground outside", async () => {
    const id = await onField("over", [rect(0, 0, 1000, 1000)]);
    await (
      await drawingOn(id)
    )("mowed_grass", rect(900, -100, 1030, 1100));
    const found = await placedOn(id);
    expect(found.credits).toEqual([30]);
    // Managed ground is taken a tenth of a foot wider, so that no hair of ground is left between it and the field.
    isAbout(found.bufferSqft, 1000 * 40, 1000 * 0.15);
  });

  it("that begins away from the field takes nothing off: the ground before it stays protected", async () => {
    const id = await onField("away", [rect(0, 0, 1000, 1000)]);
    await (
      await drawingOn(id)
    )("road", rect(1010, -100, 1100, 1100));
    const found = await placedOn(id);
    expect(found.credits).toEqual([0]);
    isAbout(found.bufferSqft, 1000 * WIDTH_FT);
  });

  it("along half of an edge takes off that half alone", async () => {
    const id = await onField("half", [rect(0, 0, 1000, 1000)]);
    await (
      await drawingOn(id)
    )("road", rect(1000, -100, 1100, 500));
    const found = await placedOn(id);
    expect(found.credits).toEqual([0]);
    // Half of the edge, and a quarter circle around where the road ends.
    isAbout(found.bufferSqft, 500 * WIDTH_FT + (Math.PI / 4) * WIDTH_FT ** 2);
  });

  it("upwind takes nothing off", async () => {
    const id = await onField("upwind", [rect(0, 0, 1000, 1000)]);
    await (
      await drawingOn(id)
    )("road", rect(-100, -100, 0, 1100));
    isAbout((await placedOn(id)).bufferSqft, 1000 * WIDTH_FT);
  });
});

describe("a windbreak that is claimed", () => {
  it.each([
    ["basic", 509],
    ["advanced", 510],
  ])("%s: its figure is unverified, so it takes nothing off and the answer stays open", async (name, subOptionId) => {
    const id = await onField(`windbreak ${name}`, [rect(0, 0, 1000, 1000)]);
    const claim = { customValue: null, notes: "Cedars, two rows" };
    await claimPractice(await passOf(caller), { applicationEventId: id, subOptionId, claim });
    const found = await placedOn(id);
    expect([found.status, found.edges]).toEqual(["indeterminate", [[0, 0, WIDTH_FT]]]);
    expect(found.codes).toContain("MANUAL_DRIFT_PRACTICE_UNVERIFIED");
    isAbout(found.bufferSqft, 1000 * WIDTH_FT);
  });
});

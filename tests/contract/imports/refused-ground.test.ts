import { expect, it } from "vitest";
import { Prisma } from "@/lib/data/db";
import { featuresNear, type FeaturesJson } from "@/lib/data/drift/features-near";
import { importFeatures } from "@/lib/imports/features/import-features";
import { getDeps } from "@/lib/runtime/deps";
import { ownerUrl } from "@/tests/support/owner-connections";
import { box } from "@/tests/support/reference-data";

/** Ground that a set could not load, and that may have been water or habitat, takes its credit from managed ground all the same. */

const FIELD = box(-87.25, 32.9, -87.246, 32.904);
const feature = (properties: Record<string, unknown>, geometry: unknown) => ({ type: "Feature", properties, geometry });
const beside = (eastDeg: number) => box(-87.246 + eastDeg, 32.9, -87.245 + eastDeg, 32.904);
const ROADS = Array.from({ length: 40 }, () => feature({ category: "road" }, beside(0)));

const deps = await getDeps();
async function near(): Promise<FeaturesJson> {
  const boundary = Prisma.sql`ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify(FIELD)}), 4326)`;
  const [row] = await deps.db.prisma.$queryRaw<{ ground: FeaturesJson }[]>`SELECT ${featuresNear(boundary)} AS ground`;
  if (row === undefined) throw new Error("no answer");
  return row.ground;
}
const protectedNear = async () =>
  ((await near()).features ?? []).flatMap(({ kind, category, label }) =>
    kind === "managed" ? [] : [{ category, label }],
  );

const load = (record: unknown, { force = true, category }: { force?: boolean; category?: string } = {}) =>
  importFeatures(ownerUrl(), {
    source: { name: "generated ground", records: [...ROADS, record] },
    activate: true,
    force,
    ...(category === undefined ? {} : { category }),
  });

it.each([
  ["water with a width that is none", { category: "water", name: "Mill pond", width_m: "wide" }, "water", "Mill pond"],
  ["habitat that is a line of one position", { category: "habitat" }, "habitat", null],
  ["ground without a category", {}, "other_protected", null],
  ["ground of a category that no one knows", { category: "swamp" }, "other_protected", null],
  ["ground that is called managed and protected", { category: "road", kind: "non-managed" }, "other_protected", null],
] as const)("%s counts as protected where it lies", async (_title, properties, category, label) => {
  const geometry = category === "habitat" ? { type: "LineString", coordinates: [[-87.245, 32.901]] } : beside(0.0005);
  const summary = await load(feature(properties, geometry));
  expect(summary).toMatchObject({ activated: true, counts: { not_loaded: 1 } });
  expect(await protectedNear()).toEqual([{ category, label }]);
  const { mark } = await near();
  await load(feature(properties, beside(0.5)));
  expect(await protectedNear()).toEqual([]);
  expect((await near()).mark).not.toBe(mark);
});

it("water of which only a line without a width is known counts for a strip around it", async () => {
  const line = (lon: number) => ({
    type: "LineString",
    coordinates: [
      [lon, 32.9],
      [lon, 32.904],
    ],
  });
  await load(feature({ category: "water" }, line(-87.244)));
  expect(await protectedNear()).toEqual([{ category: "water", label: null }]);
  await load(feature({ category: "water" }, line(-87.2)));
  expect(await protectedNear()).toEqual([]);
});

it("managed ground that could not be loaded is not missing: a buffer is whole without it", async () => {
  const summary = await load(feature({ category: "road", width_m: "wide" }, beside(0)), { force: false });
  expect(summary.counts).toMatchObject({ not_loaded: 0 });
  expect(await protectedNear()).toEqual([]);
});

it("ground that does not say where it lies keeps the set out of force, and by force lies everywhere", async () => {
  const lost = feature({ category: "water" }, null);
  const refused = await load(lost, { force: false });
  expect(refused.activated).toBe(false);
  expect(refused.objections.map(({ name }) => name)).toEqual(["placed refusals"]);
  await load(lost);
  expect(await protectedNear()).toEqual([{ category: "water", label: null }]);
});

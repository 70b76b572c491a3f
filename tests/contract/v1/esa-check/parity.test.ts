import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { v1Check } from "@/tests/contract/v1/esa-check/support";
import { NEEDS_4, prepareGround } from "@/tests/contract/v2/compliance/support";
import { check, GROUND, rowCounts, snapshot, sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { atTime } from "@/tests/contract/v2/fields/support";
import { makeCaller } from "@/tests/support/api";
import { DC125_TEXT, NO_ESA, STRYAX } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround(
    [{ pulaId: 1, codes: "DC125", geometry: GROUND }],
    [{ pulaId: 1, registration: "264-1241", code: "DC125", limitation: DC125_TEXT, methods: ["Ground"] }],
  );
  // The ground is analysed once, so that both versions find it stored.
  await check(await makeCaller("first"));
});
afterAll(() => soil.close());

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Times that the database sets, and those of the check itself. */
const TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)/g;

/** Everything saved for a provider, but for names, references and times. */
const savedBy = async (provider: string): Promise<unknown> =>
  JSON.parse((await snapshot(provider)).replaceAll(provider, "P").replaceAll(UUID, "uuid").replaceAll(TIME, "time"));

describe.each<[string, Body]>([
  ["one product", {}],
  ["a mix", { products: [STRYAX, NEEDS_4, NO_ESA], gpa: 15, droplet_size: "C", boom_height: "low" }],
  ["an unknown product", { products: [{ ...STRYAX, epa_number: "1-1" }], user_email: "grower@example.org" }],
  ["geometry", { include_geometry: true, buffer_distance_miles: 3 }],
])("the same request with %s", (title, more) => {
  it.each([
    ["Broadcast-Ground", "Ground boom sprayer"],
    ["Broadcast-Air", "Aerial"],
    ["Airblast", "Orchard air-blast sprayer"],
  ])("by %s and by %j saves the same", async (method, words) => {
    const name = `${title} ${method}`.toLowerCase().replaceAll(/[^a-z]+/g, "-");
    const [one, two] = [await makeCaller(`one-${name}`), await makeCaller(`two-${name}`)];
    await atTime("2026-05-01T12:00:00Z", async () => {
      await v1Check(one, { ...more, application_method: words });
      await check(two, { ...more, application_method: method });
    });
    expect(await savedBy(one.providerId)).toEqual(await savedBy(two.providerId));
    expect((await rowCounts(one.providerId)).assessment).toBe(1);
  });
});

// Saved as a plain broadcast, the ban of a label on the named method would be lost.
it.each([
  ["Chemigation", "chemigation (center pivot)"],
  ["Soil-Injection", "soil injection"],
  ["In-Furrow", "In furrow at planting"],
  ["Banded-Ground", "side dress"],
])("%s is saved for %j, and judged as in version 2", async (method, words) => {
  const name = method.toLowerCase();
  const [one, two] = [await makeCaller(`named-one-${name}`), await makeCaller(`named-two-${name}`)];
  await atTime("2026-05-01T12:00:00Z", async () => {
    await v1Check(one, { application_method: words });
    await check(two, { application_method: method });
  });
  expect(await savedBy(one.providerId)).toEqual(await savedBy(two.providerId));
  expect(await sql(one.providerId, "SELECT application_method FROM application")).toEqual([
    { application_method: method },
  ]);
});

it("an application of one version is the same one to the other", async () => {
  const caller = await makeCaller("both");
  const first = await check(caller, { application_method: "Spot-Ground" });
  const second = await v1Check(caller);
  const third = await check(caller);
  expect(second.application_event_id).toBe(first.application_event_id);
  expect(third.application_event_id).toBe(first.application_event_id);
  expect(await rowCounts("both")).toMatchObject({ application: 1, field: 1 });
});

it("providers do not meet: the same ids are two applications", async () => {
  const [one, two] = [await makeCaller("meets-one"), await makeCaller("meets-two")];
  const [first, second] = [await v1Check(one), await v1Check(two)];
  expect(second.application_event_id).not.toBe(first.application_event_id);
  expect(second.field_id).not.toBe(first.field_id);
});

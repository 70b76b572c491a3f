import { afterAll, beforeAll, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { lookUp } from "@/lib/usecases/operations/look-up";
import { readDataSets } from "@/lib/usecases/operations/read-reference";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { makeCaller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let eventId: string;

beforeAll(async () => {
  soil = await prepareGround();
  const caller = await makeCaller("looked-up");
  await makeCaller("other");
  const names = { application_id: "spring-7", provider_field_id: "north-40" };
  eventId = (await saved(caller, { products: [NEEDS_6], ...names })).id;
  await saved(caller, { products: [NEEDS_6], ...names });
});
afterAll(() => soil.close());

it("an application is found by any of its ids, with each answer it was given, newest first", async () => {
  const { db } = await getDeps();
  const [first] = await lookUp(db, "looked-up", eventId);
  expect(first?.application).toMatchObject({ applicationId: "spring-7", providerFieldId: "north-40" });
  const times = first?.answers.map(({ calculatedAt }) => calculatedAt.getTime()) ?? [];
  expect(times).toHaveLength(2);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  for (const id of ["spring-7", "north-40", first?.application.fieldId ?? "", eventId.toUpperCase()]) {
    expect(await lookUp(db, "looked-up", id), id).toEqual([first]);
  }
});

it("an id names nothing of another provider, and half an id nothing at all", async () => {
  const { db } = await getDeps();
  expect(await lookUp(db, "other", eventId)).toEqual([]);
  expect(await lookUp(db, "other", "north-40")).toEqual([]);
  expect(await lookUp(db, "looked-up", "north")).toEqual([]);
});

it("each data set is listed with its part and its age", async () => {
  const deps = await getDeps();
  const later = { ...deps, clock: () => new Date(deps.clock().getTime() + 3.5 * 86_400_000) };
  const sets = await readDataSets(later);
  expect(sets.filter(({ role }) => role === "active").map(({ kind }) => kind)).toContain("pula");
  expect(sets.every(({ ageDays }) => ageDays === 3)).toBe(true);
});

import { expect, it } from "vitest";
import { ObjectIds } from "@/lib/imports/pula/object-ids";

const FEATURE = {
  pulaId: 121,
  eventName: "Area",
  status: "Active",
  effectiveDate: "2025-01-01",
  expiresOn: "2026-03-01",
  codes: ["A"],
  shape: "ground",
};

it("takes the same feature twice once", () => {
  const ids = new ObjectIds();
  expect([ids.take(9, 1, FEATURE), ids.take(9, 2, { ...FEATURE })]).toEqual([9, null]);
  expect(ids).toMatchObject({ repeated: 1, renumbered: 0 });
});

it.each([
  { codes: ["A", "B"] },
  { expiresOn: null },
  { effectiveDate: "2024-01-01" },
  { pulaId: 122 },
  { shape: "other ground" },
])("takes one under the same number that says something else (%j) as another", (other) => {
  const ids = new ObjectIds();
  expect([ids.take(9, 1, FEATURE), ids.take(9, 2, { ...FEATURE, ...other })]).toEqual([9, -2]);
  expect(ids).toMatchObject({ repeated: 0, renumbered: 1 });
});

it("numbers one without an id by its place, below zero", () => {
  expect(new ObjectIds().take(null, 3, FEATURE)).toBe(-3);
});

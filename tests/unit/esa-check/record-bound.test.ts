import { expect, it } from "vitest";
import type { RecordGround } from "@/lib/data/application-records";
import type { CatalogueProduct } from "@/lib/domain/product";
import type { Deps } from "@/lib/runtime/deps";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { fillRecords } from "@/lib/usecases/records/record-facts";
import { application, reading, STRYAX } from "@/tests/unit/engine/record/record-facts";

const [product] = application.products;
const FREE = { ...STRYAX, esaLabelLanguage: false } as CatalogueProduct;
const GROUND = {
  applicationEventId: "a",
  ...{ details: null, place: [-88.95, 39.84], treatableSqm: null, fieldSqm: 1, counties: [] },
  ...{ entries: [reading("start", "09:00", { wind: 14 })], signature: null, weather: null, forecast: null },
} as unknown as RecordGround;

/** A catalogue of one product, and nothing else to ask. */
const holding = (own: CatalogueProduct): Deps =>
  ({
    caches: { products: new Map([["264-1241", { dataSetId: 1, version: "1", product: own }]]) },
    clock: () => new Date("2026-06-15T12:00:00Z"),
    aside: () => undefined,
  }) as unknown as Deps;

const flagsWhere = async (wasBound: boolean, own = FREE) => {
  const scored = {
    saved: {
      ...{ ...application, products: [product], applicationEventId: "a", isOnChangedBoundary: true },
      ...{ drift: {}, requirements: [], doAttestationsCount: false, fieldName: "Home quarter" },
    },
    ...{ runoff: [], asked: [], lastAssessment: { products: [{ esaRequired: wasBound }] } },
  } as unknown as ScoredApplication;
  const [record] = await fillRecords(holding(own), [scored], [GROUND]);
  return record?.filled.flags.map(({ limit }) => limit);
};

it("a record holds what was written to a label that a limitation alone bound at the check", async () => {
  expect(await flagsWhere(false)).toEqual([]);
  expect(await flagsWhere(true)).toEqual(["Wind from 3 to 10 mph at boom height."]);
});

it("does so as well once a newer label was seen that no one has read", async () => {
  const read = { ...{ labelDate: "2026-02-01", from: "2026-02-01", until: null }, esaLabelLanguage: false };
  const replaced = {
    ...{ ...FREE, newestLabelDate: "2026-06-01" },
    editions: [{ ...read, formulation: null, ingredients: null, rules: FREE.rules }],
  };
  expect(await flagsWhere(false, replaced)).toEqual([]);
  expect(await flagsWhere(true, replaced)).toEqual(["Wind from 3 to 10 mph at boom height."]);
});

import { expect, it } from "vitest";
import type { CatalogueProduct } from "@/lib/domain/product";
import { assess } from "@/lib/engine/assess";
import { askedBySoil, changeBetween } from "@/lib/usecases/radar/compare-answers";
import {
  catalogue,
  DC125_AREAS,
  factsOf,
  limitationOf,
  NO_SOIL,
  productOf,
  resolvedOf,
  soilOf,
  submittedOf,
} from "../engine/facts";

/** Enlist One, whose points go by the soil group. */
const RECORD = productOf(
  catalogue.products.find(({ rules }) => rules?.runoff?.some(({ pointsBySoil }) => pointsBySoil !== null))
    ?.registration ?? "",
);

/** Its next label, which asks for one point more on every soil. */
const STRICTER: CatalogueProduct = {
  ...RECORD,
  rules: RECORD.rules && {
    ...RECORD.rules,
    runoff: (RECORD.rules.runoff ?? []).map((rule) => ({
      ...rule,
      pointsBySoil: rule.pointsBySoil && { A_B: rule.pointsBySoil.A_B + 1, C_D: rule.pointsBySoil.C_D + 1 },
    })),
  },
};

const submitted = submittedOf(RECORD.registration);
const withLabel = (record: CatalogueProduct) => [{ ...resolvedOf(submitted, 0), record }];
const answered = (record: CatalogueProduct, soil = soilOf("B", 1)) =>
  assess(factsOf([submitted], { products: withLabel(record), soil })).assessment;

it("finds a label that asks for more by the soil group, where soil is stored", () => {
  expect(changeBetween(answered(RECORD), answered(STRICTER))).not.toBeNull();
});

it("finds it without soil as well, where the two answers are the same", () => {
  const [before, after] = [answered(RECORD, NO_SOIL), answered(STRICTER, NO_SOIL)];
  const isAskedAlike = askedBySoil(withLabel(RECORD)) === askedBySoil(withLabel(STRICTER));
  expect(changeBetween(before, after)).toBeNull();
  expect(changeBetween(before, after, isAskedAlike)).toMatchObject({
    statusBefore: before.status,
    statusAfter: after.status,
  });
});

it("finds nothing where a label asks the same", () => {
  const isAskedAlike = askedBySoil(withLabel(RECORD)) === askedBySoil(withLabel({ ...RECORD, name: "Another name" }));
  expect(changeBetween(answered(RECORD, NO_SOIL), answered(RECORD, NO_SOIL), isAskedAlike)).toBeNull();
});

it("finds another text of an area, and no change where a text has another number alone", () => {
  const stryax = submittedOf("264-1241");
  const limitedBy = (...limitations: ReturnType<typeof limitationOf>[]) =>
    assess(factsOf([stryax], { areas: { ...DC125_AREAS, limitations } })).assessment;
  const [one, other] = [limitationOf({ limitationId: 1 }), limitationOf({ limitationId: 2, text: "Leave 300 feet." })];
  const before = limitedBy(one, other);
  const renumbered = limitedBy({ ...other, limitationId: 3 }, { ...one, limitationId: 4 });
  expect(changeBetween(before, renumbered)).toBeNull();
  expect(changeBetween(before, limitedBy(one, { ...other, text: "Leave 400 feet." }))).toMatchObject({
    pulasChanged: [121],
  });
});

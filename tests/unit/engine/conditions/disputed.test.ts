import { describe, expect, it, test } from "vitest";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import type { CatalogueProduct } from "@/lib/domain/product";
import { ENGLISH } from "@/lib/views/issues/english";
import { SPANISH } from "@/lib/views/issues/spanish";
import { caseFiles, readCases } from "../cases";
import type { LabelCase } from "../drift/drift-cases";
import { answerTo } from "../drift/label-answers";
import { catalogue } from "../facts";
import { assessed, CONDITION_CASES } from "./condition-cases";

const isDisputed = ({ disputed }: LabelCondition): boolean => disputed === true;
const conditionsOf = ({ rules, editions = [] }: CatalogueProduct): LabelCondition[] =>
  [rules, ...editions.map((edition) => edition.rules)].flatMap((each) => each?.conditions ?? []);

/** Every condition of any label that sources differ on, by product. */
const DISPUTED = catalogue.products.flatMap((product) =>
  [
    ...new Set(
      conditionsOf(product)
        .filter(isDisputed)
        .map(({ id }) => id),
    ),
  ].map((id) => ({
    registration: product.registration,
    id,
  })),
);

/** The two ways in which the dispute over a condition can end. */
const ENDINGS: Record<string, (found: LabelCondition) => LabelCondition[]> = {
  "the label says so": (found) => [{ ...found, disputed: false }],
  "the label says no such thing": () => [],
};

const settle =
  (wanted: (typeof DISPUTED)[number], ending: (found: LabelCondition) => LabelCondition[]) =>
  (record: CatalogueProduct): CatalogueProduct =>
    record.registration !== wanted.registration || record.rules === null
      ? record
      : {
          ...record,
          rules: {
            ...record.rules,
            conditions: record.rules.conditions.flatMap((found) => (found.id === wanted.id ? ending(found) : [found])),
          },
        };

const FLIPS = DISPUTED.flatMap((wanted) =>
  Object.entries(ENDINGS).map(([title, ending]) => ({
    title: `${wanted.registration} ${wanted.id}: ${title}`,
    change: settle(wanted, ending),
  })),
);
/** Every case with what it is as the files stand. */
const INTAKE = Object.values(CONDITION_CASES)
  .flat()
  .map((each) => ({ each, stands: assessed(each).status }));
const SPRAYER = caseFiles("drift", "labels")
  .flatMap((file) => readCases<LabelCase>("drift", file))
  .map((each) => ({ each, stands: answerTo(each).driftStatus }));

describe("a condition that sources differ on", () => {
  it("stands in the files, so that this is about something", () => {
    expect(DISPUTED.length).toBeGreaterThan(0);
    expect(SPRAYER.length).toBeGreaterThan(20);
  });

  test.each(FLIPS)("$title: no case of any file that is met turns into one that is not", ({ change }) => {
    const intake = INTAKE.filter(
      ({ each, stands }) => stands === "met" && assessed(each, { label: change }).status !== "met",
    );
    const sprayer = SPRAYER.filter(
      ({ each, stands }) => stands === "met" && answerTo(each, change).driftStatus !== "met",
    );
    expect([...intake, ...sprayer].map(({ each }) => each.name)).toEqual([]);
  });

  test.each(FLIPS)("$title: every case that is not met stays so", ({ change }) => {
    const flipped = INTAKE.filter(
      ({ each, stands }) => stands === "not_met" && assessed(each, { label: change }).status !== "not_met",
    );
    expect(flipped.map(({ each }) => each.name)).toEqual([]);
  });

  it("is answered with what mends it: no measure makes a wind stronger", () => {
    expect(ENGLISH.DISPUTED_FIGURE.remedy).toMatch(/^Keep to the stricter figure/);
    expect(SPANISH.DISPUTED_FIGURE.remedy).toMatch(/^Aténgase a la cifra más estricta/);
  });
});

import { describe, expect, it, test } from "vitest";
import type { AttestationQuestion } from "@/lib/domain/attestation";
import type { SubmittedProduct } from "@/lib/domain/application";
import type { CatalogueProduct, LabelRules } from "@/lib/domain/product";
import type { QuestionKind } from "@/lib/domain/question-kinds";
import { assess } from "@/lib/engine/assess";
import { areasOf, factsOf, LEE, NOW, productOf, pulaOf, resolvedOf, SITKA, submittedOf } from "../facts";

/** A label that no one has read, and a product that no one knows. */
const [UNREAD, UNKNOWN] = ["99001-3", "1-1"];

type Facts = Parameters<typeof factsOf>[1];

const questionsOf = (
  submitted: SubmittedProduct,
  record: CatalogueProduct | null = null,
  facts: Facts = {},
): AttestationQuestion[] => {
  const resolved = resolvedOf(submitted, 0);
  const product =
    submitted.epaNumber === null ? { ...resolved, kind: "unknown" as const, esaRequired: null } : resolved;
  return assess({ ...factsOf([submitted], facts), products: [{ ...product, record: record ?? resolved.record }] })
    .assessment.questions;
};
const kindsOf = (...args: Parameters<typeof questionsOf>): string[] => questionsOf(...args).map(({ kind }) => kind);

describe("whether a label has directions", () => {
  const ASKED: QuestionKind = "label_has_esa_directions";
  const withRules = (change: Partial<LabelRules>): CatalogueProduct => {
    const { rules } = productOf("264-1241");
    if (rules === null) throw new Error("Stryax has no rules");
    const { expiresOn: _none, ...bare } = rules;
    return { ...productOf(UNREAD), rules: { ...bare, runoff: null, drift: null, ...change } };
  };

  it("is asked of one that no one has read", () => {
    expect(kindsOf(submittedOf(UNREAD))).toContain(ASKED);
    expect(kindsOf(submittedOf(UNREAD), withRules({}))).toContain(ASKED);
  });

  test.each<[string, Partial<LabelRules>]>([
    ["of which points were read", { runoff: productOf("264-1241").rules?.runoff ?? [] }],
    ["of which a buffer was read", { drift: productOf("264-1241").rules?.drift ?? null }],
    ["that names a last day to come", { expiresOn: "2028-02-06" }],
    ["that has ended", { expiresOn: "2026-04-30" }],
  ])("is not asked of one %s", (_, change) => {
    expect(kindsOf(submittedOf(UNREAD), withRules(change))).not.toContain(ASKED);
  });

  it("is not asked in an area of a product whose ingredients no one knows: a limitation may name one", () => {
    const inArea: Facts = { areas: areasOf({ pulas: [pulaOf(121, ["DC125"])] }) };
    const unread = productOf(UNREAD);
    expect(kindsOf(submittedOf(UNREAD), unread, inArea)).toContain(ASKED);
    expect(kindsOf(submittedOf(UNREAD), { ...unread, ingredients: [] }, inArea)).not.toContain(ASKED);
  });

  it("is asked of an unknown number only on ground that is known to lie in no area", () => {
    const covered = (coversField: boolean): Facts => ({
      areas: areasOf({ pulaSet: { version: "pula-1", verifiedAt: NOW, isDemonstration: false, coversField } }),
    });
    expect(kindsOf(submittedOf(UNKNOWN), null, covered(true))).toContain(ASKED);
    expect(kindsOf(submittedOf(UNKNOWN), null, covered(false))).not.toContain(ASKED);
    expect(kindsOf(submittedOf(UNKNOWN), null, { areas: areasOf({ pulaSet: null }) })).not.toContain(ASKED);
  });
});

test("whether a container shows a number is not asked of what was sent as a pesticide", () => {
  const brand = submittedOf(null, { productName: "Brand no one knows" });
  expect(kindsOf(brand)).toEqual(["product_has_epa_number"]);
  expect(kindsOf({ ...brand, kind: "pesticide" })).toEqual([]);
});

describe("an answer falls", () => {
  const restsOn = (kind: QuestionKind, ...args: Parameters<typeof questionsOf>): string | undefined =>
    questionsOf(...args).find((each) => each.kind === kind)?.restsOn;
  const unread = productOf(UNREAD);
  const edition = (labelDate: string) => ({
    ...{ labelDate, from: labelDate, until: null, rules: null },
    ...{ formulation: null, ingredients: null, esaLabelLanguage: null },
  });

  test.each<[string, SubmittedProduct, CatalogueProduct]>([
    ["with the date of the label in hand", submittedOf(UNREAD, { labelDate: "2025-03-01" }), unread],
    ["with the newest label that is known", submittedOf(UNREAD), { ...unread, newestLabelDate: "2026-04-01" }],
    ["with the labels on file", submittedOf(UNREAD), { ...unread, editions: [edition("2025-01-01")] }],
    ["with the name of the product", submittedOf(UNREAD, { productName: "Another" }), unread],
  ])("about directions %s", (_, submitted, record) => {
    const before = restsOn("label_has_esa_directions", submittedOf(UNREAD), unread);
    const after = restsOn("label_has_esa_directions", submitted, record);
    expect(before).toBeDefined();
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  });

  it("about directions not with blanks and capitals of the name", () => {
    const name = (productName: string) => restsOn("label_has_esa_directions", submittedOf(UNREAD, { productName }));
    expect(name(" Brand X ")).toBe(name("brand x"));
  });

  const setup = (nozzle: string, nozzlePressurePsi: number): Facts => ({
    application: { details: { nozzle, nozzlePressurePsi } },
  });
  test.each<[string, QuestionKind, Facts, Facts]>([
    ["a nozzle with another nozzle", "nozzle_on_list", setup("AIXR 11004", 40), setup("TTI 11004", 40)],
    ["a nozzle with another pressure", "nozzle_on_list", setup("AIXR 11004", 40), setup("AIXR 11004", 60)],
    [
      "counties with another county",
      "county_forbidden_by_label",
      { areas: areasOf({ counties: [LEE] }) },
      { areas: areasOf({ counties: [SITKA] }) },
    ],
    [
      "counties with one more",
      "county_forbidden_by_label",
      { areas: areasOf({ counties: [LEE] }) },
      { areas: areasOf({ counties: [LEE, SITKA] }) },
    ],
  ])("about %s", (_, kind, before, after) => {
    const enlist = submittedOf("62719-695", { rate: 32 });
    const [first, second] = [before, after].map((facts) => restsOn(kind, enlist, null, facts));
    expect(first).toBeDefined();
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
  });
});

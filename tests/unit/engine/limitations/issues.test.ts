import { describe, expect, it } from "vitest";
import type { AreaWithoutText } from "@/lib/domain/issue-particulars";
import { UNNAMED_INGREDIENT } from "@/lib/domain/ingredients";
import type { LimitationRule } from "@/lib/domain/product";
import type { Limitation, Pula } from "@/lib/domain/pula";
import { boundLimitations } from "@/lib/engine/limitations/applied";
import { areasSilentOn, limitationIssues } from "@/lib/engine/limitations/issues";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { areasOf, catalogue, ingredientsNamed, limitationOf, productOf, pulaOf, ratedOf, rulebook } from "../facts";

const STRYAX = ratedOf(productOf("264-1241"));
/** A product of which the register lists an ingredient without a name. */
const UNNAMED: RatedProduct = {
  ...ratedOf({ ...productOf("62719-695"), ingredients: ingredientsNamed(["2,4-D", UNNAMED_INGREDIENT]) }),
  productIndex: 1,
};
const SOYBEAN = { crops: { known: ["soybean"], unknown: [] }, cropTable: rulebook.crops };

function given(
  rated: RatedProduct[],
  { pulas = [pulaOf(121, ["DC125"])], limitations = [] }: { pulas?: Pula[]; limitations?: Limitation[] },
  rules: LimitationRule[] = catalogue.limitationRules,
) {
  const bound = rated.flatMap((product) => boundLimitations(product, limitations, { ofClass: "ground", rules }));
  return { rated, bound, areas: areasOf({ pulas, limitations }), known: SOYBEAN };
}
const issuesOf = (...asked: Parameters<typeof given>) =>
  limitationIssues(given(...asked)).map(({ code, particulars }) => [code, particulars]);
const area = (pulaId: number, ...codes: string[]): AreaWithoutText => ({ pulaId, codes });
const review = (particulars: object) => ["LIMITATIONS_REVIEW_REQUIRED", particulars];

describe("what limitations leave to be read", () => {
  it("is nothing where a rule scores the whole text, and where no area is", () => {
    expect(issuesOf([STRYAX], { limitations: [limitationOf()] })).toEqual([]);
    expect(issuesOf([STRYAX], { pulas: [] })).toEqual([]);
  });

  it("is a text without a rule, and the scheme that it names where that is another", () => {
    const plain = limitationOf({ code: "XY1", text: "Leave some ground untreated." });
    expect(issuesOf([STRYAX], { limitations: [plain] })).toEqual([review({ toRead: ["XY1"] })]);
    const other = limitationOf({ code: "XY2", text: "Follow the biological opinion." });
    expect(issuesOf([STRYAX], { limitations: [other] })).toEqual([
      review({ toRead: ["XY2"] }),
      ["UNSUPPORTED_MITIGATION", { limitationCodes: ["XY2"] }],
    ]);
  });

  it("is no other scheme where a rule scores the text that names it", () => {
    const other = limitationOf({ text: "Follow the biological opinion." });
    const rules = catalogue.limitationRules.map((rule) => ({ ...rule, textHash: other.textHash }));
    expect(issuesOf([STRYAX], { limitations: [other] }, rules)).toEqual([]);
  });

  it("is a code without a text, for each product that may have ESA language", () => {
    const free = { ...ratedOf({ ...productOf("99002-5"), esaLabelLanguage: false }), productIndex: 2 };
    const pulas = [pulaOf(121, ["DC125"]), pulaOf(122, ["AB1", "AB2"], { codesWithoutLimitation: ["AB2"] })];
    const [found] = issuesOf([STRYAX, free], { pulas, limitations: [limitationOf()] });
    expect(found).toEqual(review({ areasWithoutText: [area(122, "AB2")], mayLimit: [0] }));
  });
});

describe("a text that may name an ingredient that no one knows", () => {
  const pulas = [pulaOf(121, ["DC125", "AB1"]), pulaOf(122, ["DC125"])];
  const mayName = (...areas: AreaWithoutText[]) => review({ mayName: areas, mayLimit: [1] });

  it("is of every code of the field's areas, and of none where all ingredients are known", () => {
    expect(issuesOf([UNNAMED], { pulas })).toEqual([mayName(area(121, "DC125", "AB1"), area(122, "DC125"))]);
    expect(issuesOf([STRYAX], { pulas })).toEqual([]);
  });

  it("is not of a code that binds the product in that area, and stays in another", () => {
    const own = limitationOf({ registration: "62719-695", code: "AB1", textHash: "0".repeat(64) });
    expect(issuesOf([UNNAMED], { pulas, limitations: [own] })).toContainEqual(
      mayName(area(121, "DC125"), area(122, "DC125")),
    );
    const elsewhere = limitationOf({ registration: "62719-695", pulaId: 122 });
    expect(issuesOf([UNNAMED], { pulas, limitations: [elsewhere] })).toContainEqual(mayName(area(121, "DC125", "AB1")));
  });

  it("stays though the code binds another product of the mix", () => {
    const found = issuesOf([STRYAX, UNNAMED], { pulas, limitations: [limitationOf()] });
    expect(found).toEqual([mayName(area(121, "DC125", "AB1"), area(122, "DC125"))]);
  });

  it("is asked about with the codes without a text, area by area", () => {
    const some = [pulaOf(121, ["DC125", "AB1"], { codesWithoutLimitation: ["AB1"] }), pulaOf(122, ["DC125"])];
    expect(areasSilentOn(UNNAMED, given([UNNAMED], { pulas: some }))).toEqual([
      area(121, "AB1", "DC125"),
      area(122, "DC125"),
    ]);
    expect(areasSilentOn(STRYAX, given([STRYAX], { pulas: some }))).toEqual([area(121, "AB1")]);
  });
});

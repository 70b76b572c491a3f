import { describe, expect, it } from "vitest";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import type { FoundCounty, Pula } from "@/lib/domain/pula";
import { assess } from "@/lib/engine/assess";
import { issueMessage } from "@/lib/views/issues/issue-text";
import { productWith } from "../drift/rules";
import { areasOf, factsOf, LEE, pulaOf, submittedOf } from "../facts";

const CITED = { id: "place", text: "Only where it is allowed.", evidence: "primary" as const, cite: ["LABEL"] };
const ONLY_ALABAMA: LabelCondition = { ...CITED, kind: "states", rule: "only", states: ["AL"] };
const NEVER_GEORGIA: LabelCondition = { ...CITED, kind: "states", rule: "never", states: ["GA"] };
const NEVER_HARRIS: LabelCondition = { ...CITED, kind: "counties", rule: "never", geoIds: ["13145"] };
const EARLY_IN_GEORGIA: LabelCondition = {
  ...CITED,
  kind: "dates",
  from: null,
  until: "04-01",
  when: { states: ["GA"] },
};

/** Across the line from Lee County, Alabama. */
const HARRIS: FoundCounty = { geoId: "13145", stateFips: "13", countyFips: "145", countyName: "Harris" };
const MUSCOGEE: FoundCounty = { geoId: "13215", stateFips: "13", countyFips: "215", countyName: "Muscogee" };
const CHAMBERS: FoundCounty = { geoId: "01017", stateFips: "01", countyFips: "017", countyName: "Chambers" };
const may = (county: FoundCounty): FoundCounty => ({ ...county, isSure: false });

function answer(condition: LabelCondition, counties: FoundCounty[], pulas: Pula[] = []) {
  const record = productWith({ conditions: [condition] });
  const facts = factsOf([submittedOf(record.registration)], { areas: areasOf({ counties, pulas }) });
  const products = [{ productIndex: 0, record, kind: "catalogue" as const, esaRequired: true }];
  return assess({ ...facts, products }).assessment;
}
const codesOf = (found: ReturnType<typeof answer>): string[] => found.issues.map(({ code }) => code);
const blockers = ({ issues }: ReturnType<typeof answer>) =>
  issues.filter(({ code, blocks }) => code === "LABEL_CONDITIONS_NOT_CHECKED" && blocks);

describe.each([
  ["only in Alabama", ONLY_ALABAMA],
  ["never in Georgia", NEVER_GEORGIA],
  ["never in Harris County", NEVER_HARRIS],
] as const)("a label that may be used %s", (_, condition) => {
  it("is kept where the field surely is in Alabama", () => {
    expect(codesOf(answer(condition, [LEE]))).not.toContain("STATE_NOT_ON_LABEL");
    expect(codesOf(answer(condition, [may(LEE), may(CHAMBERS)]))).not.toContain("STATE_NOT_ON_LABEL");
  });

  it("is broken where a part of the field surely is in Georgia", () => {
    for (const counties of [[HARRIS], [LEE, HARRIS], [may(LEE), HARRIS]]) {
      expect(answer(condition, counties).status).toBe("not_met");
      expect(codesOf(answer(condition, counties))).toContain("STATE_NOT_ON_LABEL");
    }
  });

  it("is open near a line of coarse shapes, says why, and is listed to be checked", () => {
    for (const counties of [
      [may(LEE), may(HARRIS)],
      [LEE, may(HARRIS)],
    ]) {
      const found = answer(condition, counties);
      expect(codesOf(found)).not.toContain("STATE_NOT_ON_LABEL");
      expect(found.status).toBe("indeterminate");
      expect(
        blockers(found)
          .map((each) => issueMessage(each))
          .join(),
      ).toContain("whether part of the field is in");
      expect(found.unjudged.map(({ text }) => text)).toContain(condition.text);
    }
  });
});

describe("a label that may not be used in some Pesticide Use Limitation Areas", () => {
  const NEVER_THERE: LabelCondition = { ...CITED, kind: "pulas", rule: "never", pulaIds: [121, 122] };

  it("is broken in each of them, and names it", () => {
    const found = answer(NEVER_THERE, [LEE], [pulaOf(120, []), pulaOf(122, [])]);
    expect(found.status).toBe("not_met");
    const { particulars } = found.issues.find(({ code }) => code === "PROHIBITED_IN_AREA") ?? {};
    expect(particulars).toMatchObject({ areas: ["PULA 122"] });
  });

  it("is kept in another, and where there is none", () => {
    expect(codesOf(answer(NEVER_THERE, [LEE], [pulaOf(120, [])]))).not.toContain("PROHIBITED_IN_AREA");
    expect(codesOf(answer(NEVER_THERE, [LEE]))).not.toContain("PROHIBITED_IN_AREA");
  });
});

describe("a rule that binds in one state", () => {
  it("binds a field that surely is there, and leaves one beside the line open", () => {
    expect(codesOf(answer(EARLY_IN_GEORGIA, [HARRIS]))).toContain("DATE_OUTSIDE_LABEL_WINDOW");
    expect(codesOf(answer(EARLY_IN_GEORGIA, [LEE]))).not.toContain("DATE_OUTSIDE_LABEL_WINDOW");
    // A part of the field there is enough, and so is a field that can be nowhere else.
    expect(codesOf(answer(EARLY_IN_GEORGIA, [LEE, HARRIS]))).toContain("DATE_OUTSIDE_LABEL_WINDOW");
    expect(codesOf(answer(EARLY_IN_GEORGIA, [may(HARRIS), may(MUSCOGEE)]))).toContain("DATE_OUTSIDE_LABEL_WINDOW");
    const beside = answer(EARLY_IN_GEORGIA, [may(LEE), may(HARRIS)]);
    expect(codesOf(beside)).not.toContain("DATE_OUTSIDE_LABEL_WINDOW");
    expect(blockers(beside)).toHaveLength(1);
  });

  it("or in another binds in each of the two, and leaves a field without a county open", () => {
    const early: LabelCondition = { ...EARLY_IN_GEORGIA, when: { states: ["FL", "GA"] } };
    expect(codesOf(answer(early, [HARRIS]))).toContain("DATE_OUTSIDE_LABEL_WINDOW");
    expect(codesOf(answer(early, [LEE]))).not.toContain("DATE_OUTSIDE_LABEL_WINDOW");
    expect(codesOf(answer(early, []))).not.toContain("DATE_OUTSIDE_LABEL_WINDOW");
    expect(blockers(answer(early, []))).toHaveLength(1);
  });
});

it("forbids a field whose every possible state is forbidden", () => {
  const onlyTexas: LabelCondition = { ...CITED, kind: "states", rule: "only", states: ["TX"] };
  expect(codesOf(answer(onlyTexas, [may(LEE), may(HARRIS)]))).toContain("STATE_NOT_ON_LABEL");
});

describe("a label that is for some states", () => {
  /** Adjuntas, Puerto Rico. */
  const ADJUNTAS: FoundCounty = { geoId: "72001", stateFips: "72", countyFips: "001", countyName: "Adjuntas" };
  /** Of no code that the Census gives. */
  const NOWHERE: FoundCounty = { geoId: "99001", stateFips: "99", countyFips: "001", countyName: "Nowhere" };

  it("is broken in a territory, and names it", () => {
    const found = answer(ONLY_ALABAMA, [ADJUNTAS]);
    expect(found.status).toBe("not_met");
    expect(found.issues.map((each) => issueMessage(each)).join()).toContain(": PR)");
  });

  it("is kept in a territory where it only names states that it is not for", () => {
    expect(codesOf(answer(NEVER_GEORGIA, [ADJUNTAS]))).not.toContain("STATE_NOT_ON_LABEL");
  });

  it("says nothing where the state is not known, and is listed to be checked", () => {
    for (const counties of [[NOWHERE], []]) {
      for (const condition of [ONLY_ALABAMA, NEVER_GEORGIA]) {
        const found = answer(condition, counties);
        expect(codesOf(found)).not.toContain("STATE_NOT_ON_LABEL");
        expect(found.unjudged.map(({ text }) => text)).toContain(condition.text);
      }
    }
  });

  it("lists a county to be checked where none was found", () => {
    expect(answer(NEVER_HARRIS, []).unjudged.map(({ text }) => text)).toContain(NEVER_HARRIS.text);
  });
});

describe("a field that may lie in a county that could not be read", () => {
  const UNREAD: FoundCounty = may({
    geoId: "00000",
    stateFips: "00",
    countyFips: "000",
    countyName: "unreadable county",
  });
  const ONLY_TEXAS: LabelCondition = { ...CITED, kind: "states", rule: "only", states: ["TX"] };

  it.each([
    ["only in Alabama", ONLY_ALABAMA],
    ["never in Georgia", NEVER_GEORGIA],
    ["never in Harris County", NEVER_HARRIS],
  ] as const)("keeps no label that may be used %s, and breaks none", (_, condition) => {
    for (const counties of [
      [LEE, UNREAD],
      [may(LEE), UNREAD],
    ]) {
      const found = answer(condition, counties);
      expect(found.status).toBe("indeterminate");
      expect(found.unjudged.map(({ text }) => text)).toContain(condition.text);
    }
  });

  it("may be where its only known state is not, and breaks the label only where that one is sure", () => {
    expect(codesOf(answer(ONLY_TEXAS, [LEE, UNREAD]))).toContain("STATE_NOT_ON_LABEL");
    expect(codesOf(answer(ONLY_TEXAS, [may(LEE), UNREAD]))).not.toContain("STATE_NOT_ON_LABEL");
  });

  it("may be bound by what binds in another state", () => {
    expect(blockers(answer(EARLY_IN_GEORGIA, [LEE, UNREAD]))).toHaveLength(1);
  });
});

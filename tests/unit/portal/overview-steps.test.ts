import { describe, expect, it } from "vitest";
import type { OverallStatus } from "@/lib/domain/compliance";
import type { TimedText } from "@/lib/views/timed-text";
import { nextSteps } from "@/lib/pages/portal/overview/next-steps";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { stepsOf, type StepFacts } from "@/lib/pages/portal/overview/steps";
import { issue, type Issue } from "@/lib/domain/issues";
import { issueHeadline } from "@/lib/views/issues/issue-text";
import { inSpanish } from "@/tests/support/spanish";

interface Given {
  drift: OverallStatus;
  checkedAt?: string;
  readAt?: string;
  timeZone?: string | null;
  applicationDate?: string;
  isDriftOutdated?: boolean;
  issues?: Issue[];
  /** Registration numbers of the products. */
  numbers?: (string | null)[];
}

/** The row of the buffer; of the rest of an application it reads nothing. */
function driftRow({
  drift,
  checkedAt,
  readAt,
  timeZone = null,
  applicationDate = "2026-06-15",
  isDriftOutdated = false,
  issues = [],
  numbers = [],
}: Given) {
  const lastComputation =
    checkedAt === undefined
      ? null
      : { inputs: { windSpeedMph: 8, windDirectionDeg: 225 }, checkedAt: new Date(checkedAt), effectiveRates: [] };
  const facts = {
    scored: {
      saved: {
        applicationDate,
        products: numbers.map((epaNumber) => ({ epaNumber })),
        lastAssessment: null,
        drift: { lastComputation, weather: readAt === undefined ? null : { observedAt: new Date(readAt) } },
      },
      runoffAsComputed: [],
    },
    now: { drift, status: drift, isChecked: true, isDriftOutdated, issues },
    limitations: [],
    timeZone,
  };
  const row = stepsOf(facts as unknown as StepFacts).find(({ page }) => page === "drift");
  if (row === undefined) throw new Error("there is a row for the buffer");
  return { ...row, words: inWords(row.text) };
}

const inWords = (text: TimedText): string =>
  text.map((part) => (typeof part === "string" ? part : `<${part.at}>`)).join("");

describe("the row of the buffer", () => {
  it("tells the wind it was worked out for, and when, as a moment of the reader's own", () => {
    expect(driftRow({ drift: "met", checkedAt: "2026-06-15T18:00:00Z" }).words).toBe(
      "Worked out for wind of 8 mph from 225°, southwest, on <2026-06-15T18:00:00.000Z>. In other wind it is another buffer.",
    );
  });

  it.each([
    ["the day itself", "2026-06-15T18:00:00Z", false],
    ["an evening in Hawaii that is the next day in UTC", "2026-06-16T09:30:00Z", false],
    ["the week before", "2026-06-08T18:00:00Z", true],
    ["two days later", "2026-06-17T15:00:00Z", true],
  ])("asks for the wind of the application's day where it is of another: %s", (_, checkedAt, isOther) => {
    const { words } = driftRow({ drift: "met", checkedAt });
    expect(words.includes("The application is dated Jun 15, 2026: work it out again")).toBe(isOther);
  });

  it.each([
    ["the morning before, though it is the day itself in Guam", "2026-06-14T14:11:00Z", true],
    ["within the hour before it", "2026-06-15T04:10:00Z", false],
    ["its last hours", "2026-06-16T04:50:00Z", false],
    ["the morning after", "2026-06-16T12:00:00Z", true],
  ])("goes by the clock of the field where its place is known: %s", (_, checkedAt, isOther) => {
    const { words } = driftRow({ drift: "met", checkedAt, timeZone: "America/Chicago" });
    expect(words.includes("The application is dated Jun 15, 2026: work it out again")).toBe(isOther);
  });

  it("goes by when the wind was read, and not by when a note of it came", () => {
    const timeZone = "America/Chicago";
    const late = driftRow({
      drift: "met",
      readAt: "2026-06-15T20:00:00Z",
      checkedAt: "2026-06-16T15:00:00Z",
      timeZone,
    });
    expect(late.words).not.toContain("is dated");
    const early = driftRow({
      drift: "met",
      readAt: "2026-06-14T22:00:00Z",
      checkedAt: "2026-06-15T15:00:00Z",
      timeZone,
    });
    expect(early.words).toContain("is dated");
  });

  it("asks to work it out again, and for no day, where something it rests on was changed", () => {
    const { words } = driftRow({ drift: "indeterminate", checkedAt: "2026-01-01T00:00:00Z", isDriftOutdated: true });
    expect(words).toContain("Something it rests on was changed since");
    expect(words).not.toContain("is dated");
  });

  it("that is not met before any wind does not blame the wind", () => {
    expect(driftRow({ drift: "not_met" }).words).toContain("breaks a rule, whatever the wind");
    expect(driftRow({ drift: "indeterminate" }).words).toContain("it needs the wind at the sprayer");
  });
});

describe("the row of a buffer that wind cannot settle", () => {
  const needsWind = issue("DRIFT_CONDITIONS_UNVERIFIED");
  const wordsOf = (issues: Issue[], numbers: (string | null)[] = ["1-1"]): string =>
    driftRow({ drift: "indeterminate", issues, numbers }).words;

  it.each([
    ["UNKNOWN_PRODUCT", "a product is not known here"],
    ["ESA_STATUS_UNKNOWN", "a label has not been read for ESA language"],
    ["DRIFT_REQUIREMENT_UNRESOLVED", null],
    ["PULA_COVERAGE_MISSING", issueHeadline("PULA_COVERAGE_MISSING", "en")],
  ] as const)("says what is missing in place of the wind: %s", (code, why) => {
    const found = issue(code, { productIndex: 0 });
    expect(wordsOf([found])).toBe(
      `We don't know which buffer is required${why === null ? "" : `: ${why}`}. No wind settles that.`,
    );
    expect(wordsOf([found, needsWind])).not.toContain("wind at the sprayer");
    expect(inSpanish(() => wordsOf([found]))).toMatch(/^No sabemos qué zona de amortiguamiento se exige/);
  });

  it("asks for the wind where the others' buffer does not hang on an item without a number", () => {
    const found = issue("UNKNOWN_PRODUCT", { productIndex: 1 });
    expect(wordsOf([found, needsWind], ["1-1", null])).toContain("it needs the wind at the sprayer");
    expect(wordsOf([found], ["1-1", null])).toContain("a product is not known here");
  });
});

describe("the row of the limitation texts", () => {
  const row = (codes: string[], reviewed: (Date | null)[], lastAssessment: object | null = null) => {
    const saved = { applicationDate: "2026-06-15", products: [], lastAssessment, drift: { lastComputation: null } };
    const facts = {
      scored: { saved, runoffAsComputed: [] },
      now: {
        drift: "met",
        status: "met",
        isChecked: true,
        isDriftOutdated: false,
        issues: codes.map((code) => ({ code })),
      },
      limitations: reviewed.map((reviewedAt) => ({ reviewedAt })),
    };
    return stepsOf(facts as unknown as StepFacts).find(({ page }) => page === "limitations");
  };
  const read = new Date("2026-06-01T12:00:00Z");

  it("asks for reading as long as the check does", () => {
    const open = row(["LIMITATIONS_REVIEW_REQUIRED"], [null, read]);
    expect(open).toMatchObject({ standing: "indeterminate", badge: "To read" });
    expect(row(["LIMITATIONS_REVIEW_REQUIRED"], [read])).toMatchObject({ standing: "indeterminate", badge: "Read" });
  });

  it("asks for none where the check scores every text whole, and claims nothing met for it", () => {
    expect(row([], [null])).toMatchObject({ standing: "not_applicable", badge: "Scored" });
    expect(row([], [read])).toMatchObject({ standing: "not_applicable", badge: "Read" });
  });

  const product = (productName: string, esaRequired: boolean | null) => ({ productName, esaRequired });
  const known = product("Known", true);

  it("says that nothing was found where every product was looked for", () => {
    const found = row([], [], { products: [known], issues: [] });
    expect(found).toMatchObject({ standing: "not_applicable", badge: "None found" });
  });

  it.each([
    ["UNKNOWN_PRODUCT", null, "we do not know this product"],
    ["ESA_STATUS_UNKNOWN", null, "we have not read the label that is in force"],
    ["ESA_STATUS_UNKNOWN", true, "we have not read the label that is in force"],
    ["PRODUCT_NAME_MISMATCH", true, "belong to two products"],
  ] as const)("does not say that nothing was found for a product with %s", (code, esaRequired, why) => {
    const last = { products: [known, product("Mystery", esaRequired)], issues: [issue(code, { productIndex: 1 })] };
    const found = row([code], [], last);
    expect(found).toMatchObject({ standing: "indeterminate", badge: "Not settled" });
    const text = inWords(found?.text ?? []);
    expect(text).toContain("Whether limitations apply to Mystery is not known");
    expect(text).toContain(why);
    expect(text).not.toMatch(/No limitation|Known/);
    // Beside texts that the rules score whole, it stays open.
    expect(row([code], [read], last)).toMatchObject({ standing: "indeterminate", badge: "Not settled" });
    const inSpanishText = inSpanish(() => inWords(row([code], [], last)?.text ?? []));
    expect(inSpanishText).toContain("No se sabe si hay limitaciones para Mystery");
  });

  it.each([
    ["UNKNOWN_PRODUCT", ["report"]],
    ["LIMITATIONS_REVIEW_REQUIRED", ["limitations", "report"]],
  ] as const)("with %s leads to texts only where there are texts", (code, pages) => {
    const now = { isChecked: true, status: "indeterminate", drift: "not_applicable", issues: [issue(code)] };
    const scored = { saved: { drift: { lastComputation: null } }, runoffAsComputed: [], asked: [] };
    const steps = [{ page: "limitations", standing: "indeterminate" }];
    const found = nextSteps(
      { current: null } as unknown as OpenFieldYear,
      scored as unknown as OpenFieldYear["scored"] & object,
      { now, steps, isAllRead: false } as unknown as Parameters<typeof nextSteps>[2],
    );
    expect(found.map(({ page }) => page)).toEqual(pages);
  });

  it("names the answer by which an unread label refers to no bulletin", () => {
    const found = row([], [], { products: [product("Mystery", null)], issues: [] });
    expect(found).toMatchObject({ standing: "not_applicable" });
    expect(inWords(found?.text ?? [])).toContain(
      "An answer on record says that the label of Mystery refers to no bulletin",
    );
  });
});

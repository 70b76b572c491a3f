import { describe, expect, it } from "vitest";
import { readStoredAssessment, STORED_ASSESSMENT_FORMAT } from "@/lib/data/stored/assessment";
import { FIRST_SENTENCES } from "@/lib/data/stored/first-sentences";
import { readStoredIssues } from "@/lib/data/stored/issues";
import { ISSUE_CODES, issue, issueEffect } from "@/lib/domain/issues";
import { issueMessage } from "@/lib/views/issues/issue-text";

const MIX = [{ productName: "Stryax" }, { productName: "Liberty (2 lb)" }];
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const first = (code: string, particulars = "", more = {}) => ({
  code,
  message: `${FIRST_SENTENCES[code]}${particulars === "" ? "" : ` ${particulars}`}`,
  ...more,
});
const readOne = (stored: unknown) => {
  const [only] = readStoredIssues([stored], MIX);
  if (only === undefined) throw new Error("no issue was read");
  return only;
};

describe("an issue stored as data", () => {
  it.each(ISSUE_CODES)("is read as it was: %s", (code) => {
    const given = issue(code, { productIndex: 1, ruleId: "rule:1", particulars: { productName: "A", notes: ["b"] } });
    expect(readOne(json(given))).toEqual(given);
  });

  it("keeps that it blocked, or that it did not", () => {
    const stale = issue("DATA_SET_STALE", { blocks: true });
    expect(issueEffect(readOne(json(stale)))).toBe("indeterminate");
    expect(issueEffect(readOne({ ...stale, blocks: false }))).toBe("none");
  });

  it.each([
    ["an unknown code", { ...issue("SOIL_UNAVAILABLE"), code: "NO_SUCH_CODE" }],
    ["no particulars", { code: "SOIL_UNAVAILABLE", blocks: true, productIndex: null, ruleId: null }],
    ["notes that are no text", { ...issue("SOIL_UNAVAILABLE"), particulars: { notes: [1] } }],
  ])("with %s is refused, never read in part", (_, stored) => {
    expect(() => readOne(stored)).toThrow();
  });
});

describe("an issue stored as a sentence", () => {
  it.each(Object.keys(FIRST_SENTENCES))("without particulars is the bare code: %s", (code) => {
    expect(readOne(first(code))).toMatchObject({ code, productIndex: null, particulars: {} });
  });

  it.each([
    ["(Stryax)", 0, { productName: "Stryax" }],
    ["(Liberty (2 lb))", 1, { productName: "Liberty (2 lb)" }],
    ["(Stryax) (Liberty (2 lb))", null, { notes: ["(Stryax) (Liberty (2 lb))"] }],
    ["(someone else's)", null, { notes: ["(someone else's)"] }],
  ])("with %j is about product %j", (particulars, productIndex, read) => {
    const found = readOne(first("UNKNOWN_PRODUCT", particulars));
    expect(found).toMatchObject({ productIndex, particulars: read });
    expect(issueMessage(found)).toContain(particulars);
  });

  it("whose sentence is not the one of its day is kept whole", () => {
    const found = readOne({ code: "SOIL_UNAVAILABLE", message: "Some other words." });
    expect(found.particulars).toEqual({ notes: ["Some other words."] });
  });

  it("does to a status what it did", () => {
    expect(issueEffect(readOne(first("BULLETIN_EXPIRES")))).toBe("none");
    expect(issueEffect(readOne(first("DATA_SET_STALE")))).toBe("none");
    expect(issueEffect(readOne(first("DATA_SET_STALE", "", { blocks: true })))).toBe("indeterminate");
    expect(issueEffect(readOne(first("METHOD_NOT_PERMITTED", "(Stryax)")))).toBe("not_met");
    expect(issueEffect(readOne(first("SOIL_UNAVAILABLE")))).toBe("indeterminate");
  });
});

describe("a stored assessment", () => {
  const stored = (more: object) => ({
    formatVersion: STORED_ASSESSMENT_FORMAT,
    calculatedAt: "2026-05-01T12:00:00.000Z",
    status: "indeterminate",
    processingComplete: true,
    issues: [],
    products: [
      { epaNumber: "264-1241", productName: "Stryax", pest: [], productStatus: "Active", esaRequired: true, pulas: [] },
    ],
    ...more,
  });

  it.each([1, 2, 3])("of format %i is read, status and all", (formatVersion) => {
    const issues =
      formatVersion === 1 ? [first("UNKNOWN_PRODUCT", "(Stryax)")] : [issue("UNKNOWN_PRODUCT", { productIndex: 0 })];
    expect(readStoredAssessment(json(stored({ formatVersion, issues })))).toMatchObject({
      calculatedAt: new Date("2026-05-01T12:00:00Z"),
      status: "indeterminate",
      issues: [{ code: "UNKNOWN_PRODUCT", productIndex: 0 }],
    });
  });

  it.each([
    ["of a later format", { formatVersion: STORED_ASSESSMENT_FORMAT + 1 }],
    ["with a status that is none", { status: "fine" }],
    ["without issues", { issues: null }],
  ])("%s is refused", (_, more) => {
    expect(() => readStoredAssessment(json(stored(more)))).toThrow();
  });
});

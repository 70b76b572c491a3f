import { describe, expect, it } from "vitest";
import { issueSchema } from "@/lib/contracts/v2/issues";
import { withWholeIssues } from "@/lib/contracts/v2/stored-issues";

const first = (code: string, message = "A sentence of its day. (A)") => ({ code, message });
const snapshotOf = (status: string, issues: unknown[]) => ({
  success: true,
  compliance: { status, issues, version: 1 },
});
const issuesOf = (status: string, issues: unknown[]): unknown[] =>
  (withWholeIssues(snapshotOf(status, issues)).compliance as { issues: unknown[] }).issues;

describe("a bulk result of the first format", () => {
  it("keeps codes and sentences, and gains the members that issues have now", () => {
    const [found] = issuesOf("indeterminate", [first("UNKNOWN_PRODUCT")]);
    expect(issueSchema.parse(found)).toMatchObject({
      code: "UNKNOWN_PRODUCT",
      message: "A sentence of its day. (A)",
      product_index: null,
      effect: "blocks",
      doc_url: "/docs/errors#unknown_product",
    });
  });

  it.each([
    ["BULLETIN_EXPIRES", "indeterminate", "informs"],
    ["SOIL_QUEUE_FAILED", "indeterminate", "informs"],
    ["DATA_SET_STALE", "met", "informs"],
    ["DATA_SET_STALE", "indeterminate", "blocks"],
    ["METHOD_NOT_PERMITTED", "not_met", "blocks"],
  ])("says of %s in an answer that is %s that it %s", (code, status, effect) => {
    expect(issuesOf(status, [first(code)])).toMatchObject([{ effect }]);
  });

  it("is otherwise given out as it was stored, and one of today untouched", () => {
    const whole = withWholeIssues(snapshotOf("met", [first("SOIL_QUEUE_FAILED")]));
    expect(whole).toMatchObject({ success: true, compliance: { status: "met", version: 1 } });
    expect(withWholeIssues(whole)).toEqual(whole);
    expect(withWholeIssues({ success: true })).toEqual({ success: true });
  });
});

import { describe, expect, it, test } from "vitest";
import { limitationGap } from "@/lib/domain/limitation-gaps";
import type { IssueCode } from "@/lib/domain/issues";

const found = (code: IssueCode, productIndex: number | null) => ({ code, productIndex });
const [UNREAD, READ] = [{ esaRequired: null }, { esaRequired: true }];

describe("nothing found under a product", () => {
  test.each<[IssueCode, string]>([
    ["UNKNOWN_PRODUCT", "unknown_product"],
    ["ESA_STATUS_UNKNOWN", "unread_label"],
    ["PRODUCT_NAME_MISMATCH", "two_products"],
  ])("is no proof where it has %s", (code, gap) => {
    expect(limitationGap(UNREAD, 1, [found("DISPUTED_FIGURE", 1), found(code, 1)])).toBe(gap);
    expect(limitationGap(READ, 1, [found(code, 1)])).toBe(gap);
  });

  it("is none where an answer took the doubt away", () => {
    expect(limitationGap(UNREAD, 1, [])).toBe("answered");
    expect(limitationGap(UNREAD, 1, [found("UNKNOWN_PRODUCT", 0)])).toBe("answered");
  });

  it("is one where its label was read, whatever is open about another", () => {
    expect(limitationGap(READ, 1, [])).toBeNull();
    expect(limitationGap(READ, 1, [found("UNKNOWN_PRODUCT", 0), found("DISPUTED_FIGURE", 1)])).toBeNull();
    expect(limitationGap({ esaRequired: false }, 1, [found("ESA_STATUS_UNKNOWN", null)])).toBeNull();
  });

  it("is none where an earlier version does not say which product is meant", () => {
    expect(limitationGap(UNREAD, 1, [found("ESA_STATUS_UNKNOWN", null)])).toBe("unread_label");
  });
});

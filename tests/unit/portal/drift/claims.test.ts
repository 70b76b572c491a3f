import { describe, expect, it } from "vitest";
import { wantedClaim, withClaim } from "@/components/portal/drift/practices/claims";
import type { ClaimText, DriftClaimEdit } from "@/lib/domain/portal-edit";
import { DOWNSLOPE, FIELD_YEAR } from "@/tests/unit/portal/sample-edits";

const NOTES = { customValue: null, notes: "Redball hood" };
const claimEdit = (subOptionId: number, base: ClaimText | null, claim: ClaimText | null): DriftClaimEdit => ({
  kind: "drift_claim",
  ...FIELD_YEAR,
  applicationEventId: "a",
  subOptionId,
  base,
  claim,
});

describe("an edit of a claim", () => {
  it("is shown before it is saved, in place of what stood there", () => {
    const none = { customValue: null, notes: null };
    const before = [{ subOptionId: 505, ...none }];
    const body = claimEdit(505, none, NOTES);
    expect(withClaim(before, body, "a")).toEqual([{ subOptionId: 505, ...NOTES }]);
    expect(wantedClaim(body)).toEqual(NOTES);
  });

  it("that takes it back leaves the others", () => {
    const before = [505, 508].map((subOptionId) => ({ subOptionId, customValue: null, notes: null }));
    const body = claimEdit(505, NOTES, null);
    expect(withClaim(before, body, "a").map(({ subOptionId }) => subOptionId)).toEqual([508]);
    expect(wantedClaim(body)).toBeNull();
  });

  it("of another application, and any other edit, changes nothing here", () => {
    const body = claimEdit(505, null, NOTES);
    expect(withClaim([], body, "b")).toEqual([]);
    expect(withClaim([], DOWNSLOPE, "a")).toEqual([]);
    expect(wantedClaim(DOWNSLOPE)).toBeUndefined();
  });
});

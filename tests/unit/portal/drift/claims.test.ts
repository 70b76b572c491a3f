import { describe, expect, it } from "vitest";
import { claimBody, wantedClaim, withClaim } from "@/components/portal/drift/practices/claims";

const PLACE = { fieldId: "f", year: 2027, applicationEventId: "a" };
const NOTES = { customValue: null, notes: "Redball hood" };

describe("an edit of a claim", () => {
  it("is shown before it is saved, in place of what stood there", () => {
    const before = [{ subOptionId: 505, customValue: null, notes: null }];
    const body = claimBody(PLACE, 505, { base: before[0] ?? null, claim: NOTES });
    expect(withClaim(before, body, "a")).toEqual([{ subOptionId: 505, ...NOTES }]);
    expect(wantedClaim(body)).toEqual(NOTES);
  });

  it("that takes it back leaves the others", () => {
    const before = [505, 508].map((subOptionId) => ({ subOptionId, customValue: null, notes: null }));
    const body = claimBody(PLACE, 505, { base: NOTES, claim: null });
    expect(withClaim(before, body, "a").map(({ subOptionId }) => subOptionId)).toEqual([508]);
    expect(wantedClaim(body)).toBeNull();
  });

  it("of another application, and any other edit, changes nothing here", () => {
    const body = claimBody(PLACE, 505, { base: null, claim: NOTES });
    expect(withClaim([], body, "b")).toEqual([]);
    expect(withClaim([], { kind: "downslope" }, "a")).toEqual([]);
    expect(wantedClaim({ kind: "downslope" })).toBeUndefined();
  });
});

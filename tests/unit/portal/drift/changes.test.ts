import { describe, expect, it } from "vitest";
import type { FieldYearRecord } from "@/lib/data/portal/field-years";
import type { ChangeRecord } from "@/lib/domain/portal";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { driftChangeText, isDriftOnTop, isDriftRecord } from "@/lib/pages/portal/drift/changes";

const rulebook = rulebookAsOf("2027-05-20");
const CLAIM = { subOptionId: 505, customValue: null, notes: null };

const drawing = (featureId: string, boundaryHash = "old") => ({
  drawings: [
    { featureId, kind: "managed", category: "road", label: null, boundaryHash, geometry: { coordinates: [] } },
  ],
});

function record(kind: ChangeRecord["kind"], before: unknown, after: unknown) {
  const change = { changeId: kind, applicationEventId: "a", kind, before, after } as unknown as ChangeRecord;
  if (!isDriftRecord(change)) throw new Error("no drift change");
  return change;
}

const year = (changes: ChangeRecord[], claims: unknown[] = [], portalLockedAt: Date | null = null): FieldYearRecord =>
  ({ changes, applications: [{ applicationEventId: "a", portalLockedAt, drift: { claims } }] }) as never;

describe("a drift change in the history", () => {
  it("is described in words", () => {
    const text = (change: ReturnType<typeof record>) => driftChangeText(change, rulebook, "");
    expect(text(record("drift_claim", null, CLAIM))).toBe("Claimed “Over-the-top hooded sprayer”");
    expect(text(record("drift_claim", CLAIM, null))).toBe("Took back the claim of “Over-the-top hooded sprayer”");
    expect(text(record("drawn_feature", null, drawing("1")))).toBe("Drew the area “Road”");
    expect(text(record("drawn_feature", drawing("1"), drawing("1", "new")))).toBe(
      "Confirmed for the present boundary: “Road”",
    );
    expect(text(record("downslope", null, { boundaryHash: "h", lines: [[], []] }))).toBe("Marked 2 edges as downslope");
    expect(text(record("downslope", { boundaryHash: "h", lines: [[]] }, null))).toBe("Took back the downslope marks");
  });

  it("of a claim can be undone while the claim stands as it left it, and the application is open", () => {
    const change = record("drift_claim", null, CLAIM);
    expect(isDriftOnTop(change, year([change], [CLAIM]))).toBe(true);
    expect(isDriftOnTop(change, year([change], [{ ...CLAIM, notes: "later" }]))).toBe(false);
    expect(isDriftOnTop(change, year([change], []))).toBe(false);
    expect(isDriftOnTop(change, year([change], [CLAIM], new Date()))).toBe(false);
  });

  it("of a drawing can be undone until the same drawing is touched again, and never under a lock", () => {
    const first = record("drawn_feature", null, drawing("1"));
    const other = record("drawn_feature", null, drawing("2"));
    const again = record("drawn_feature", drawing("1"), null);
    expect(isDriftOnTop(first, year([other, first]))).toBe(true);
    expect(isDriftOnTop(first, year([again, first]))).toBe(false);
    expect(isDriftOnTop(again, year([again, first]))).toBe(true);
    expect(isDriftOnTop(first, year([first], [], new Date()))).toBe(false);
  });
});

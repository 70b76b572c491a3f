import { describe, expect, it } from "vitest";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { limitationRow, squareFeature } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { check, codesOf, loadGround, type CheckAnswer } from "@/tests/contract/v2/esa-check/support";
import { makeCaller } from "@/tests/support/api";
import { box } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";

/** Refused rows of a PULA set: what they may have said asks for review, and never makes an area look free. */

const WEST = -87.25;
const SOUTH = 32.89;
/** One-tenth degree apart, so that a field lies in one area only. */
const lonOf = (pulaId: number): number => WEST + pulaId * 0.2;
const area = (pulaId: number, more: Record<string, unknown> = {}): unknown =>
  squareFeature({ objectid: pulaId, pula_id: pulaId, codes: "T1,T2", ...more }, lonOf(pulaId), SOUTH, 0.1);
const rowOf = (pula_id: unknown, code: unknown, more: Record<string, unknown> = {}): unknown =>
  limitationRow({ pula_id, code, ...more });

/** So many sound rows that the refused ones are fewer than 5 percent. */
const soundRows = [1, 2, 3].flatMap((pulaId) =>
  ["T1", "T2"].flatMap((code) => Array.from({ length: 20 }, () => rowOf(pulaId, code))),
);
const soundAreas = Array.from({ length: 40 }, (_, index) =>
  squareFeature({ objectid: 100 + index, pula_id: 100 + index, codes: "" }, -120 + index / 2, 40),
);

async function loadWith(given: { features?: unknown[]; rows?: unknown[]; force?: boolean }) {
  const summary = await importPulas(ownerUrl(), {
    source: { name: "areas", records: [area(1), area(2), area(3), ...soundAreas, ...(given.features ?? [])] },
    limitations: { name: "rows", records: [...soundRows, ...(given.rows ?? [])] },
    coverage: box(-125, 25, -67, 49),
    activate: true,
    force: given.force === true,
  });
  return summary;
}

const caller = await loadGround([], []).then(() => makeCaller("unloaded"));
const checkIn = (pulaId: number): Promise<CheckAnswer> =>
  check(caller, {
    provider_field_id: `field ${pulaId}`,
    application_id: `application ${pulaId} ${Math.random()}`,
    field_boundary: squareField(lonOf(pulaId) + 0.05, SOUTH + 0.05, 0.004),
  });
const reviewDetails = (answer: CheckAnswer): string =>
  answer.compliance.issues
    .filter(({ code }) => code === "LIMITATIONS_REVIEW_REQUIRED")
    .map(({ message }) => message)
    .join(" ");

describe("a refused limitation", () => {
  it("asks for its area's code to be reviewed, though other rows of the code are loaded", async () => {
    const summary = await loadWith({ rows: [rowOf(1, "T2", { effective_date: "soon" })] });
    expect(summary).toMatchObject({ activated: true, counts: { not_loaded: 1 } });
    expect(reviewDetails(await checkIn(1))).toMatch(/PULA 1: no text is loaded for T2/);
    expect(reviewDetails(await checkIn(2))).not.toMatch(/no text is loaded/);
  });

  it("asks for every code of its area where its own is missing", async () => {
    await loadWith({ rows: [rowOf(2, null)] });
    expect(reviewDetails(await checkIn(2))).toMatch(/no text is loaded for T1, T2/);
    expect(reviewDetails(await checkIn(1))).not.toMatch(/no text is loaded/);
  });

  it("asks in every area that lists its code where its own area is unreadable", async () => {
    await loadWith({ features: [area(4, { codes: "T9" })], rows: [rowOf("PULA four", "T1")] });
    for (const pulaId of [1, 2, 3]) expect(reviewDetails(await checkIn(pulaId))).toMatch(/no text is loaded for T1/);
    expect(reviewDetails(await checkIn(4))).toMatch(/no text is loaded for T9/);
    expect(reviewDetails(await checkIn(4))).not.toMatch(/T1/);
  });

  it("keeps the set from being activated where it names neither area nor code, and counts everywhere by force", async () => {
    const rows = [rowOf(null, null)];
    const refused = await loadWith({ rows });
    expect(refused.activated).toBe(false);
    expect(refused.objections.map(({ name }) => name)).toContain("placed refusals");
    expect((await loadWith({ rows, force: true })).activated).toBe(true);
    for (const pulaId of [1, 2, 3])
      expect(reviewDetails(await checkIn(pulaId))).toMatch(/no text is loaded for T1, T2/);
  });
});

describe("a refused area", () => {
  it("leaves its ground uncovered, and the ground beside it covered", async () => {
    const summary = await loadWith({ features: [area(5, { pula_id: "five" })] });
    expect(summary.activated).toBe(true);
    expect(codesOf(await checkIn(5))).toContain("PULA_COVERAGE_MISSING");
    expect(codesOf(await checkIn(1))).not.toContain("PULA_COVERAGE_MISSING");
  });

  it("keeps the set from being activated where its ground is unreadable; by force it stands where it was last", async () => {
    await loadWith({ features: [area(5)] });
    const lost = { ...(area(5) as object), geometry: null };
    const refused = await loadWith({ features: [lost] });
    expect(refused.activated).toBe(false);
    expect((await loadWith({ features: [lost], force: true })).activated).toBe(true);
    expect(codesOf(await checkIn(5))).toContain("PULA_COVERAGE_MISSING");
    expect(codesOf(await checkIn(1))).not.toContain("PULA_COVERAGE_MISSING");
  });

  it("leaves no ground covered where nothing says where it was", async () => {
    const lost = { ...(area(6) as object), geometry: null };
    await loadWith({ features: [lost], force: true });
    expect(codesOf(await checkIn(1))).toContain("PULA_COVERAGE_MISSING");
  });
});

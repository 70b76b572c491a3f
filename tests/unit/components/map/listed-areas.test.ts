import { describe, expect, it } from "vitest";
import { removeEdit, saveEdit } from "@/components/map/drawing/edit-bodies";
import { listAreas } from "@/components/map/drawing/listed-areas";
import type { DrawnArea } from "@/lib/views/portal/field-map";
import { FIELD_YEAR } from "@/tests/unit/portal/sample-edits";

const BOUNDARY = "0".repeat(64);

const area = (featureId: string, label: string): DrawnArea => ({
  featureId,
  kind: "managed",
  category: "road",
  label,
  geometry: { type: "Polygon", coordinates: [] },
  boundaryHash: BOUNDARY,
  isConfirmed: true,
});
const LANE = area("1", "Old lane");
const model = { drawn: [LANE, area("2", "Yard")], boundaryHash: BOUNDARY };

const queued = (edit: ReturnType<typeof saveEdit>, isTried: boolean) => ({ ...edit, isTried });
const saved = (label: string, isTried = false, featureId = "1") =>
  queued(saveEdit(FIELD_YEAR, { ...LANE, featureId, base: LANE, label }), isTried);
const removed = (isTried = false) => queued(removeEdit(FIELD_YEAR, LANE), isTried);

const listed = (...edits: ReturnType<typeof queued>[]) =>
  listAreas(model, edits).map(({ label, isPending, isSent }) => [label, isPending, isSent]);

const YARD = ["Yard", false, false];

describe("the areas beside a field", () => {
  it("are as they are saved, or as their edits will make them", () => {
    expect(listed()).toEqual([["Old lane", false, false], YARD]);
    expect(listed(saved("Road"), saved("Ditch", true, "3"))).toEqual([
      YARD,
      ["Road", true, false],
      ["Ditch", true, true],
    ]);
    expect(listed(removed(true))).toEqual([YARD]);
  });

  it("are listed once each, by the last of their edits, and are sent where any of them is", () => {
    expect(listed(saved("Road", true), saved("Track"))).toEqual([YARD, ["Track", true, true]]);
    expect(listed(saved("Road", true), saved("Ditch", false, "3"), saved("Track"))).toEqual([
      YARD,
      ["Track", true, true],
      ["Ditch", true, false],
    ]);
  });

  it("stand there no more once they are taken away, though an edit before is on its way", () => {
    expect(listed(saved("Road", true), removed())).toEqual([YARD]);
  });
});

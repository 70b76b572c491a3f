import { describe, expect, it } from "vitest";
import { withPending } from "@/lib/portal-client/pending";
import type { FieldYearLive, MeasureState, TallyView } from "@/lib/views/portal/field-year";
import {
  adviceEdit,
  DOWNSLOPE,
  exemptionEdit,
  FIELD_YEAR,
  selectionEdit,
  written,
} from "@/tests/unit/portal/sample-edits";

const NONE = { implementationDate: null, notes: null };
const open = { isLocked: false, text: null };
const tally: TallyView = {
  system: "epa_runoff",
  title: "EPA runoff points",
  state: "not_met",
  headline: "1 point short",
  earned: 5,
  required: 6,
  gap: 1,
  notes: [],
};
const measure = (id: number, pointsChange: number): MeasureState => ({
  system: "epa_runoff",
  id,
  isSelected: false,
  source: null,
  isAutomatic: false,
  counts: true,
  verdict: `Would add ${pointsChange} points`,
  origin: null,
  pointsChange,
  isOutOfReach: false,
  ...NONE,
});
const live: FieldYearLive = {
  place: FIELD_YEAR,
  revision: 1,
  readAt: "2026-11-21T12:00:00.000Z",
  lock: open,
  tallies: [tally],
  measures: [measure(209, 2), measure(210, 3)],
  advice: [
    {
      system: "epa_runoff",
      sets: [
        {
          measures: [{ id: 210, label: "No-till", points: 3 }],
          earned: 8,
          result: "8 of 6 points",
          why: null,
          isCostly: false,
        },
      ],
    },
  ],
  applications: [],
  exemption: {
    answer: "unanswered",
    reasons: [],
    treatedAcres: null,
    answeredAt: null,
    isOutOfForce: false,
    lock: open,
    withExemption: tally,
    withoutExemption: tally,
  },
  changes: [
    {
      changeId: "c",
      changedAt: "2026-11-21T12:00:00.000Z",
      actor: "x",
      text: "y",
      undoneAt: null,
      canUndo: true,
      isUndo: false,
      redoId: null,
    },
  ],
};
const tick = (id: number) => selectionEdit(id, null, written());

describe("an edit that is not saved yet", () => {
  it("shows what it wants, by the engine's own figure, and says that it is not saved", () => {
    const shown = withPending(live, [tick(210)]);
    expect(shown.tallies[0]).toMatchObject({ earned: 8, gap: 0, headline: "Not saved yet" });
    expect(shown.tallies[0]?.state).toBe("not_met");
    expect(shown.measures[1]).toMatchObject({ isSelected: true, verdict: "Not saved yet" });
    expect([...shown.provisional]).toEqual(["epa_runoff"]);
  });

  it("taken back again leaves the figures as they were", () => {
    const back = selectionEdit(210, written(), null);
    expect(withPending(live, [tick(210), back]).tallies[0]).toMatchObject({ earned: 5, gap: 1 });
  });

  it("of a set takes the advice's own total", () => {
    const shown = withPending(live, [adviceEdit(1)]);
    expect(shown.tallies[0]).toMatchObject({ earned: 8, gap: 0 });
    expect(shown.advice).toEqual([]);
  });

  it("of an exemption shows the answer and never calls it accepted", () => {
    const shown = withPending(live, [{ ...exemptionEdit(null, "small_area"), treatedAcres: 0.08 }]);
    expect(shown.exemption).toMatchObject({ answer: "exempt", reasons: ["small_area"], treatedAcres: 0.08 });
    expect(shown.tallies[0]?.state).toBe("not_met");
    expect([...shown.provisional]).toEqual(["epa_runoff"]);
  });

  it("that undoes a change keeps it from being undone twice", () => {
    expect(withPending(live, [{ kind: "undo", ...FIELD_YEAR, changeId: "c" }]).changes[0]?.canUndo).toBe(false);
  });

  it("of another field or year changes nothing here", () => {
    const nothing = { ...live, provisional: new Set() };
    expect(withPending(live, [{ ...tick(210), year: 2027 }])).toEqual(nothing);
    expect(withPending(live, [{ ...tick(210), fieldId: "g" }])).toEqual(nothing);
    expect(withPending(live, [DOWNSLOPE])).toEqual(nothing);
  });
});

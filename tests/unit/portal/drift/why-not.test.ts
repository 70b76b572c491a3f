import { describe, expect, it, test } from "vitest";
import { reasonsAgainst } from "@/components/portal/drift/answer/why-not";
import { driftPageWords } from "@/lib/views/portal/drift-page-words";

const words = driftPageWords();
const { bar, save } = words;
const READY = {
  lock: { isLocked: false, text: null },
  missing: null,
  isPlanOnly: false,
  isNote: false,
  isRunning: true,
  preview: { isCurrent: true, problem: null },
};
const against = (change: Partial<Parameters<typeof reasonsAgainst>[0]>) =>
  reasonsAgainst({ ...READY, ...change }, words);
const WAITING = { isCurrent: false, problem: null };
const FAILED = { isCurrent: false, problem: "This field has no boundary." };

describe("why conditions cannot be used", () => {
  it("says nothing where they can be", () => {
    expect(against({})).toEqual([]);
    expect(against({ isNote: true, preview: WAITING })).toEqual([]);
    expect(against({ isRunning: false, missing: "wind", preview: WAITING })).toEqual([]);
  });

  test.each([
    { title: "no wind", change: { missing: "wind", preview: WAITING } as const, want: [bar.missing.wind] },
    { title: "a fault", change: { missing: "fault", preview: WAITING } as const, want: [bar.missing.fault] },
    { title: "a wind that no one measured", change: { isPlanOnly: true }, want: [save.confirmFirst] },
    { title: "an answer on its way", change: { preview: WAITING }, want: [save.answerFirst] },
    { title: "no answer", change: { preview: FAILED }, want: [FAILED.problem] },
    {
      title: "a fault beside a wind that no one measured",
      change: { missing: "fault", isPlanOnly: true, preview: WAITING } as const,
      want: [bar.missing.fault, save.confirmFirst],
    },
    {
      title: "a wind that no one measured, without its answer",
      change: { isPlanOnly: true, preview: WAITING },
      want: [save.confirmFirst, save.answerFirst],
    },
    { title: "a note without a wind", change: { isNote: true, missing: "wind" } as const, want: [bar.missing.wind] },
    {
      title: "a lock, which nothing else matters beside",
      change: { lock: { isLocked: true, text: "Locked." }, missing: "wind" } as const,
      want: ["Locked."],
    },
  ])("$title", ({ change, want }) => {
    expect(against(change)).toEqual(want);
  });
});

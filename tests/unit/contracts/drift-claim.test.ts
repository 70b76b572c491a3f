import { expect, it } from "vitest";
import { portalEdit } from "@/lib/contracts/portal/edits";

const ID = "00000000-0000-4000-8000-000000000001";
const words = (customValue: number | null) => ({ customValue, notes: "Hoods" });

const isTaken = (base: object | null, claim: object | null): boolean => {
  const edit = { kind: "drift_claim", fieldId: ID, year: 2026, applicationEventId: ID, subOptionId: 101, base, claim };
  return portalEdit.body?.({} as never).safeParse(edit).success ?? false;
};

it("a drift claim that brings a figure of its own is refused: the label says what a practice takes off", () => {
  expect(isTaken(null, words(null))).toBe(true);
  expect(isTaken(null, words(12))).toBe(false);
  expect(isTaken(words(null), words(40))).toBe(false);
  expect(isTaken(words(12), words(13))).toBe(false);
});

it("one that an earlier version saved with a figure may be kept and changed in its notes", () => {
  expect(isTaken(words(12), words(12))).toBe(true);
  expect(isTaken(words(12), null)).toBe(true);
});

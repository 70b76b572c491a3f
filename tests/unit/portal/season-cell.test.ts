import { expect, it } from "vitest";
import { leftInShort } from "@/lib/pages/portal/season";

it.each([
  { status: "not_met", left: ["points", "wind"], gap: 3, creditGap: null, isShort: true, says: "3 short" },
  { status: "not_met", left: ["points"], gap: null, creditGap: null, isShort: false, says: "breaks a rule" },
  { status: "not_met", left: ["points"], gap: 0, creditGap: null, isShort: false, says: "breaks a rule" },
  { status: "not_met", left: ["points"], gap: null, creditGap: null, isShort: true, says: "points open" },
  { status: "not_met", left: ["points", "wind"], gap: null, creditGap: 6, isShort: true, says: "6 credits short" },
  { status: "not_met", left: ["points"], gap: 0, creditGap: 1, isShort: true, says: "1 credit short" },
  { status: "not_met", left: ["points"], gap: 3, creditGap: 6, isShort: true, says: "3 short" },
  { status: "not_met", left: ["wind"], gap: 0, creditGap: null, isShort: false, says: "breaks a rule" },
  { status: "not_met", left: ["check", "points"], gap: null, creditGap: null, isShort: false, says: "check again" },
  { status: "indeterminate", left: ["points"], gap: null, creditGap: null, isShort: false, says: "points open" },
  { status: "indeterminate", left: ["wind"], gap: 0, creditGap: null, isShort: false, says: "needs wind" },
  { status: "met", left: ["nothing"], gap: 0, creditGap: null, isShort: false, says: "nothing left here" },
] as const)(
  "a cell that is $status with $left.0 first and $gap points short says $says",
  ({ says, ...application }) => {
    expect(leftInShort({ ...application, left: [...application.left] })).toBe(says);
  },
);

import { expect, it, test } from "vitest";
import { checkDrops, checkPieceArea, checkRefused } from "@/lib/imports/checks";
import { lineProgress } from "@/lib/imports/progress";
import { Tally } from "@/lib/imports/tally";

it("says plain lines: at the start, every five seconds with rate and time left, at the end", () => {
  const lines: string[] = [];
  let now = 0;
  const task = lineProgress(
    (line) => lines.push(line),
    () => now,
  ).begin("reading x", 1000, "bytes");
  for (const [ms, done] of [
    [1000, 50],
    [5000, 250],
    [6000, 300],
    [10_000, 500],
    [20_000, 1000],
  ] as const) {
    now = ms;
    task.at(done);
  }
  task.end(false);
  expect(lines).toEqual([
    "reading x ...",
    "reading x: 25 % of 1,000 bytes, 50 bytes/s, 15 s left",
    "reading x: 50 % of 1,000 bytes, 50 bytes/s, 10 s left",
    "reading x: 100 % of 1,000 bytes, 50 bytes/s, 0 s left",
    "reading x: done, 1,000 bytes in 20.0 s",
  ]);
});

test.each([
  ["a fall of exactly 5 percent", 95, "passed"],
  ["a fall of more than 5 percent", 94, "failed"],
  ["growth", 300, "passed"],
  ["everything gone", 0, "failed"],
])("%s is %s -> %s", (_, value, outcome) =>
  expect(checkDrops({ pulas: value, added: 0 }, { version: "v", figures: { pulas: 100 } }).outcome).toBe(outcome),
);

it("compares nothing where no set is in force", () =>
  expect(checkDrops({ pulas: 1 }, null).outcome).toBe("not_applicable"));

test.each([
  [0, 0, "failed"],
  [100, 5, "passed"],
  [100, 6, "failed"],
])("of %i records, %i refused: %s", (read, refused, outcome) =>
  expect(checkRefused("features", { read, refused }).outcome).toBe(outcome),
);

it("notices ground lost in cutting", () => {
  expect(checkPieceArea({ planarDeg2: 1, piecesDeg2: 1 - 1e-12 }).outcome).toBe("passed");
  expect(checkPieceArea({ planarDeg2: 1, piecesDeg2: 0.9999 }).outcome).toBe("failed");
});

it("lists the first twenty refusals and counts all", () => {
  const tally = new Tally("x");
  for (let number = 1; number <= 50; number += 1) tally.refuse({ number, line: null }, "bad", String(number));
  expect(tally.listed).toHaveLength(20);
  expect(tally.counts).toMatchObject({ refused: 50, reasons: { bad: 50 } });
});

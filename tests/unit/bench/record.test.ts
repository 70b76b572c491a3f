import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changesFrom, readRecord, slower, vanished, withMeasured } from "@/bench/support/record";
import { recordTable, withTable } from "@/bench/support/record-table";
import type { Row } from "@/bench/support/report";

const row = (work: string, ratio: number, more: Partial<Row> = {}): Row => ({
  work,
  comparedWith: "the bare statement",
  ratio,
  target: { bound: "at most", value: 3 },
  figures: {},
  ...more,
});
const keptOf = (...rows: Row[]) =>
  withMeasured({}, [{ name: "one", rows }], {
    day: "2026-11-20",
    node: "v24.1.0",
    cpu: "a processor",
    load: [0.5, 2],
    paceMs: 100,
  });
const named = (before: Row, now: Row, paceMs = 100): string[] =>
  slower(changesFrom(keptOf(before), [{ name: "one", rows: [now] }], paceMs));

describe("what got slower since the kept results", () => {
  it("is named with both figures, and what moved by less than two runs of the same code do is not", () => {
    expect(named(row("a check", 2), row("a check", 2.4))).toEqual([]);
    expect(named(row("a check", 2), row("a check", 3))).toEqual([
      "one: a check (the bare statement): 3.00, kept 2.00, 1.50 times worse",
    ]);
    expect(named(row("a check", 3), row("a check", 2))).toEqual([]);
  });

  it("is a smaller figure where more is better, with a target or without", () => {
    const target = { bound: "at least", value: 50 } as const;
    expect(named(row("a search", 60, { target }), row("a search", 30, { target }))).toHaveLength(1);
    expect(named(row("a search", 30, { target }), row("a search", 60, { target }))).toEqual([]);
    const more = { target: null, better: "higher" } as const;
    expect(named(row("a search", 60, more), row("a search", 30, more))).toHaveLength(1);
    expect(named(row("a search", 30, { target: null }), row("a search", 60, { target: null }))).toHaveLength(1);
  });

  it("is no figure of a machine that is as much slower, but a ratio is", () => {
    const clock = { comparedWith: "1 ms" };
    expect(named(row("a check", 4, clock), row("a check", 8, clock), 200)).toEqual([]);
    expect(named(row("a check", 4, clock), row("a check", 8, clock), 110)).toHaveLength(1);
    const rate = { comparedWith: "1 a second", target: { bound: "at least", value: 200 } } as const;
    expect(named(row("checks", 200, rate), row("checks", 100, rate), 200)).toEqual([]);
    expect(named(row("checks", 200, rate), row("checks", 100, rate), 110)).toHaveLength(1);
    expect(named(row("a check", 2), row("a check", 4), 200)).toHaveLength(1);
  });

  it("is nothing where nothing was kept, and a line that is not measured any more is named", () => {
    const kept = keptOf(row("a check", 2));
    const measured = [{ name: "one", rows: [row("another", 9)] }];
    expect(slower(changesFrom(kept, measured, 100))).toEqual([]);
    expect(vanished(kept, measured)).toEqual(["one: a check"]);
    expect(vanished(kept, [{ name: "two", rows: [] }])).toEqual([]);
  });
});

it("docs/performance.md has every line of bench/record.json, as it was kept", async () => {
  const kept = readRecord();
  expect(Object.values(kept).flatMap(({ rows }) => rows).length).toBeGreaterThan(30);
  const document = readFileSync("docs/performance.md", "utf8");
  expect(document).toBe(withTable(document, await recordTable(kept)));
});

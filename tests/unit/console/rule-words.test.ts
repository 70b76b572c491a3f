import { expect, it } from "vitest";
import { rulesView } from "@/lib/pages/console/rules";
import { tableRowsWithCitations } from "@/lib/rulebook/audit";

const rows = tableRowsWithCitations();
const pageOf = (text: string, page = 1) => rulesView(rows, { text, table: "", state: null, page });

it("no row of the rule tables shows the name of a member of a file", () => {
  const { pages } = pageOf("");
  const shown = Array.from({ length: pages }, (_, index) => pageOf("", index + 1).rows).flat();
  expect(shown.length).toBe(rows.length);
  const names = shown.flatMap(({ figures }) => figures.split("; ").map((figure) => figure.split(":")[0] ?? ""));
  expect([...new Set(names)].filter((name) => /[a-z][A-Z]|_/.test(name))).toEqual([]);
});

it("a figure inside another is said with both, and yes and no in words", () => {
  const [row] = pageOf("annual_rate_60_pct_lower").rows;
  expect(row?.figures).toBe("points: 3; claims: share of the yearly maximum, at most: 0.4");
  const shown = Array.from({ length: pageOf("").pages }, (_, index) => pageOf("", index + 1).rows).flat();
  expect(shown.filter(({ figures }) => /: (true|false)\b/.test(figures))).toEqual([]);
});

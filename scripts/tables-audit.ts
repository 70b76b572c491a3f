import type { CitedRow } from "@/lib/rulebook/audit";
import { readCitedRules } from "@/lib/usecases/rules/read-rules";

/** Lists every rule whose source no one has compared with it, or whose evidence is unverified. Always exits 0. */

const isOpen = ({ checked, evidence }: CitedRow): boolean => checked !== "all" || evidence === "unverified";

const describe = (row: CitedRow): string => {
  const unchecked = row.sources.filter(({ citation }) => citation?.checkedOn == null).map(({ key }) => key);
  const source =
    row.checked === "all"
      ? ""
      : `${row.checked === "partly" ? "partly unchecked" : "unchecked"}: ${unchecked.join(", ")}`;
  const evidence = row.evidence === "unverified" ? "UNVERIFIED" : (row.evidence ?? "");
  const times = row.count > 1 ? ` (${row.count} rows)` : "";
  return `  ${[row.row + times, evidence, source].filter((part) => part !== "").join("  |  ")}`;
};

const sum = (rows: readonly CitedRow[]): number => rows.reduce((total, { count }) => total + count, 0);

async function main(): Promise<void> {
  const { rows: all, faults } = await readCitedRules();
  for (const { file, path, reason } of faults) console.log(`FAULT  ${file}: ${path}: ${reason}`);
  const totals: string[] = [];
  for (const table of new Set(all.map((row) => row.table))) {
    const rows = all.filter((row) => row.table === table);
    const open = rows.filter(isOpen);
    const unverified = rows.filter(({ evidence }) => evidence === "unverified");
    if (open.length > 0) console.log([table, ...open.map(describe), ""].join("\n"));
    totals.push(`  ${table}: ${sum(rows)} rows, ${sum(open)} open, ${sum(unverified)} unverified`);
  }
  console.log(["Totals", ...totals].join("\n"));
}

await main();

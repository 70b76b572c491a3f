import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(ROOT, "docs", "asvs.md"), "utf8");
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) +\| (\w[\w ]*?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, number = "", state = "", , evidence = ""]) => ({ number, state, evidence }),
);

/** How many requirements of levels 1 and 2 each section of version 5.0 has; they are numbered from 1 without a gap. */
const SECTIONS: Record<string, number> = {
  ...{ "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1, "3.2": 2, "3.3": 4 },
  ...{ "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4, "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3 },
  ...{ "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5 },
  ...{
    "7.5": 2,
    "7.6": 2,
    "8.1": 2,
    "8.2": 3,
    "8.3": 1,
    "8.4": 1,
    "9.1": 3,
    "9.2": 4,
    "10.1": 2,
    "10.2": 2,
    "10.3": 4,
  },
  ...{ "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1 },
  ...{ "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3 },
  ...{
    "15.1": 3,
    "15.2": 3,
    "15.3": 7,
    "16.1": 1,
    "16.2": 5,
    "16.3": 4,
    "16.4": 3,
    "16.5": 3,
    "17.1": 1,
    "17.2": 4,
    "17.3": 2,
  },
};

/** "10.3.1 to 10.3.4, 10.6.1" of the second table, one by one. */
const notApplicable = (): string[] => {
  const [, table = ""] = page.split("## What does not apply");
  return [...table.matchAll(/(\d+\.\d+)\.(\d+)(?: to \d+\.\d+\.(\d+))?/g)].flatMap(([, section = "", first, last]) =>
    Array.from({ length: Number(last ?? first) - Number(first) + 1 }, (_, at) => `${section}.${Number(first) + at}`),
  );
};

const inOrder = (numbers: readonly string[]): string[] =>
  numbers.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));

it("has each requirement of levels 1 and 2 once", () => {
  const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  );
  expect(inOrder([...rows.map(({ number }) => number), ...notApplicable()])).toEqual(inOrder(wanted));
});

it("names a test or file for each that is there", () => {
  const missing = rows.flatMap(({ number, evidence }) => {
    const files = [...evidence.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
    if (files.length === 0) return [`${number} names none`];
    return files.filter((file) => !existsSync(join(ROOT, file))).map((file) => `${number}: ${file}`);
  });
  expect(missing).toEqual([]);
});

it("counts its states as they are", () => {
  const count = (state: string): number => rows.filter((row) => row.state === state).length;
  expect(page.replaceAll(/\s+/g, " ")).toContain(
    `${count("met")} met, ${count("partly")} partly, ${count("not met")} not met, ${count("operator")} the operator's.`,
  );
});

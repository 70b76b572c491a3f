import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** A table that no one ends grows until the disk is full: docs/scale.md says of each what ends its rows. */
const tables = [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/@@map\("(\w+)"\)/g)].map(
  ([, name = ""]) => name,
);
const section =
  readFileSync("docs/scale.md", "utf8")
    .split("## ")
    .find((part) => part.startsWith("Tables")) ?? "";
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

it("every table stands in docs/scale.md, with what it grows with and what ends its rows", () => {
  const named = rows.flatMap(([, names = ""]) => [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
  expect(tables.length).toBeGreaterThan(60);
  expect(tables.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  expect(rows.filter(([, , grows = "", ends = ""]) => grows === "" || ends === "")).toEqual([]);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { dayOf, RELEASED_TABLES, tableOf } from "@/lib/rulebook/table-files";

const FOLDER = "lib/rulebook/tables";

/** A file that no one listed is never read: the edition before it would go on deciding, and nothing would say so. */
it("every file of lib/rulebook/tables is listed once in shipped-tables.ts", () => {
  const files = readdirSync(FOLDER).map((name) => join(FOLDER, name));
  expect(RELEASED_TABLES.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
});

it.each(RELEASED_TABLES)("$file has what it is named for: its table and its first day", (listed) => {
  expect(listed.file).toBe(`${FOLDER}/${String(tableOf(listed))}-${dayOf(listed)}.json`);
  expect(listed.json).toEqual(JSON.parse(readFileSync(listed.file, "utf8")));
});

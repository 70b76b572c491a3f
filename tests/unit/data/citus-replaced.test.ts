import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * Functions that deploy/citus/distribute.sql writes otherwise by hand, each with the newest migration that makes it. `npm run migrate` puts
 * these in place of a migration's: one that changes such a function changes the script too, and is named here.
 */
const BY_HAND = {
  drop_ended_months: "20261124000000_retention",
  find_ended_months: "20261124000000_retention",
  find_unused_soil_analyses: "20261121000900_upkeep",
  find_waiting_bulk_chunks: "20261121000400_bulk",
};

const FOLDER = "prisma/migrations";
const script = readFileSync("deploy/citus/distribute.sql", "utf8");
const migrations = readdirSync(FOLDER, { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  .toSorted();

function newestThatMakes(name: string): string | undefined {
  const making = new RegExp(`CREATE (?:OR REPLACE )?FUNCTION (?:public\\.)?"?${name}"?\\(`, "i");
  return migrations.findLast((migration) =>
    making.test(readFileSync(join(FOLDER, migration, "migration.sql"), "utf8")),
  );
}

describe("functions that are written otherwise on Citus", () => {
  it("are those of their newest migrations", () => {
    const names = [...script.matchAll(/CREATE OR REPLACE FUNCTION (\w+)\(/g)].map(([, name = ""]) => name);
    // Made by the script alone.
    const replaced = names.filter((name) => name !== "note_set_in_force");
    expect(Object.fromEntries(replaced.toSorted().map((name) => [name, newestThatMakes(name)]))).toEqual(BY_HAND);
  });

  it("have the list in them that the script takes out", () => {
    const making = newestThatMakes("find_planned_on_changed_ground") ?? "";
    expect(readFileSync(join(FOLDER, making, "migration.sql"), "utf8")).toContain("OFFSET 0) AS planned");
  });
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { proposedTables } from "@/lib/rulebook/load";
import { RulebookError } from "@/lib/rulebook/schema-shared";

interface Menu {
  effectiveFrom: string;
  categories: { options: { code: string; subOptions: { id: number }[] }[] }[];
}

/** An edition to come in which two measures of one option have the ids of each other, as when rows are numbered again. */
function renumbered(): { file: string; json: unknown } {
  const menu = JSON.parse(readFileSync("lib/rulebook/tables/epa-runoff-menu-2025-04-30.json", "utf8")) as Menu;
  menu.effectiveFrom = "2027-01-01";
  const tillage = menu.categories.flatMap(({ options }) => options).find(({ code }) => code === "conservation_tillage");
  const [reduced, noTill] = tillage?.subOptions ?? [];
  if (reduced === undefined || noTill === undefined) throw new Error("the menu has both kinds of tillage");
  [reduced.id, noTill.id] = [noTill.id, reduced.id];
  return { file: "epa-runoff-menu-2027-01-01.json", json: menu };
}

it("an id means the same measure in every edition: what was chosen is kept by it", () => {
  const refused = (): unknown => proposedTables([renumbered()]);
  expect(refused).toThrow(RulebookError);
  expect(refused).toThrow(
    "epa-runoff-menu-2027-01-01.json: categories[2].options[0].subOptions[0].id: " +
      "sub-option 210 is no_till in the edition of 2024-10-16; give reduced_tillage an id of its own",
  );
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * What Citus refuses in statements on tables that are spread by `provider_id` (docs/scale.md), as far as the text of a
 * statement shows it. The schema's part is tests/contract/data/citus-rules.test.ts.
 */
const FOLDER = "lib/data";

/** Statements on tables of no provider, which stay on the coordinator. */
const OF_NO_PROVIDER = /^(imports|soil)\//;

/** Functions that work on providers' rows for the requests themselves. */
const functions = ["20261125140000_save_on_one_node", "20261125141000_begin_on_one_node"].flatMap((name) =>
  [...readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8").matchAll(/DO UPDATE\b[^;]*/g)].map(
    ([clause]) => ({
      name,
      clause,
    }),
  ),
);

const inModules = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.startsWith("generated"))
  .flatMap((name) => {
    const text = readFileSync(join(FOLDER, name), "utf8");
    return [...text.matchAll(/DO UPDATE\b[^`]*/g)].map(([clause]) => ({
      name,
      clause: clause.split(/RETURNING|\n\s*\)/)[0] ?? "",
    }));
  })
  .filter(({ name }) => !OF_NO_PROVIDER.test(name));

const statements = [...inModules, ...functions];

const updates = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.startsWith("generated") && !OF_NO_PROVIDER.test(name))
  .flatMap((name) =>
    [...readFileSync(join(FOLDER, name), "utf8").matchAll(/`\s*UPDATE\b[^`]*/g)].map(([text]) => ({ name, text })),
  );

describe("a statement that changes rows of a provider's table", () => {
  it("has no clock in a CASE, nor in what it returns, since Citus refuses it there", () => {
    const cases = updates.flatMap(({ name, text }) =>
      [...text.matchAll(/\bCASE\b[^]*?\bEND\b|\bRETURNING\b[^]*$/g)].map(([clause]) => ({ name, clause })),
    );
    expect(cases.map(({ name }) => name)).toContain("webhooks/deliveries.ts");
    expect(cases.filter(({ clause }) => /\bnow\(\)/.test(clause))).toEqual([]);
  });
});

describe("where rows conflict, a statement on a provider's table", () => {
  it("takes the time from the row that was to be inserted, since Citus refuses the clock there", () => {
    expect(statements.filter(({ clause }) => /\bnow\(\)/.test(clause))).toEqual([]);
  });

  it("asks no other table, which Citus refuses there too", () => {
    expect(statements.filter(({ clause }) => /\(\s*SELECT\b/i.test(clause))).toEqual([]);
  });

  it("is found at all", () => {
    expect(statements.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["portal/selections.ts", "20261125140000_save_on_one_node"]),
    );
  });
});

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
const functions = ["20261125141000_begin_on_one_node", "20261205105000_exemption_of_year"].flatMap((name) =>
  [...readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8").matchAll(/DO UPDATE\b[^;]*/g)].map(
    ([clause]) => ({
      name,
      clause,
    }),
  ),
);

const modules = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.startsWith("generated"))
  .map((name) => ({ name, text: withParts(readFileSync(join(FOLDER, name), "utf8")) }));

/** A module's text with the parts of statements that it names in their places. */
function withParts(text: string): string {
  const parts = [...text.matchAll(/const (\w+) = Prisma\.sql`([^`]*)`/g)];
  return parts.reduce((whole, [, name = "", part = ""]) => whole.replaceAll(`\${${name}}`, () => part), text);
}

const ofProviders = modules.filter(({ name }) => !OF_NO_PROVIDER.test(name));

const inModules = ofProviders.flatMap(({ name, text }) =>
  [...text.matchAll(/DO UPDATE\b[^`]*/g)].map(([clause]) => ({
    name,
    clause: clause.split(/RETURNING|\n\s*\)/)[0] ?? "",
  })),
);

const statements = [...inModules, ...functions];

const updates = ofProviders.flatMap(({ name, text }) =>
  [...text.matchAll(/`\s*UPDATE\b[^`]*/g)].map(([update]) => ({ name, text: update })),
);

/** Modules whose text has something, those that Citus would refuse or answer wrongly. */
const having = (shape: RegExp): string[] => modules.filter(({ text }) => shape.test(text)).map(({ name }) => name);

describe("a statement on a provider's rows", () => {
  it("lists from a table, since Citus plans no subqueries of a row that comes from none", () => {
    expect(having(/\bFROM \(SELECT (?:(?!\bFROM\b)[^])*?OFFSET 0\)/)).toEqual([]);
  });

  it("has its field's counties without a UNION, which Citus plans as one over shards", () => {
    const union = /Prisma\.sql`[^`]*\bUNION\b/;
    expect(having(union)).not.toEqual([]);
    expect(having(union)).not.toContain("field-counties.ts");
  });

  it("says whose rows it wants by SET LOCAL, the only setting that reaches the servers that have them", () => {
    expect(having(/set_config\(\s*'hedgerow/)).toEqual([]);
    expect(having(/SET LOCAL hedgerow\.provider_id/)).toEqual(["db.ts"]);
  });
});

describe("a statement that changes rows of a provider's table", () => {
  it("has no clock in a CASE, nor in what it returns, since Citus refuses it there", () => {
    const cases = updates.flatMap(({ name, text }) =>
      [...text.matchAll(/\bCASE\b[^]*?\bEND\b|\bRETURNING\b[^]*$/g)].map(([clause]) => ({ name, clause })),
    );
    expect(cases.map(({ name }) => name)).toContain("webhooks/deliveries.ts");
    expect(cases.filter(({ clause }) => /\bnow\(\)/.test(clause))).toEqual([]);
  });

  it("asks no table in a CASE, since the policy of its rows is no constant", () => {
    const asked = updates.filter(({ text }) => /\bCASE\b(?:(?!\bEND\b)[^])*\bSELECT\b/.test(text));
    expect(asked.map(({ name }) => name)).toEqual([]);
  });

  it("adds no interval to a time that a row has, which may be another zone's on another server", () => {
    const shifted = /\b\w+_(?:at|until)\s*[-+]\s*(?:INTERVAL|make_interval)\b/i;
    expect(shifted.test("SET leased_until = leased_until - INTERVAL '1 hour'")).toBe(true);
    expect(updates.filter(({ text }) => shifted.test(text)).map(({ name }) => name)).toEqual([]);
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
      expect.arrayContaining(["portal/selections.ts", "20261205105000_exemption_of_year"]),
    );
  });
});

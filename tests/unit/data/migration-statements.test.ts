import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { statementsOf } from "@/lib/data/migration-statements";

const FOLDER = "prisma/migrations";
const files = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [`${FOLDER}/${entry.name}/migration.sql`] : [],
);
/** What may stand between two statements: blanks, semicolons, and comments. */
const BETWEEN = /^(?:\s|;|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*$/;

it("come in their order, and nothing of any migration is left out", async () => {
  expect(files.length).toBeGreaterThan(70);
  for (const file of files) {
    const sql = readFileSync(file, "utf8");
    let rest = sql;
    for (const statement of await statementsOf(sql)) {
      const at = rest.indexOf(statement);
      expect(at, file).toBeGreaterThanOrEqual(0);
      expect(rest.slice(0, at), file).toMatch(BETWEEN);
      rest = rest.slice(at + statement.length);
    }
    expect(rest, file).toMatch(BETWEEN);
  }
});

it.each([
  [
    "a semicolon in a string, a comment, and a body",
    ["SELECT 'a;b'", "DO $x$ BEGIN PERFORM 1; END $x$", "SELECT $$;$$"],
  ],
  ["letters of more bytes than one", ["SELECT 'ñ – 漢;'", "SELECT 2"]],
  ["a body without quotes", ["CREATE FUNCTION one() RETURNS int BEGIN ATOMIC SELECT 1; SELECT 2; END", "SELECT 3"]],
  ["an escaped quote", [String.raw`SELECT E'a\';b'`, "SELECT 'c'';d'"]],
])("end where PostgreSQL ends them: %s", async (_, statements) => {
  expect(await statementsOf(`${statements.join(";\n")};\n`)).toEqual(statements);
});

it("of what is no SQL are refused", async () => {
  await expect(statementsOf("SELECT 1; CREATE NOTHING")).rejects.toThrow(/syntax error/);
});

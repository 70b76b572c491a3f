import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { faultsOf } from "@/tests/unit/data/migration-rules";
import released from "@/tests/unit/data/released-migrations.json";

const FOLDER = "prisma/migrations";
const sqlOf = (name: string): string => readFileSync(`${FOLDER}/${name}/migration.sql`, "utf8");
const names = readdirSync(FOLDER, { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  .toSorted();
const frozen = Object.keys(released);

describe("migrations that were released", () => {
  it.each(Object.entries(released))("%s is as it was", (name, hash) => {
    expect(createHash("sha256").update(sqlOf(name)).digest("hex")).toBe(hash);
  });
});

describe("migrations that were not", () => {
  const added = names.filter((name) => !frozen.includes(name));

  it("come after those that were, so that every database has the same order", () => {
    expect(added.filter((name) => name < (frozen.toSorted().at(-1) ?? ""))).toEqual([]);
  });

  it("may run while the version before works on the database", () => {
    expect(added.flatMap((name) => faultsOf(sqlOf(name)).map((fault) => `${name}: ${fault}`))).toEqual([]);
  });
});

describe("what keeps a migration from running beside the version before", () => {
  it.each([
    ["an index under a lock", 'CREATE INDEX "a_idx" ON "a"("b");', /CONCURRENTLY IF NOT EXISTS/],
    [
      "an index beside another statement",
      "SELECT 1; CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON a(b);",
      /only statement/,
    ],
    ["an index that may be there", "CREATE INDEX CONCURRENTLY i ON a(b)", /IF NOT EXISTS/],
    ["a dropped column", "ALTER TABLE public.a DROP COLUMN b", /one release later/],
    ["a dropped table", "DROP TABLE a", /one release later/],
    ["another name", "ALTER TABLE a RENAME COLUMN b TO c", /old name/],
    ["another type", 'ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE text', /written again/],
    ["a column that no one fills", "ALTER TABLE a ADD COLUMN b TEXT NOT NULL", /does not fill/],
    ["a value that must be there", "ALTER TABLE a ALTER COLUMN b SET NOT NULL", /read under a lock/],
    [
      "a trigger on a spread table",
      "CREATE TRIGGER t BEFORE UPDATE OF b ON a FOR EACH ROW EXECUTE FUNCTION f()",
      /DO block/,
    ],
    ["rows of all providers", "ALTER TABLE a NO FORCE ROW LEVEL SECURITY", /provider by provider/],
    ["a rule for all rows", "ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0)", /NOT VALID/],
  ])("%s", (_, sql, fault) => {
    expect(faultsOf(sql)).toEqual([expect.stringMatching(fault)]);
  });

  it.each([
    [
      "a table with its index and its rules",
      "CREATE TABLE a (b INT); CREATE INDEX ON a(b); ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0)",
    ],
    ["an index made concurrently", "-- why\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS i ON a(b);"],
    [
      "a column that may be missing",
      "ALTER TABLE a ADD COLUMN b TEXT; ALTER TABLE a ADD COLUMN c INT NOT NULL DEFAULT 0",
    ],
    ["a rule for rows to come", "ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0) NOT VALID"],
    ["a function with such words", "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DROP TABLE a; $$"],
  ])("is not %s", (_, sql) => {
    expect(faultsOf(sql)).toEqual([]);
  });
});

/** A migration's statements without what is no statement of it: comments, texts, and the bodies of functions. */
const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/--[^\n]*/g, "")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").replaceAll('"', "").replaceAll("public.", "").trim())
    .filter((statement) => statement !== "");

const nameIn = (statement: string, pattern: RegExp): string => pattern.exec(statement)?.[1] ?? "";

/** What the version before still reads or writes, or what holds its table for as long as all rows take. */
const ON_TABLES: readonly [RegExp, string][] = [
  [/^DROP TABLE/i, "the version before still uses the table: drop it one release later"],
  [/^ALTER TABLE .*\bDROP COLUMN\b/i, "the version before still uses the column: drop it one release later"],
  [/^ALTER TABLE .*\bRENAME\b/i, "the version before uses the old name: add, copy, and drop one release later"],
  [/^ALTER TABLE .*\bALTER COLUMN \w+ (SET DATA )?TYPE\b/i, "all rows are written again under a lock"],
  [/^ALTER TABLE .*\bSET NOT NULL\b/i, "all rows are read under a lock, and the version before may leave it out"],
  [
    /^ALTER TABLE .*\bADD COLUMN (?:(?!DEFAULT).)*NOT NULL(?!.*DEFAULT)/i,
    "the version before does not fill the column",
  ],
  [
    /^ALTER TABLE .*\bNO FORCE ROW LEVEL SECURITY\b/i,
    "all rows are changed while no one else may read: provider by provider, under `hedgerow.provider_id`",
  ],
  [
    /^ALTER TABLE .*\bADD CONSTRAINT (?!.*NOT VALID)/i,
    "all rows are read under a lock: add it NOT VALID, validate later",
  ],
];

/** Tables of so few rows that reading all of them takes no time. */
const SMALL = new Set(["data_set", "active_data_set", "provider", "operator"]);
const OF_ALL_ROWS = "all rows";

const TABLE_OF_ALTER = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+)/i;
const TABLE_OF_TRIGGER = /^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER .* ON (\w+)/i;
const TABLE_OF_INDEX = /^CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?\w* ?ON (?:ONLY )?(\w+)/i;

/** Why a migration may not run while the version before it works; empty: it may. */
export function faultsOf(sql: string): string[] {
  const statements = statementsOf(sql);
  const made = new Set(statements.flatMap((one) => /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(one)?.[1] ?? []));
  return [...concurrentFaults(statements), ...statements.flatMap((statement) => faultsOn(statement, made))];
}

function faultsOn(statement: string, made: ReadonlySet<string>): string[] {
  const altered = nameIn(statement, TABLE_OF_ALTER);
  const indexed = nameIn(statement, TABLE_OF_INDEX);
  if (indexed !== "" && !made.has(indexed) && !/CONCURRENTLY/i.test(statement)) {
    return [
      `an index on ${indexed} is made under a lock: CREATE INDEX CONCURRENTLY IF NOT EXISTS, in a migration of its own`,
    ];
  }
  const watched = nameIn(statement, TABLE_OF_TRIGGER);
  if (watched !== "" && !made.has(watched)) {
    return [`a trigger on ${watched}: where it is spread, Citus takes one by EXECUTE in a DO block alone`];
  }
  if (made.has(altered)) return [];
  return ON_TABLES.filter(
    ([pattern, why]) => pattern.test(statement) && !(SMALL.has(altered) && why.startsWith(OF_ALL_ROWS)),
  ).map(([, why]) => `${statement.slice(0, 80)}: ${why}`);
}

/** lib/data/migrations.ts runs one outside of a transaction, so nothing may stand beside it. */
function concurrentFaults(statements: readonly string[]): string[] {
  const concurrent = statements.filter((one) => /^CREATE (UNIQUE )?INDEX CONCURRENTLY/i.test(one));
  if (concurrent.length === 0) return [];
  const isAlone = statements.length === 1 && / IF NOT EXISTS /i.test(statements[0] ?? "");
  return isAlone ? [] : ["an index made concurrently is the only statement of its migration, with IF NOT EXISTS"];
}

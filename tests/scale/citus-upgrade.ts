import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { ROOT } from "@/bench/support/build";
import { applyMigrations } from "@/lib/data/migrations";
import { type Cluster, urlsFor } from "@/scripts/setup/cluster.mjs";
import { readMigrations } from "@/tests/faults/own-cluster";
import { runTool } from "@/tests/faults/tool";
import { type CitusCluster, makeSpreadDatabase } from "@/tests/scale/citus-cluster";

type Judge = (isMet: boolean, line: string) => void;
type Nodes = Pick<CitusCluster, "coordinator" | "workers">;

/** The newest migration that a database has had before it was spread; those after it come to the spread database. */
const SPREAD_AFTER = "20261125142000_tell_on_one_node";
const EARLIER = "hedgerow_earlier";

/** What a later migration may bring beside functions: a column, an index, and a table of providers. */
const LATER = [
  {
    name: "29990102000000_column_and_table",
    sql: `ALTER TABLE application ADD COLUMN later_note TEXT;
      CREATE TABLE later_thing (provider_id TEXT NOT NULL, thing_id UUID NOT NULL, PRIMARY KEY (provider_id, thing_id));
      ALTER TABLE later_thing ENABLE ROW LEVEL SECURITY`,
  },
  {
    name: "29990102000050_trigger",
    sql: `DO $once$ BEGIN
        EXECUTE 'CREATE FUNCTION later_tells() RETURNS TRIGGER LANGUAGE plpgsql AS $f$ BEGIN RETURN NULL; END $f$';
        EXECUTE 'CREATE TRIGGER later_tells AFTER INSERT ON field FOR EACH ROW EXECUTE FUNCTION later_tells()';
      END $once$`,
  },
  {
    name: "29990102000100_index",
    sql: `CREATE INDEX CONCURRENTLY IF NOT EXISTS "application_later_note_idx" ON application (provider_id, later_note)`,
  },
];

/**
 * A database that was spread at an earlier version is migrated: its functions, triggers, and keys are those of one that was spread at
 * this version. Also after migrations that leave the plain form of each function that is written otherwise on Citus, which is what a
 * migration of one PostgreSQL does.
 */
export async function judgeUpgrade(
  nodes: Nodes,
  databases: { fresh: string; plain: string },
  judge: Judge,
): Promise<void> {
  const { coordinator, workers } = nodes;
  const all = readMigrations();
  const { owner } = await makeSpreadDatabase(
    nodes,
    EARLIER,
    all.filter(({ name }) => name <= SPREAD_AFTER),
  );
  const migrated = await runTool(["scripts/migrate.ts"], { env: { DATABASE_URL: owner, DATABASE_DIRECT_URL: owner } });
  judge(migrated.code === 0, `npm run migrate on a spread database: ${migrated.lines.at(-1) ?? ""}`);
  const places = [coordinator, ...workers];
  const compare = async (when: string): Promise<void> => {
    for (const { name, cluster } of places) {
      const [wanted, found] = [await shapeOf(cluster, databases.fresh), await shapeOf(cluster, EARLIER)];
      const wrong = differences(wanted, found, name === coordinator.name);
      judge(
        wrong.length === 0,
        `${when}, ${wanted.size} functions, triggers, and keys on ${name}: ${wrong.join("; ") || "right"}`,
      );
    }
  };
  await compare("after npm run migrate");
  const [plain, spread] = [
    await definitionsIn(coordinator.cluster, databases.plain),
    await definitionsIn(coordinator.cluster, databases.fresh),
  ];
  const again = [...plain].flatMap(([name, definition]) =>
    spread.get(name) === definition ? [] : [{ name, definition }],
  );
  judge(again.length > 5, `${again.length} functions are written otherwise on Citus`);
  const plainAgain = again.map(({ definition }, index) => ({
    name: `29990101001${String(index).padStart(3, "0")}_plain_function`,
    sql: asItsOwner(definition),
  }));
  const script = readFileSync(join(ROOT, "deploy/citus/distribute.sql"), "utf8");
  await applyMigrations(owner, [...all, ...plainAgain]);
  const left = await definitionsIn(coordinator.cluster, EARLIER);
  judge(
    again.every(({ name, definition }) => left.get(name) === definition),
    "migrations of plain functions leave these as they are written",
  );
  await applyMigrations(owner, [...all, ...plainAgain], script);
  await compare("after migrations that replace them all");
  await applyMigrations(owner, [...all, ...plainAgain, ...LATER], script);
  await applyMigrations(owner, [...all, ...plainAgain, ...LATER], script);
  const spreadTables = await namesIn(
    coordinator.cluster,
    `SELECT logicalrelid::text AS name, '' AS is FROM pg_dist_partition WHERE logicalrelid = 'later_thing'::regclass`,
  );
  judge(spreadTables.size === 1, "a table of a later migration is spread, and the script runs again without a change");
}

/** Functions of other roles, as migrations replace them: the owner is one of them while it does. */
const asItsOwner = (definition: string): string => `
  DO $grant$ BEGIN EXECUTE format('GRANT hedgerow_radar, hedgerow_definer TO %I', current_user); END $grant$;
  GRANT CREATE ON SCHEMA public TO hedgerow_radar, hedgerow_definer;
  ${definition};
  REVOKE CREATE ON SCHEMA public FROM hedgerow_radar, hedgerow_definer;`;

const DEFINITIONS = `
  SELECT p.oid::regprocedure::text AS name, pg_get_functiondef(p.oid) AS is
  FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;

/** Neither a shard, nor a part that holds one loaded set. */
const IS_OF_A_TABLE = (column: string): string =>
  `EXISTS (SELECT FROM pg_class c WHERE c.oid = ${column} AND NOT c.relispartition AND c.relname !~ '_[0-9]{6}$')`;

/** Functions with their owners and rights, triggers, keys, and how tables are spread. */
const SHAPE = `
  SELECT 'function ' || p.oid::regprocedure AS name, pg_get_userbyid(p.proowner) || ' ' || coalesce(p.proacl::text, '') || pg_get_functiondef(p.oid) AS is
  FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL
  SELECT 'trigger ' || tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) FROM pg_trigger
  WHERE NOT tgisinternal AND ${IS_OF_A_TABLE("tgrelid")}
  UNION ALL
  SELECT 'key ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace AND ${IS_OF_A_TABLE("conrelid")}
  UNION ALL
  SELECT 'spread ' || logicalrelid::regclass, partmethod::text FROM pg_dist_partition
  WHERE logicalrelid::regclass::text !~ '^partitions'`;

async function namesIn(cluster: Cluster, query: string, database = EARLIER): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: urlsFor(cluster, database).admin });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; is: string }>(query);
    return new Map(rows.map(({ name, is }) => [name, is]));
  } finally {
    await client.end();
  }
}

const shapeOf = (cluster: Cluster, database: string) => namesIn(cluster, SHAPE, database);
const definitionsIn = (cluster: Cluster, database: string) => namesIn(cluster, DEFINITIONS, database);

/** A worker may have more functions: a migration on a spread database makes them there too. */
const differences = (
  wanted: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
  isExact: boolean,
): string[] => [
  ...[...wanted].flatMap(([name, is]) =>
    found.get(name) === is ? [] : [`${name} ${found.has(name) ? "differs" : "is missing"}`],
  ),
  ...[...found.keys()].flatMap((name) => (!isExact || wanted.has(name) ? [] : [`${name} is too many`])),
];

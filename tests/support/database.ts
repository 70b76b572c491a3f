import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

export interface TestDatabase {
  /** As the service connects: no owner, no way past row-level security. */
  app: string;
  /** As migrations and imports connect. */
  owner: string;
  drop: () => Promise<void>;
}

/** The address of another database of the same server. */
export const onDatabase = (url: string, name: string): string => {
  const there = new URL(url);
  there.pathname = `/${name}`;
  return there.href;
};

/** A migrated database that every test file clones. */
export interface Template {
  name: string;
  app: string;
  owner: string;
  /**
   * Of a cluster whose tables are spread: the superuser's addresses of all nodes, each of which has a part of the database and
   * a process of the superuser's in it.
   */
  nodes?: readonly string[];
}

/** The template that has the demonstration too, once a file has asked for it (tests/support/demonstration.ts). */
export const demonstrationOf = ({ name }: Template): string => `${name}_demonstration`;

/** A clone of the migrated template. Settings made on a database are not cloned with it, so they are made again. */
export async function createTestDatabase(template: Template, name: string): Promise<TestDatabase> {
  const nodes = template.nodes ?? [template.owner];
  for (const node of nodes) {
    await runOn(onDatabase(node, "postgres"), [
      `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`,
      `CREATE DATABASE "${name}" TEMPLATE "${template.name}" OWNER hedgerow_owner STRATEGY FILE_COPY`,
      `ALTER DATABASE "${name}" SET search_path = public, gis`,
    ]);
  }
  return {
    app: onDatabase(template.app, name),
    owner: onDatabase(template.owner, name),
    drop: async () => {
      for (const node of nodes) {
        if (template.nodes === undefined) await dropDatabase(node, name);
        else await dropSpread(node, name);
      }
    },
  };
}

const IN_USE = "55006";
const TRIES = 20;

/** Citus has a keeper in each database, who may be starting, and prepares commits over several servers. */
async function dropSpread(node: string, name: string): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      await endPrepared(onDatabase(node, name));
      await dropDatabase(node, name);
      return;
    } catch (error) {
      if (left === 0 || !(error instanceof pg.DatabaseError) || error.code !== IN_USE) throw error;
      await pause(500);
    }
  }
}

/** A commit over several servers that was cut off with the test's process stands prepared, and its database cannot be dropped. */
async function endPrepared(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ gid: string }>(
      "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()",
    );
    for (const { gid } of rows) await client.query(`ROLLBACK PREPARED ${pg.escapeLiteral(gid)}`);
  } finally {
    await client.end();
  }
}

export const dropDatabase = (ownerUrl: string, name: string): Promise<void> =>
  runOn(onDatabase(ownerUrl, "postgres"), [`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`]);

async function runOn(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

import pg from "pg";

export interface TestDatabase {
  /** As the service connects: no owner, no way past row-level security. */
  app: string;
  /** As migrations and imports connect. */
  owner: string;
  drop: () => Promise<void>;
}

const withName = (url: string, name: string): string => {
  const there = new URL(url);
  there.pathname = `/${name}`;
  return there.href;
};

/** A clone of the migrated template. Settings made on a database are not cloned with it, so they are made again. */
export async function createTestDatabase(
  template: { name: string; app: string; owner: string },
  name: string,
): Promise<TestDatabase> {
  const control = withName(template.owner, "postgres");
  await runOn(control, [
    `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`,
    `CREATE DATABASE "${name}" TEMPLATE "${template.name}"`,
    `ALTER DATABASE "${name}" SET search_path = public, gis`,
  ]);
  return {
    app: withName(template.app, name),
    owner: withName(template.owner, name),
    drop: () => dropDatabase(template.owner, name),
  };
}

export const dropDatabase = (ownerUrl: string, name: string): Promise<void> =>
  runOn(withName(ownerUrl, "postgres"), [`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`]);

async function runOn(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

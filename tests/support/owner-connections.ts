import pg from "pg";

/** The owner's address of the database of the file that runs: migrations and imports connect by it. */
export const ownerUrl = (): string => process.env.DATABASE_DIRECT_URL ?? "";

/**
 * Connections of the tests themselves by their address, kept for the next statement: a new one costs the server many times
 * what a short statement does.
 */
const pools = new Map<string, pg.Pool>();

/** Of the database of the file that runs, as its owner. */
function poolOfOwner(): pg.Pool {
  const url = ownerUrl();
  const kept = pools.get(url);
  if (kept !== undefined) return kept;
  const pool = new pg.Pool({ connectionString: url, max: 50, idleTimeoutMillis: 0 });
  // A server that a test stops ends what is idle as well; the pool opens another one.
  pool.on("error", () => undefined);
  pools.set(url, pool);
  return pool;
}

/** Works as the owner, on a connection that nothing of an earlier use is left on. */
export async function asOwner<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await poolOfOwner().connect();
  let isAsBefore = false;
  try {
    const done = await work(client);
    await client.query("DISCARD ALL");
    isAsBefore = true;
    return done;
  } finally {
    client.release(!isAsBefore);
  }
}

/** For the next file, which has another database. Dropping this one ends a statement that a failed test has left waiting. */
export function closeOwnerConnections(): void {
  for (const pool of pools.values()) void pool.end();
  pools.clear();
}

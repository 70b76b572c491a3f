import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type Cluster, urlsFor } from "@/scripts/setup/cluster.mjs";
import { type BreakableDatabase, startDatabase } from "@/tests/faults/own-cluster";

/** A streaming standby of a server, in a folder of its own, as an operator makes one; settings are not the primary's. */
export async function startStandby(
  { bin, user, port }: Cluster,
  folder: string,
  settings: readonly string[] = [],
): Promise<BreakableDatabase> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const copied = spawnSync(
    join(bin, "pg_basebackup"),
    [
      ...["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"],
      ...["-D", join(folder, "data"), "-X", "stream", "-c", "fast", "-R"],
    ],
    { ...(user ?? {}), cwd: "/", encoding: "utf8" },
  );
  if (copied.status !== 0) throw new Error(`pg_basebackup failed: ${copied.stderr}`);
  return startDatabase(folder, settings);
}

/** Runs a statement as the server's own user. */
export async function onServer(cluster: Cluster, database: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: urlsFor(cluster, database).admin });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

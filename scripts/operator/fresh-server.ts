import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { ensureCluster, stopCluster, urlsFor } from "@/scripts/setup/cluster.mjs";

/** A database server with nothing but what deploy/postgres/roles.sql makes: addresses of its database `hedgerow`. */
export interface FreshServer {
  admin: string;
  owner: string;
  service: string;
}

const ROLES = fileURLToPath(new URL("../../deploy/postgres/roles.sql", import.meta.url));

/** PostgreSQL's own programs: on the path, or where Debian puts those of a server. */
function program(name: string): string {
  const folder = "/usr/lib/postgresql";
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => `${folder}/${version}/bin/${name}`).find((path) => existsSync(path)) ?? name;
}

export function runProgram(name: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program(name), args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${name} failed: ${error?.message ?? stderr.trim()}`);
}

export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Runs deploy/postgres/roles.sql as the superuser that `admin` names. */
export function makeRoles(admin: string, passwords: { owner: string; service: string; backup: string }): void {
  const variables = Object.entries(passwords).flatMap(([name, password]) => ["-v", `${name}_password=${password}`]);
  runProgram("psql", ["--no-psqlrc", "--quiet", ...variables, "-f", ROLES, admin]);
}

/**
 * Starts a server on loopback, which is gone when this process ends. It asks for passwords: a restored database holds what
 * no one else on the machine may read.
 */
export async function startFreshServer(): Promise<FreshServer> {
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-fresh-"));
  // The server runs as another user than root.
  chmodSync(folder, 0o755);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const cluster = await ensureCluster(join(folder, "pg"));
  process.prependOnceListener("exit", () => stopCluster(cluster, "immediate"));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
  const [admin, owner, service, backup] = Array.from({ length: 4 }, () => randomBytes(24).toString("hex")) as [
    string,
    string,
    string,
    string,
  ];
  const trusted = urlsFor(cluster, "postgres").admin;
  makeRoles(trusted, { owner, service, backup });
  await query(trusted, `ALTER ROLE postgres PASSWORD ${pg.escapeLiteral(admin)}`);
  writeFileSync(join(cluster.data, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
  await query(trusted, "SELECT pg_reload_conf()");
  const address = (username: string, password: string): string =>
    Object.assign(new URL(trusted), { username, password, pathname: "/hedgerow" }).href;
  return {
    admin: address("postgres", admin),
    owner: address("hedgerow_owner", owner),
    service: address("hedgerow_service", service),
  };
}

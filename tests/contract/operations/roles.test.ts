import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRoles, query } from "@/scripts/operator/fresh-server";
import { type Cluster, ensureCluster, stopCluster, urlsFor } from "@/scripts/setup/cluster.mjs";
import { migrate } from "@/tests/faults/own-cluster";

/** A server that has nothing before deploy/postgres/roles.sql. */
const folder = mkdtempSync(join(tmpdir(), "hedgerow-roles-"));
let cluster: Cluster;
let admin: string;
let owner: string;

beforeAll(async () => {
  // The server runs as another user than root.
  chmodSync(folder, 0o755);
  cluster = await ensureCluster(join(folder, "pg"));
  admin = urlsFor(cluster, "postgres").admin;
  owner = urlsFor(cluster, "hedgerow").owner;
});
afterAll(() => {
  stopCluster(cluster, "immediate");
  rmSync(folder, { recursive: true, force: true });
});

const makeRolesAgain = (password: string): void =>
  makeRoles(admin, { owner: password, service: password, backup: password });

/** Every role of the service, with its rights, its settings, its members, and its password's hash. */
const readRoles = (): Promise<{ name: string; members: string[] }[]> =>
  query(
    admin,
    `SELECT a.rolname AS name, a.rolcanlogin, a.rolsuper, a.rolbypassrls, a.rolcreaterole, a.rolcreatedb, a.rolinherit,
            a.rolpassword, s.setconfig,
            ARRAY(SELECT pg_get_userbyid(m.member)::text FROM pg_auth_members m WHERE m.roleid = a.oid ORDER BY 1) AS members
     FROM pg_authid a LEFT JOIN pg_db_role_setting s ON s.setrole = a.oid AND s.setdatabase = 0
     WHERE a.rolname LIKE 'hedgerow%' OR a.rolname = 'pg_read_all_data' ORDER BY 1`,
  );

it("roles.sql alone makes each role just as it is after all migrations", async () => {
  makeRolesAgain("first");
  const before = await readRoles();
  expect(before.map(({ name }) => name)).toEqual([
    "hedgerow_app",
    "hedgerow_backup",
    "hedgerow_definer",
    "hedgerow_owner",
    "hedgerow_radar",
    "hedgerow_service",
    "pg_read_all_data",
  ]);
  await migrate(owner);
  expect(await readRoles()).toEqual(before);
});

it("roles.sql changes nothing where migrations ran, and gives the owner no right back that was taken", async () => {
  await query(admin, "ALTER ROLE hedgerow_owner NOCREATEROLE");
  await query(admin, "ALTER ROLE hedgerow_app SET statement_timeout = '10s'");
  const before = await readRoles();
  makeRolesAgain("second");
  expect(await readRoles()).toEqual(before);
});

it("roles.sql makes the missing roles of a server that was set up without it", async () => {
  const before = await readRoles();
  await query(admin, "DROP DATABASE hedgerow");
  await query(admin, "DROP ROLE hedgerow_definer");
  await query(admin, "DROP ROLE hedgerow_radar");
  makeRolesAgain("third");
  expect(await readRoles()).toEqual(before);
});

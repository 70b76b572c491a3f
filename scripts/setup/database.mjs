import pg from "pg";
import { ensureCluster, urlsFor } from "./cluster.mjs";

/**
 * The database to work in: the one `DATABASE_URL` names, else one of the private cluster.
 * Returns the addresses that the service (`app`) and the migrations (`owner`) use, and how to let go of it.
 */
export async function ensureDatabase(name) {
  if (process.env.DATABASE_URL !== undefined && process.env.DATABASE_URL !== "") {
    const app = process.env.DATABASE_URL;
    return { app, owner: process.env.DATABASE_DIRECT_URL ?? app, cluster: null };
  }
  return ensureDatabaseIn(await ensureCluster(), name);
}

/** A database of a cluster that runs. */
export async function ensureDatabaseIn(cluster, name) {
  await ensureOwner(cluster);
  await ensureOwned(cluster, name);
  const { app, owner } = urlsFor(cluster, name);
  return { app, owner, cluster };
}

/** The same, empty: what was there is dropped. For tests and benches alone, which may bring a cluster of their own. */
export async function recreateDatabase(name, startCluster = ensureCluster) {
  const url = process.env.DATABASE_URL;
  if (url !== undefined && url !== "") return recreateElsewhere(url, name);
  const cluster = await startCluster();
  await ensureOwner(cluster);
  await asAdmin(cluster, "postgres", (client) =>
    client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
  );
  // Left running: another run of this checkout may have come to use it meanwhile.
  return { ...(await ensureDatabaseIn(cluster, name)), cluster: { ...cluster, startedHere: false } };
}

/** On a server that the caller named, the caller's own user does it all and has to be allowed to. */
async function recreateElsewhere(url, name) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  await client.end();
  const there = new URL(url);
  there.pathname = `/${name}`;
  return { app: there.href, owner: there.href, cluster: null };
}

/** The role that owns everything: it may make databases and roles, and is not a superuser. */
async function ensureOwner(cluster) {
  await asAdmin(cluster, "postgres", async (client) => {
    await client.query(`DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hedgerow_owner') THEN
        CREATE ROLE hedgerow_owner LOGIN CREATEDB CREATEROLE;
      END IF;
      -- Dropping a test database may have to end an autovacuum that looks at it.
      GRANT pg_signal_backend TO hedgerow_owner;
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hedgerow_app') THEN
        CREATE ROLE hedgerow_app LOGIN NOSUPERUSER NOBYPASSRLS;
      END IF; END $$`);
  });
}

/** A database of the owner's, with PostGIS, which only a superuser may add. */
async function ensureOwned(cluster, name) {
  const exists = await asAdmin(cluster, "postgres", async (client) => {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    return found.rowCount === 1;
  });
  if (exists) return;
  await asAdmin(cluster, "postgres", (client) =>
    client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} OWNER hedgerow_owner`),
  );
  await asAdmin(cluster, name, (client) =>
    client.query(`CREATE SCHEMA gis AUTHORIZATION hedgerow_owner; CREATE EXTENSION postgis SCHEMA gis;
      ALTER SCHEMA public OWNER TO hedgerow_owner`),
  );
}

async function asAdmin(cluster, database, work) {
  const client = new pg.Client({ connectionString: urlsFor(cluster, database).admin });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

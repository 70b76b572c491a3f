import { runMigrations } from "graphile-worker";
import pg from "pg";
import { issueApiKey } from "@/lib/auth/api-keys";
import { connect } from "@/lib/data/db";
import { createProvider } from "@/lib/data/providers";
import { type Cluster, urlsFor } from "@/scripts/setup/cluster.mjs";
import { ensureDatabaseIn } from "@/scripts/setup/database.mjs";
import { by, loadFaultGround, PROVIDER } from "@/tests/faults/ground";
import { migrate, setEnvironment } from "@/tests/faults/own-cluster";

const TEMPLATE = "hedgerow_ground";

/** A database with the ground of the faults and a provider; its key. `DATABASE_URL` names it from then on. */
export async function makeGround(cluster: Cluster): Promise<string> {
  const { app, owner } = await ensureDatabaseIn(cluster, TEMPLATE);
  await migrate(owner);
  await runMigrations({ connectionString: owner });
  setEnvironment(app, owner);
  await loadFaultGround();
  const db = connect({ url: app, poolMax: 1 });
  try {
    await createProvider(db, {
      providerId: PROVIDER,
      name: PROVIDER,
      portalMode: "signed_link",
      portalLinkTtlS: 86_400,
    });
    const secret = process.env.API_KEY_HASH_SECRET ?? "";
    const wanted = { providerId: PROVIDER, environment: "test", expiresAt: null } as const;
    return await issueApiKey({ db, secret, by, now: new Date() }, wanted);
  } finally {
    await db.close();
  }
}

/** A copy of that database for one scenario, which `DATABASE_URL` names from then on. */
export async function copyGround(cluster: Cluster, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlsFor(cluster, "postgres").admin });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE "${name}" OWNER hedgerow_owner TEMPLATE "${TEMPLATE}"`);
    // A setting of a database is not copied with it.
    await client.query(`ALTER DATABASE "${name}" SET search_path = public, gis`);
  } finally {
    await client.end();
  }
  const { app, owner } = urlsFor(cluster, name);
  setEnvironment(app, owner);
}

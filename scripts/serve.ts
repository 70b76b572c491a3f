import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findPendingMigrations } from "@/lib/data/migrations";
import { readEnvironment } from "@/lib/runtime/env";
import { readSigningKey } from "@/lib/runtime/signing-key";

/**
 * `npm run serve`: the web process in production. Refuses to start, with the reason, when the environment is
 * incomplete or the database has not had every migration. It never seeds and takes no test key.
 */
try {
  const env = readEnvironment();
  await readSigningKey(env);
  const folder = fileURLToPath(new URL("../prisma/migrations", import.meta.url));
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const pending = await findPendingMigrations(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, names);
  if (pending.length > 0) throw new Error(`The database lacks ${pending.join(", ")}: run npm run migrate first.`);
  Object.assign(process.env, { NODE_ENV: "production" });
  await import("./web-server.mjs");
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

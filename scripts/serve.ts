import { checkBreachedPasswords } from "@/lib/runtime/breached-passwords";
import { findPendingMigrations } from "@/lib/data/migrations";
import { readEnvironment } from "@/lib/runtime/env";
import { publishedCertificates, readSigningKey } from "@/lib/runtime/signing-key";
import { migrationNames } from "@/lib/runtime/migration-files";
import { endWith } from "@/scripts/process-log.mjs";

/**
 * `npm run serve`: the web process in production. Refuses to start, with the reason, when the environment is
 * incomplete or the database has not had every migration. It never seeds and takes no test key.
 */
try {
  const env = readEnvironment();
  await publishedCertificates(env, await readSigningKey(env));
  if (env.CONSOLE_BREACHED_PASSWORDS !== undefined) await checkBreachedPasswords(env.CONSOLE_BREACHED_PASSWORDS);
  const pending = await findPendingMigrations(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, migrationNames());
  if (pending.length > 0) throw new Error(`The database lacks ${pending.join(", ")}: run npm run migrate first.`);
  Object.assign(process.env, { NODE_ENV: "production" });
  await import("./web-server.mjs");
} catch (error) {
  endWith(error);
}

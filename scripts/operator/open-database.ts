import { userInfo } from "node:os";
import { connect, type Db } from "@/lib/data/db";
import type { ActionBy } from "@/lib/domain/operator";
import { readEnvironment, type Environment } from "@/lib/runtime/env";
import { fallBackToDemonstration } from "@/scripts/operator/demonstration";

/** The system's name of the person at the keyboard, for the audit log. */
export const byCommandLine = (): ActionBy => ({
  actor: `command line (${userInfo().username})`,
  operatorId: null,
  requestId: null,
});

/** Runs an operator's command against the database; one clear line and exit code 1 when it cannot be done. */
export async function asOperator(work: (db: Db, env: Environment) => Promise<void>): Promise<void> {
  let db: Db | null = null;
  try {
    fallBackToDemonstration();
    const env = readEnvironment();
    db = connect({ url: env.DATABASE_URL, poolMax: 2 });
    await work(db, env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await db?.close();
  }
}

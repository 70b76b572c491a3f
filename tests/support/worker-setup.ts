import { afterAll, inject } from "vitest";
import { createTestDatabase } from "@/tests/support/database";
import { closeOwnerConnections } from "@/tests/support/owner-connections";
import { builtFolder } from "@/tests/support/program";
import { removeWorkFolder } from "@/tests/support/work-folder";

/**
 * Files of one process share its modules: loading them again for each took longer than its tests. Everything else that a
 * file could leave to the next is put back here: the environment, and what the process made of it.
 */
const kept = globalThis as typeof globalThis & {
  hedgerowDeps?: unknown;
  hedgerowBuilt?: string | undefined;
  environmentBefore?: NodeJS.ProcessEnv;
};
// Threads start from what is built, as in production (lib/gateways/threads.ts).
kept.hedgerowBuilt = builtFolder();
kept.environmentBefore ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in kept.environmentBefore)) Reflect.deleteProperty(process.env, name);
Object.assign(process.env, kept.environmentBefore);
delete kept.hedgerowDeps;

/** Every test file works in a database of its own, named by process and file start. */
const name = `hedgerow_test_${process.pid}_${Date.now().toString(36)}`;
const database = await createTestDatabase(inject("template"), name);

process.env.HEDGEROW_MODE = "test";
process.env.DATABASE_URL = database.app;
process.env.DATABASE_DIRECT_URL = database.owner;
process.env.API_KEY_HASH_SECRET = "test-secret-for-hashing-keys-0123456789";
process.env.PORTAL_LINK_KEYS = "t1:dGVzdC1saW5rLWtleS10ZXN0LWxpbmsta2V5LTAxMjM=";
process.env.NEXTAUTH_SECRET = "test-secret-for-console-sessions-0123456789";
process.env.PUBLIC_URLS = "http://localhost:3000,http://127.0.0.1:3000";
// A check that waits for one statement takes its claim beside it; of two connections, a provider has one at a time.
process.env.DATABASE_POOL_MAX = "10";
process.env.LOG_LEVEL ??= "silent";
// A report takes a second; a machine with many times its load takes longer, and no test is about that but those that set it.
process.env.REPORT_TIMEOUT_S ??= "85";

afterAll(async () => {
  closeOwnerConnections();
  removeWorkFolder();
  await database.drop();
});

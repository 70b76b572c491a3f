import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { generateApiKey, hashApiKey, keyPrefix } from "@/lib/auth/api-key-format";
import { authenticate } from "@/lib/auth/authenticate";
import { saveKey } from "@/lib/data/providers";
import { ServiceError } from "@/lib/domain/errors";
import { countStatements, getDeps } from "@/lib/runtime/deps";
import { makeCaller } from "@/tests/support/api";

/** Who a key belongs to, or why it was refused; with the number of messages to the database. */
async function ask(key: string, address: string) {
  const deps = await getDeps();
  const count = { statements: 0 };
  const outcome = await countStatements(count, () => authenticate(deps, key, address)).then(
    ({ provider }) => provider.providerId,
    (error: unknown) => (error instanceof ServiceError ? error.problem : error),
  );
  return { outcome, statements: count.statements };
}

it("an unknown key is looked up once in a while, however often it is tried", async () => {
  const key = generateApiKey("test");
  expect(await ask(key, "192.0.2.1")).toEqual({ outcome: "unauthorized", statements: 1 });
  let statements = 0;
  for (let tried = 0; tried < 50; tried += 1) statements += (await ask(key, "192.0.2.1")).statements;
  expect(statements).toBeLessThan(10);
});

it("a key that was tried before it was issued works seconds after", async () => {
  await makeCaller("issued-late");
  const key = generateApiKey("test");
  expect((await ask(key, "192.0.2.2")).outcome).toBe("unauthorized");
  const { db, env, clock } = await getDeps();
  const row = { keyId: randomUUID(), environment: "test", prefix: keyPrefix(key), expiresAt: null } as const;
  await saveKey(db, "issued-late", { ...row, keyHash: hashApiKey(key, env.API_KEY_HASH_SECRET) }, 2, clock());
  await expect
    .poll(async () => (await ask(key, "192.0.2.2")).outcome, { timeout: 30_000, interval: 200 })
    .toBe("issued-late");
});

it("made-up keys of one address soon cost no look-up; known keys and other addresses go on", async () => {
  const { apiKey } = await makeCaller("beside-guesses");
  expect((await ask(apiKey, "192.0.2.4")).outcome).toBe("beside-guesses");
  let statements = 0;
  for (let tried = 0; tried < 400; tried += 1)
    statements += (await ask(generateApiKey("test"), "192.0.2.3")).statements;
  expect(statements).toBeLessThanOrEqual(300);
  expect(await ask(generateApiKey("test"), "192.0.2.3")).toEqual({ outcome: "rateLimited", statements: 0 });
  expect((await ask(apiKey, "192.0.2.3")).outcome).toBe("beside-guesses");
  // Forgotten, as after a minute, or when an operator changes something.
  (await getDeps()).caches.keys.clear();
  expect((await ask(apiKey, "192.0.2.3")).outcome).toBe("beside-guesses");
  expect((await ask(generateApiKey("test"), "192.0.2.4")).outcome).toBe("unauthorized");
});

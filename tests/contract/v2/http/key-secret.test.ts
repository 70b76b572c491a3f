import { beforeAll, expect, it } from "vitest";
import { authenticate } from "@/lib/auth/authenticate";
import { createCaches } from "@/lib/runtime/caches";
import { type Deps, getDeps } from "@/lib/runtime/deps";
import { type Caller, makeCaller } from "@/tests/support/api";

const OLD = process.env.API_KEY_HASH_SECRET ?? "";
const NEW = "the-next-secret-for-hashing-keys-0123456789";

let used: Caller;
let unused: Caller;
beforeAll(async () => {
  used = await makeCaller("used");
  unused = await makeCaller("unused");
});

/** Another process, with these secrets and nothing remembered. */
async function processWith(secret: string, other?: string): Promise<Deps> {
  const deps = await getDeps();
  const secrets = { API_KEY_HASH_SECRET: secret, ...(other === undefined ? {} : { API_KEY_HASH_SECRET_OTHER: other }) };
  return { ...deps, env: { ...deps.env, ...secrets }, caches: createCaches() };
}

const accepts = async (deps: Deps, { apiKey }: Caller): Promise<boolean> => {
  const accepted = await authenticate(deps, apiKey, "192.0.2.7").then(
    () => true,
    () => false,
  );
  await deps.settled();
  return accepted;
};

it("a secret that is changed at once revokes every key", async () => {
  expect(await accepts(await processWith(OLD), used)).toBe(true);
  expect(await accepts(await processWith(NEW), used)).toBe(false);
});

it("with both, a key works through every step, in processes of the step before and after", async () => {
  expect(await accepts(await processWith(OLD, NEW), used)).toBe(true);
  expect(await accepts(await processWith(NEW, OLD), used)).toBe(true);
  // It is kept under the new secret now; a process of the first step knows it all the same.
  expect(await accepts(await processWith(OLD), used)).toBe(false);
  expect(await accepts(await processWith(OLD, NEW), used)).toBe(true);
  expect(await accepts(await processWith(NEW, OLD), used)).toBe(true);
});

it("once the old secret is gone, keys that were used meanwhile work and the others do not", async () => {
  expect(await accepts(await processWith(NEW), used)).toBe(true);
  expect(await accepts(await processWith(NEW), unused)).toBe(false);
  expect(await accepts(await processWith(NEW, OLD), unused)).toBe(true);
  expect(await accepts(await processWith(NEW), unused)).toBe(true);
});

import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, it } from "vitest";
import { readEnvironment } from "@/lib/runtime/env";

const REQUIRED = {
  NODE_ENV: "test",
  DATABASE_URL: "postgresql://localhost/x",
  API_KEY_HASH_SECRET: "x".repeat(32),
} as const;
const keysOf = (ring: string) => readEnvironment({ ...REQUIRED, RECORD_SIGNING_KEYS: ring }).RECORD_SIGNING_KEYS;
const text = (key: KeyObject): string =>
  key.export({ type: key.type === "private" ? "pkcs8" : "spki", format: "der" }).toString("base64");

const [own, earlier] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];

it("takes a private key in front, and private or public halves of earlier ones behind it", () => {
  expect(keysOf("")).toEqual([]);
  const ring = `${text(own.privateKey)}, ${text(earlier.publicKey)},${text(earlier.privateKey)}`;
  expect(keysOf(ring).map(({ type }) => type)).toEqual(["private", "public", "private"]);
});

it.each([
  ["no key at all", "bm8ga2V5"],
  ["a public key in front, which cannot sign", text(own.publicKey)],
  ["a key of another kind", text(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey)],
])("stops the start with words: %s", (_, ring) => {
  expect(() => keysOf(ring)).toThrow(/RECORD_SIGNING_KEYS: must be comma-separated Ed25519 keys/);
});

import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/** Secrets of this checkout's demonstration, made once and kept beside its database. Production never reads them. */
export function demonstrationSecrets() {
  const path = join(root, ".data", "secrets.json");
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  const made = {
    API_KEY_HASH_SECRET: randomBytes(32).toString("base64url"),
    PORTAL_LINK_KEYS: `demo:${randomBytes(32).toString("base64")}`,
    NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
    RECORD_SIGNING_KEYS: generateKeyPairSync("ed25519")
      .privateKey.export({ type: "pkcs8", format: "der" })
      .toString("base64"),
  };
  // A checkout that was started by an earlier version keeps what it had.
  const secrets = { ...made, ...kept };
  writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

/** What an operator's command needs to work on the demonstration that runs here. */
const KEPT = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "API_KEY_HASH_SECRET",
  "PORTAL_LINK_KEYS",
  "NEXTAUTH_SECRET",
  "HEDGEROW_MODE",
  "PUBLIC_URLS",
  "WEBHOOK_ALLOW_PRIVATE",
];
const environmentFile = join(root, ".data", "demo.env");

export function keepEnvironment(env) {
  const lines = KEPT.filter((name) => env[name] !== undefined).map((name) => `${name}="${env[name]}"\n`);
  writeFileSync(environmentFile, lines.join(""), { mode: 0o600 });
}

export const forgetEnvironment = () => rmSync(environmentFile, { force: true });

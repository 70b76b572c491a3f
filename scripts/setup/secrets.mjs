import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/** Secrets of this checkout's demonstration, made once and kept beside its database. Production never reads them. */
export function demonstrationSecrets() {
  const path = join(root, ".data", "secrets.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const secrets = {
    API_KEY_HASH_SECRET: randomBytes(32).toString("base64url"),
    PORTAL_LINK_KEYS: `demo:${randomBytes(32).toString("base64")}`,
    NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
  };
  writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

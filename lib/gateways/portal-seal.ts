import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import { decode, encode } from "next-auth/jwt";
import type { LinkKey } from "@/lib/gateways/portal-links";

/** What a sealed text is for. What was sealed for one purpose opens for no other. */
export type SealPurpose = "portal-session" | "portal-return";

/** A secret of its own for each purpose, from the ring that signs links: rotating that ring rotates sessions too. */
const secretOf = (key: LinkKey, purpose: SealPurpose): string =>
  createHmac("sha256", key.secret).update(purpose).digest("base64url");

/** Claims as an encrypted, authenticated token (JWE, AES-256-GCM). Null when no key is configured. */
export async function seal(
  keys: readonly LinkKey[],
  purpose: SealPurpose,
  claims: Record<string, unknown>,
  maxAgeS: number,
): Promise<string | null> {
  const key = keys[0];
  if (key === undefined) return null;
  return encode({ token: claims, secret: secretOf(key, purpose), salt: purpose, maxAge: maxAgeS });
}

/**
 * What genuine seals were found to hold: a page and the tiles of its map show one seal dozens of times, and each opening
 * derives keys again. Short enough that a seal's own end, in weeks, is not overlooked for long; the caller holds the
 * claims against the database each time.
 */
const opened = new LRUCache<string, object>({ max: 1000, ttl: 60_000 });

/** The claims in a sealed text; null when a key of the ring did not seal it for this purpose, or it is too old. */
export async function unseal(keys: readonly LinkKey[], purpose: SealPurpose, text: string): Promise<unknown> {
  for (const key of keys) {
    const secret = secretOf(key, purpose);
    // The secret is in the name: what one ring and purpose opened is unknown to every other.
    const name = `${secret} ${text}`;
    const claims = opened.get(name) ?? (await decoded(text, secret, purpose));
    if (claims === null) continue;
    opened.set(name, claims, { noUpdateTTL: true });
    return claims;
  }
  return null;
}

async function decoded(text: string, secret: string, salt: SealPurpose): Promise<object | null> {
  // Decoding forgives the unused bits of a part's last letter; a seal is exactly what was made or it is none.
  const isExact = text.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
  if (!isExact) return null;
  // The library throws where the seal does not hold, and does not say why.
  return decode({ token: text, secret, salt }).catch(() => null);
}

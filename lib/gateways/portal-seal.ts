import { createHmac } from "node:crypto";
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

/** The claims in a sealed text; null when a key of the ring did not seal it for this purpose, or it is too old. */
export async function unseal(keys: readonly LinkKey[], purpose: SealPurpose, text: string): Promise<unknown> {
  // Decoding forgives the unused bits of a part's last letter; a seal is exactly what was made or it is none.
  const isExact = text.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
  if (!isExact) return null;
  for (const key of keys) {
    // The library throws where the seal does not hold, and does not say why.
    const claims = await decode({ token: text, secret: secretOf(key, purpose), salt: purpose }).catch(() => null);
    if (claims !== null) return claims;
  }
  return null;
}

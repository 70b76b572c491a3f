import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

/** A secret of the ring. The first seals and signs; all open and verify, so that two live during rotation. */
export interface RingKey {
  id: string;
  secret: Buffer;
}

const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCE_AT = KEY_ID_BYTES;
const TAG_AT = NONCE_AT + NONCE_BYTES;
const BODY_AT = TAG_AT + TAG_BYTES;

/** What one purpose sealed, no other can open: each has a key of its own under the ring's. */
export type SealPurpose = "portal-token" | "webhook-secret";

const sealingKey = (key: RingKey, purpose: SealPurpose): Buffer =>
  createHmac("sha256", key.secret).update(purpose).digest();

/** A text sealed with the ring's first key (AES-256-GCM), from which it can be had again. Null when there is no key. */
export function sealText(keys: readonly RingKey[], purpose: SealPurpose, text: string): Buffer | null {
  const key = keys[0];
  if (key === undefined) return null;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(key, purpose), nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const id = Buffer.alloc(KEY_ID_BYTES);
  id.write(key.id, "ascii");
  return Buffer.concat([id, nonce, cipher.getAuthTag(), body]);
}

/** The text in a seal; null when its key has left the ring or has another secret now, and when it was altered. */
export function openText(keys: readonly RingKey[], purpose: SealPurpose, sealed: Buffer): string | null {
  const keyId = sealed.toString("ascii", 0, KEY_ID_BYTES).replace(/\0+$/, "");
  const key = keys.find((candidate) => candidate.id === keyId);
  if (key === undefined) return null;
  try {
    const nonce = sealed.subarray(NONCE_AT, TAG_AT);
    const decipher = createDecipheriv("aes-256-gcm", sealingKey(key, purpose), nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(TAG_AT, BODY_AT));
    return Buffer.concat([decipher.update(sealed.subarray(BODY_AT)), decipher.final()]).toString("utf8");
  } catch {
    // Node throws where the seal does not hold, and does not say why.
    return null;
  }
}

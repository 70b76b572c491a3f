import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { openText, sealText, type RingKey } from "@/lib/gateways/sealed-text";

/** A secret of the ring. The first signs; all verify, so that two live during rotation. */
export type LinkKey = RingKey;

/** What a link opens: one field, or all fields of the group its application is in. */
export type LinkScope = "field" | "group";

/** What a signed link says. Everything in it is covered by the signature. */
export interface LinkClaims {
  scope: LinkScope;
  fieldId: string;
  /** The application the link was made for, which is the one to show first. */
  applicationEventId: string | null;
  /** The provider's link generation when the link was made; a later generation revokes it. */
  generation: number;
  expiresAt: Date;
  /** Where to send the user once the link has expired. */
  returnUrl: string | null;
}

export type LinkRefusal = "invalid" | "expired";

const VERSION = 1;
const KEY_ID_BYTES = 8;
const HEAD_BYTES = 2 + KEY_ID_BYTES + 16 + 16 + 4 + 6;
const MAC_BYTES = 32;
const NO_APPLICATION = Buffer.alloc(16);
/** Clocks of two machines may differ by this much. docs/contract.md, Portal links */
const CLOCK_SKEW_MS = 60_000;

const mac = (key: LinkKey, head: Buffer): Buffer => createHmac("sha256", key.secret).update(head).digest();
const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex");
const uuidText = (bytes: Buffer): string =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** The opaque part of a signed portal link. Null when no key is configured. */
export function signLink(keys: readonly LinkKey[], claims: LinkClaims): string | null {
  const key = keys[0];
  if (key === undefined) return null;
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(VERSION, 0);
  head.writeUInt8(claims.scope === "field" ? 1 : 2, 1);
  head.write(key.id, 2, KEY_ID_BYTES, "ascii");
  uuidBytes(claims.fieldId).copy(head, 10);
  (claims.applicationEventId === null ? NO_APPLICATION : uuidBytes(claims.applicationEventId)).copy(head, 26);
  head.writeUInt32BE(claims.generation, 42);
  head.writeUIntBE(Math.floor(claims.expiresAt.getTime() / 1000), 46, 6);
  const body = Buffer.concat([head, Buffer.from(claims.returnUrl ?? "", "utf8")]);
  return Buffer.concat([body, mac(key, body)]).toString("base64url");
}

/**
 * What a link says, when its signature holds and it has not expired. Every other text, whatever is wrong with
 * it, is `invalid`; an expired link that is otherwise genuine is `expired` and still says what it was for.
 */
export function verifyLink(
  keys: readonly LinkKey[],
  token: string,
  now: Date,
): { claims: LinkClaims; refusal: null } | { claims: LinkClaims | null; refusal: LinkRefusal } {
  const bytes = Buffer.from(token, "base64url");
  // Decoding forgives stray characters; a link is exactly what was issued or it is none.
  if (bytes.length < HEAD_BYTES + MAC_BYTES || bytes.toString("base64url") !== token) {
    return { claims: null, refusal: "invalid" };
  }
  const head = bytes.subarray(0, -MAC_BYTES);
  const keyId = head.toString("ascii", 2, 2 + KEY_ID_BYTES).replace(/\0+$/, "");
  const key = keys.find((candidate) => candidate.id === keyId);
  const genuine = key !== undefined && timingSafeEqual(mac(key, head), bytes.subarray(-MAC_BYTES));
  if (!genuine || head.readUInt8(0) !== VERSION) return { claims: null, refusal: "invalid" };
  const claims = readClaims(head);
  const isExpired = now.getTime() > claims.expiresAt.getTime() + CLOCK_SKEW_MS;
  return isExpired ? { claims, refusal: "expired" } : { claims, refusal: null };
}

/** The claims of a link whose signature holds. */
function readClaims(head: Buffer): LinkClaims {
  const application = head.subarray(26, 42);
  const returnUrl = head.subarray(HEAD_BYTES).toString("utf8");
  return {
    scope: head.readUInt8(1) === 1 ? "field" : "group",
    fieldId: uuidText(head.subarray(10, 26)),
    applicationEventId: application.equals(NO_APPLICATION) ? null : uuidText(application),
    generation: head.readUInt32BE(42),
    expiresAt: new Date(head.readUIntBE(46, 6) * 1000),
    returnUrl: returnUrl === "" ? null : returnUrl,
  };
}

// Token mode --------------------------------------------------------------------------------------------

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** A new random link token, its hash for look-up, and a sealed copy from which it can be issued again. */
export function makeToken(keys: readonly LinkKey[]): { token: string; hash: Buffer; sealed: Buffer } | null {
  const token = randomBytes(32).toString("base64url");
  const sealed = sealText(keys, "portal-token", token);
  return sealed === null ? null : { token, hash: hashToken(token), sealed };
}

/** The token in a sealed copy; null when its key has left the ring or has another secret now, and when it was altered. */
export const openToken = (keys: readonly LinkKey[], sealed: Buffer): string | null =>
  openText(keys, "portal-token", sealed);

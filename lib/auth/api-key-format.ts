import { createHmac, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { KeyEnvironment } from "@/lib/domain/provider";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 160 bits take 27 digits of base 62, a 32-bit checksum takes 6. */
const SECRET_DIGITS = 27;
const CHECKSUM_DIGITS = 6;
const FORM = new RegExp(`^esa_(live|test)_([0-9A-Za-z]{${SECRET_DIGITS}})([0-9A-Za-z]{${CHECKSUM_DIGITS}})$`);

function base62(value: bigint, digits: number): string {
  let text = "";
  for (let rest = value; text.length < digits; rest /= 62n) text = (ALPHABET[Number(rest % 62n)] ?? "") + text;
  return text;
}

const checksum = (body: string): string => base62(BigInt(crc32(body)), CHECKSUM_DIGITS);

/** What every key of an environment begins with. */
export const keyBeginning = (environment: KeyEnvironment): string => `esa_${environment}_`;

/** A new key: `esa_test_` + 160 random bits + checksum. Shown once; only its keyed hash is kept. */
export function generateApiKey(environment: KeyEnvironment): string {
  const body = `${keyBeginning(environment)}${base62(BigInt(`0x${randomBytes(20).toString("hex")}`), SECRET_DIGITS)}`;
  return body + checksum(body);
}

/**
 * The environment of a well-formed key, or null. A mistyped key fails its checksum and is refused without a
 * look-up; the checksum proves nothing else.
 */
export function keyEnvironment(key: string): KeyEnvironment | null {
  const match = FORM.exec(key);
  if (match === null) return null;
  const body = key.slice(0, -CHECKSUM_DIGITS);
  return checksum(body) === match[3] ? (match[1] as KeyEnvironment) : null;
}

/** What is kept of a key. Keyed, so that a copied table cannot be searched without the secret. */
export const hashApiKey = (key: string, secret: string): Buffer => createHmac("sha256", secret).update(key).digest();

/** What an operator recognizes a key by. */
export const keyPrefix = (key: string): string => key.slice(0, "esa_test_".length + 6);

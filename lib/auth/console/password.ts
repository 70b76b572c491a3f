import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { isBreached } from "@/lib/runtime/breached-passwords";
import { OperatorRefusal } from "@/lib/domain/operator";

/** Block size 8, 2^15 rounds, three in parallel: 32 MiB and about a fifth of a second on one core. */
const COST = { logN: 15, r: 8, p: 3 } as const;
const KEY_BYTES = 32;
const LEAST = 12;
const MOST = 200;

interface Cost {
  logN: number;
  r: number;
  p: number;
}

const derive = (password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: 2 ** logN, r, p, maxmem: 2 ** logN * r * 128 + 16 * 1024 * 1024 };
    // One password in two spellings of its accents is one password.
    scrypt(password.normalize("NFC"), salt, KEY_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });

/** `scrypt$logN$r$p$salt$key`. The parameters go with the hash, so that stronger ones can follow. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ["scrypt", COST.logN, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Of no one: what a stranger's password is compared with, so that the answer takes as long. */
const decoy = ["scrypt", COST.logN, COST.r, COST.p, Buffer.alloc(16).toString("base64url"), "A".repeat(43)].join("$");

/** Whether the password is the one of the hash. Without a hash it takes as long and is false. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [kind, logN, r, p, salt = "", key = ""] = (hash ?? decoy).split("$");
  if (kind !== "scrypt") throw new RangeError("a stored password hash is not one of scrypt");
  const expected = Buffer.from(key, "base64url");
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const found = await derive(password.slice(0, MOST), Buffer.from(salt, "base64url"), cost);
  const isEqual = expected.length === found.length && timingSafeEqual(expected, found);
  return isEqual && hash !== null && password.length <= MOST;
}

/** What someone who knows this service would try first (ASVS 5.0, 6.1.2). */
const GUESSED_WORDS = [
  "hedgerow",
  "console",
  "operator",
  "password",
  "pesticide",
  "herbicide",
  "endangered",
  "mitigation",
];

/** What people put around a word to make it longer. */
const PADDING = /^[^a-z]+|[^a-z]+$/g;

/**
 * The 49,000 passwords that come most often in lists of stolen ones; read when the first password is chosen, because a
 * service that no one is added to needs none of them.
 */
const readCommonPasswords = async (): Promise<ReadonlySet<string>> =>
  new Set((await import("@zxcvbn-ts/language-common")).dictionary.passwords);
let common: Promise<ReadonlySet<string>> | null = null;

/** Whether a password is one that many have, alone or with digits and signs before and after it. */
async function isCommon(password: string): Promise<boolean> {
  common ??= readCommonPasswords();
  const known = await common;
  const lower = password.toLowerCase();
  return known.has(lower) || known.has(lower.replaceAll(PADDING, ""));
}

/**
 * Refuses, in words for the operator, a password that is too easily guessed, or that the installation's own file of stolen
 * ones holds, where it has one.
 */
export async function refuseWeakPassword(
  password: string,
  email: string,
  breachedPasswords: string | undefined,
): Promise<void> {
  if (password.length < LEAST || password.length > MOST) {
    throw new OperatorRefusal(`A password has ${LEAST} to ${MOST} characters; this one has ${password.length}.`);
  }
  if (new Set(password).size < 5) throw new OperatorRefusal("This password repeats a few characters. Choose another.");
  const [name = ""] = email.split("@");
  if (name.length >= 4 && password.toLowerCase().includes(name)) {
    throw new OperatorRefusal("This password contains the e-mail address. Choose another.");
  }
  const word = GUESSED_WORDS.find((each) => password.toLowerCase().includes(each));
  if (word !== undefined) throw new OperatorRefusal(`This password contains "${word}". Choose another.`);
  if (await isCommon(password)) {
    throw new OperatorRefusal("This password, or the word in it, is one that many people use. Choose another.");
  }
  if (breachedPasswords !== undefined && (await isBreached(breachedPasswords, password))) {
    throw new OperatorRefusal("This password is in a list of stolen ones. Choose another.");
  }
}

/** A password that no one has to think up: 120 random bits. */
export const makePassword = (): string => randomBytes(15).toString("base64url");

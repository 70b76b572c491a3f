import { createHash, createPublicKey, sign, type KeyObject, type X509Certificate } from "node:crypto";
import { calculateJwkThumbprint, CompactSign, exportJWK, type JWK } from "jose";

/** What signs records and the log's checkpoints. */
export interface RecordKeys {
  /** Every key that signs or did, by thumbprint; those with certificates sign PDFs. */
  jwks: { keys: JWK[] };
  /** Signs as a JWS in compact form; null: no key is set. */
  signJws: ((payload: string, type: string) => Promise<string>) | null;
  /** Signs a note's text under a name (C2SP signed-note, Ed25519): one signature line. Null: no key is set. */
  signNote: ((name: string, text: string) => string) | null;
}

const ED25519_NOTE = 0x01;

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** `keys`: the first signs, all are published. `certificates`: of the keys that sign PDFs, each with its issuers. */
export async function createRecordKeys(
  keys: readonly KeyObject[],
  certificates: readonly (readonly X509Certificate[])[],
): Promise<RecordKeys> {
  const own = await Promise.all(keys.map((key) => publicJwk(key, { alg: "EdDSA" })));
  const ofPdfs = await Promise.all(certificates.map(pdfJwk));
  const [first] = keys;
  const kid = own[0]?.kid;
  const jwks = { keys: [...own, ...ofPdfs.flat()] };
  if (first === undefined || kid === undefined) return { jwks, signJws: null, signNote: null };
  return {
    jwks,
    signJws: (payload, type) =>
      new CompactSign(Buffer.from(payload, "utf8")).setProtectedHeader({ alg: "EdDSA", kid, typ: type }).sign(first),
    signNote: (name, text) => signatureLine(name, text, first),
  };
}

async function publicJwk(key: KeyObject, members: Partial<JWK>): Promise<JWK> {
  const jwk = await exportJWK(key.type === "private" ? createPublicKey(key) : key);
  return { ...jwk, ...members, use: "sig", kid: await calculateJwkThumbprint(jwk) };
}

async function pdfJwk(chain: readonly X509Certificate[]): Promise<JWK[]> {
  const [own] = chain;
  if (own === undefined) return [];
  const alg = own.publicKey.asymmetricKeyType === "rsa" ? "RS256" : "ES256";
  const x5c = chain.map(({ raw }) => raw.toString("base64"));
  return [await publicJwk(own.publicKey, { alg, x5c, "x5t#S256": sha256(own.raw).toString("base64url") })];
}

/** The raw 32 bytes of an Ed25519 key stand at the end of its SPKI. */
const rawPublic = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ type: "spki", format: "der" }).subarray(-32);

function signatureLine(name: string, text: string, key: KeyObject): string {
  const id = sha256(Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([ED25519_NOTE]), rawPublic(key)])).subarray(
    0,
    4,
  );
  const signature = sign(null, Buffer.from(text, "utf8"), key);
  return `\u2014 ${name} ${Buffer.concat([id, signature]).toString("base64")}\n`;
}

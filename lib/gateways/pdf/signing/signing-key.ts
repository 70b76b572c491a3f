import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import type { OctetString } from "asn1js";
import { CertBag, PFX, PKCS8ShroudedKeyBag, PrivateKeyInfo, type SafeContents } from "pkijs";
import type { TimedSigner } from "@/lib/domain/report";

/** What signs PDFs, as bytes: threads are given it when they start. */
export interface SigningKey {
  /** PKCS#8, DER. */
  privateKey: Uint8Array<ArrayBuffer>;
  /** DER; the signer's own first, each followed by its issuer as far as the file holds it. */
  chain: Uint8Array<ArrayBuffer>[];
}

const LEAST_RSA_BITS = 2048;
const CURVES: ReadonlySet<string | undefined> = new Set(["prime256v1"]);

/**
 * The key and certificates of a PKCS#12 file. Throws an `Error` that says what is wrong with the file or its passphrase,
 * for the operator who starts the service.
 */
export async function openSigningKey(file: Uint8Array, passphrase: string): Promise<SigningKey> {
  const bags = (await contentsOf(file, passphrase)).flatMap(({ safeBags }) => safeBags.map(({ bagValue }) => bagValue));
  const certificates = bags
    .filter((bag) => bag instanceof CertBag)
    .map(({ certValue }) => new X509Certificate(new Uint8Array((certValue as OctetString).getValue())));
  const key = await privateKeyOf(bags, passphrase);
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (own === undefined) throw new Error("it holds no certificate of its own key");
  refuseWeak(key);
  return {
    privateKey: new Uint8Array(key.export({ type: "pkcs8", format: "der" })),
    chain: chainFrom(own, certificates).map(({ raw }) => new Uint8Array(raw)),
  };
}

async function contentsOf(file: Uint8Array, passphrase: string): Promise<SafeContents[]> {
  const password = passwordOf(passphrase);
  try {
    const pfx = PFX.fromBER(Uint8Array.from(file));
    await pfx.parseInternalValues({ password, checkIntegrity: true });
    const safe = pfx.parsedValue?.authenticatedSafe;
    if (safe === undefined) return [];
    await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) });
    const opened = safe.parsedValue as { safeContents: { value: SafeContents }[] };
    return opened.safeContents.map(({ value }) => value);
  } catch (error) {
    throw new Error(
      "it is no PKCS#12 file in OpenSSL 3's own form (AES, not `-legacy`), or its passphrase is another one",
      { cause: error },
    );
  }
}

async function privateKeyOf(bags: readonly unknown[], passphrase: string): Promise<KeyObject> {
  const [shrouded, other] = bags.filter((bag) => bag instanceof PKCS8ShroudedKeyBag);
  if (shrouded === undefined || other !== undefined) throw new Error("it must hold one encrypted private key");
  // A method that the library marks as its own; nothing public opens a bag.
  const bag = shrouded as unknown as { parseInternalValues: (asked: { password: ArrayBuffer }) => Promise<void> };
  await bag.parseInternalValues({ password: passwordOf(passphrase) });
  const { parsedValue } = shrouded;
  if (!(parsedValue instanceof PrivateKeyInfo)) throw new Error("its private key cannot be read");
  return createPrivateKey({ key: Buffer.from(parsedValue.toSchema().toBER()), format: "der", type: "pkcs8" });
}

const passwordOf = (passphrase: string): ArrayBuffer => Uint8Array.from(Buffer.from(passphrase, "utf8")).buffer;

function refuseWeak({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): void {
  if (asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_RSA_BITS) return;
  if (asymmetricKeyType === "ec" && CURVES.has(asymmetricKeyDetails?.namedCurve)) return;
  throw new Error(`its key must be RSA of at least ${LEAST_RSA_BITS} bits, or of the curve P-256`);
}

function chainFrom(own: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain = [own];
  for (let last = own; ;) {
    const issuer = all.find((each) => !chain.includes(each) && last.checkIssued(each) && last.verify(each.publicKey));
    if (issuer === undefined) return chain;
    chain.push(issuer);
    last = issuer;
  }
}

/** Who signs with a key. */
export function signerOf({ chain: [own] }: SigningKey): TimedSigner {
  if (own === undefined) throw new RangeError("a signing key without a certificate");
  const certificate = new X509Certificate(own);
  const name = /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? certificate.subject.replaceAll("\n", ", ");
  return {
    name,
    fingerprint: certificate.fingerprint256.replaceAll(":", "").toLowerCase(),
    from: new Date(certificate.validFrom),
    until: new Date(certificate.validTo),
  };
}

import { createHash, createPrivateKey, sign, type KeyObject } from "node:crypto";
import { Null, ObjectIdentifier, OctetString, Sequence } from "asn1js";
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from "pkijs";
import type { SigningKey } from "@/lib/gateways/pdf/signing/signing-key";

const OID = {
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  sha256: "2.16.840.1.101.3.4.2.1",
  sha256WithRsa: "1.2.840.113549.1.1.11",
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
} as const;

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * A detached CMS signature as a PAdES baseline signature (B-B) asks for it: it names the signer's certificate by its hash,
 * so that no other certificate of the same key can be put in its place, and holds no time, which stands in the PDF.
 * `scripts/verify.ts` makes the same bytes by its own code and on purpose: see there.
 * Source: ETSI EN 319 142-1 section 6.3, ETSI EN 319 122-1 section 5, RFC 5652.
 */
export function signedCms(content: Uint8Array, { privateKey, chain }: SigningKey): Buffer {
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: "der", type: "pkcs8" });
  const certificates = chain.map((der) => Certificate.fromBER(der));
  const [own] = certificates;
  if (own === undefined || chain[0] === undefined) throw new RangeError("a signing key without a certificate");
  const signedAttrs = attributesOf(sha256(content), sha256(chain[0]));
  const attributes = Buffer.from(signedAttrs.encodedValue);
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: OID.sha256 })],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
    certificates,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        digestAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256 }),
        signedAttrs,
        signatureAlgorithm: algorithmOf(key),
        signature: new OctetString({ valueHex: Uint8Array.from(sign("sha256", attributes, key)).buffer }),
      }),
    ],
  });
  const info = new ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) });
  return Buffer.from(info.toSchema().toBER());
}

const algorithmOf = ({ asymmetricKeyType }: KeyObject): AlgorithmIdentifier =>
  asymmetricKeyType === "rsa"
    ? new AlgorithmIdentifier({ algorithmId: OID.sha256WithRsa, algorithmParams: new Null() })
    : new AlgorithmIdentifier({ algorithmId: OID.ecdsaWithSha256 });

const octets = (bytes: Buffer): OctetString => new OctetString({ valueHex: Uint8Array.from(bytes).buffer });

/** What the signature is made of, with the bytes that are signed: a DER set, whose members stand in order of their bytes. */
function attributesOf(contentHash: Buffer, certificateHash: Buffer): SignedAndUnsignedAttributes {
  const certificateId = new Sequence({ value: [octets(certificateHash)] });
  const attributes = [
    new Attribute({ type: OID.contentType, values: [new ObjectIdentifier({ value: OID.data })] }),
    new Attribute({ type: OID.messageDigest, values: [octets(contentHash)] }),
    new Attribute({
      type: OID.signingCertificateV2,
      values: [new Sequence({ value: [new Sequence({ value: [certificateId] })] })],
    }),
  ].toSorted((a, b) => Buffer.compare(encoded(a), encoded(b)));
  const made = new SignedAndUnsignedAttributes({ type: 0, attributes });
  // In the signature it is tagged by its place; what is signed is the plain set.
  const bytes = new Uint8Array(made.toSchema().toBER());
  bytes[0] = SET_TAG;
  made.encodedValue = bytes.buffer;
  return made;
}

const SET_TAG = 0x31;

const encoded = (attribute: Attribute): Buffer => Buffer.from(attribute.toSchema().toBER());

import { createHash, verify, X509Certificate } from "node:crypto";
import { parseArgs } from "node:util";
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
import { getDocumentProxy, extractText } from "unpdf";
import { certificatesIn, readGiven } from "./given-file";

/**
 * `npm run verify -- report.pdf --certificate certificate.pem`: is a report the one that was given out? It asks no network
 * and no database, and takes nothing from the service's own code: what it knows of a report is in this file. So it repeats
 * what `lib/gateways/pdf/signing/cms.ts` does: a change there must not change how reports that were given out are judged, and a
 * fault there would be no fault to a verifier that shares it. `tests/contract/reports/offline-verifier.test.ts` holds both together.
 */
const USAGE = `npm run verify -- report.pdf [--certificate certificate.pem] [--jwks jwks.json]

  --certificate  the signer's certificate, or its issuer's, as the service's operator gave it to you (PEM)
  --jwks         the service's key set, as saved from /.well-known/jwks.json

Exit code 0: proven. 1: altered, or signed by someone else. 2: nothing wrong found, and not proven. 3: could not be read.`;

export type Verdict = "proven" | "altered" | "unproven";
export interface Checked {
  verdict: Verdict;
  /** What was found, one sentence each; what is wrong begins with "WRONG". */
  words: string[];
}

const wrong = (text: string): string => `WRONG: ${text}`;
const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** What a file proves, and what is wrong with it. `trusted`: certificates of signers, or of their issuers. */
export async function verifyReportFile(file: Uint8Array, trusted: readonly X509Certificate[]): Promise<Checked> {
  const bytes = Buffer.from(file);
  const signature = checkSignature(bytes, trusted);
  const record = await checkRecord(bytes);
  const words = [...signature.words, ...record.words];
  if (record.saysSigned && !signature.isSigned) {
    words.push(wrong("its words say that it is signed, and its signature is missing or destroyed."));
  }
  if (record.saysUnsigned && signature.isSigned) {
    words.push(wrong("its words say that it is not signed, so someone else signed it later."));
  }
  if (!signature.isSigned && trusted.length > 0) {
    words.push(wrong("you gave a certificate, and the file has no signature to hold against it."));
  }
  if (words.some((text) => text.startsWith("WRONG"))) return { verdict: "altered", words };
  return { verdict: signature.isTrusted ? "proven" : "unproven", words };
}

interface SignatureFound {
  isSigned: boolean;
  isTrusted: boolean;
  words: string[];
}

const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g;

const bad = (text: string): SignatureFound => ({ isSigned: true, isTrusted: false, words: [wrong(text)] });

/** What its signature alone says of a file. A word of it that is wrong makes the verdict "altered". */
export function checkSignature(bytes: Buffer, trusted: readonly X509Certificate[]): SignatureFound {
  const ranges = [...bytes.toString("latin1").matchAll(BYTE_RANGE)];
  const [range] = ranges;
  if (range === undefined) {
    return { isSigned: false, isTrusted: false, words: ["The file has no signature: nothing shows who made it."] };
  }
  if (ranges.length > 1) return bad("it has more than one signature, so it was added to after it was given out.");
  const [from, length, next, rest] = range.slice(1).map(Number) as [number, number, number, number];
  if (from !== 0 || next < length || next + rest !== bytes.length) {
    return bad("its signature does not cover the whole file: something was added, cut off, or moved.");
  }
  const cms = signatureBytes(bytes.toString("latin1", length, next));
  if (cms === null) return bad("the place of its signature holds something else beside the signature.");
  const content = Buffer.concat([bytes.subarray(0, length), bytes.subarray(next)]);
  return checkCms(cms, { content, at: signingTime(bytes), trusted });
}

function checkCms(
  cms: Buffer,
  { content, at, trusted }: { content: Buffer; at: Date | null; trusted: readonly X509Certificate[] },
): SignatureFound {
  const chain = certificatesOf(cms);
  const [own] = chain ?? [];
  if (chain === null || own === undefined) return bad("its signature cannot be read: it was altered.");
  const fault = cmsFault(cms, content, chain);
  if (fault !== null) return bad(fault);
  if (at === null || at < new Date(own.validFrom) || at > new Date(own.validTo)) {
    return bad("its signature has no time within the days of its certificate.");
  }
  return judgeSigner(chain, { at, trusted });
}

/** Lower-case hexadecimal within angle brackets, of one DER value and zeros behind it: nothing else can hide there. */
function signatureBytes(text: string): Buffer | null {
  const [, hex] = /^<([0-9a-f]+)>$/.exec(text) ?? [];
  if (hex === undefined || hex.length % 2 !== 0) return null;
  const bytes = Buffer.from(hex, "hex");
  if (bytes[0] !== 0x30 || bytes[1] !== 0x82 || bytes.length < 4) return null;
  const end = 4 + bytes.readUInt16BE(2);
  return end <= bytes.length && bytes.subarray(end).every((byte) => byte === 0) ? bytes.subarray(0, end) : null;
}

function certificatesOf(cms: Buffer): X509Certificate[] | null {
  try {
    const signed = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(cms)).content });
    const certificates = (signed.certificates ?? []).filter((each) => each instanceof Certificate);
    return certificates.map((each) => new X509Certificate(Buffer.from(each.toSchema().toBER())));
  } catch {
    return null;
  }
}

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

/**
 * What is wrong with a signature; null: nothing. Large parts of a CMS are signed by no one, so that a byte of them can be
 * changed unseen. Here the whole of it is made again from what it signs, and has to be the same byte for byte.
 */
function cmsFault(cms: Buffer, content: Buffer, chain: readonly X509Certificate[]): string | null {
  const [own] = chain;
  if (own === undefined) return "its signature names no certificate.";
  const attributes = expectedAttributes(sha256(content), sha256(own.raw));
  if (!cms.includes(sha256(content))) return "the file was altered after it was signed.";
  const signature = signatureValue(cms);
  if (signature === null || !expectedCms(attributes, chain, signature).equals(cms)) {
    return "its signature was altered.";
  }
  if (!verify("sha256", Buffer.from(attributes.encodedValue), own.publicKey, signature)) {
    return "its signature was not made with the key of the certificate in it.";
  }
  const isBroken = chain.some((each, index) => {
    const issuer = chain[index + 1] ?? (each.checkIssued(each) ? each : null);
    if (issuer === null) return false;
    return !each.verify(issuer.publicKey) || (issuer !== each && !isIssuer(issuer, each));
  });
  return isBroken ? "the chain of its certificates is broken." : null;
}

/** One that may issue certificates at all: else anyone whom the issuer gave a certificate could make others. */
const isIssuer = (issuer: X509Certificate, of: X509Certificate): boolean =>
  issuer.ca && of.checkIssued(issuer) && of.verify(issuer.publicKey);

function signatureValue(cms: Buffer): Buffer | null {
  try {
    const { signerInfos } = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(cms)).content });
    return Buffer.from(signerInfos[0]?.signature.getValue() ?? new ArrayBuffer(0));
  } catch {
    return null;
  }
}

const octets = (bytes: Buffer): OctetString => new OctetString({ valueHex: Uint8Array.from(bytes).buffer });
const encoded = (attribute: Attribute): Buffer => Buffer.from(attribute.toSchema().toBER());

function expectedAttributes(contentHash: Buffer, certificateHash: Buffer): SignedAndUnsignedAttributes {
  const certificateId = new Sequence({ value: [octets(certificateHash)] });
  const names = new Sequence({ value: [new Sequence({ value: [certificateId] })] });
  const attributes = [
    new Attribute({ type: OID.contentType, values: [new ObjectIdentifier({ value: OID.data })] }),
    new Attribute({ type: OID.messageDigest, values: [octets(contentHash)] }),
    new Attribute({ type: OID.signingCertificateV2, values: [names] }),
  ].toSorted((a, b) => Buffer.compare(encoded(a), encoded(b)));
  const made = new SignedAndUnsignedAttributes({ type: 0, attributes });
  const bytes = new Uint8Array(made.toSchema().toBER());
  bytes[0] = 0x31;
  made.encodedValue = bytes.buffer;
  return made;
}

function expectedCms(
  signedAttrs: SignedAndUnsignedAttributes,
  chain: readonly X509Certificate[],
  signature: Buffer,
): Buffer {
  const certificates = chain.map(({ raw }) => Certificate.fromBER(Uint8Array.from(raw)));
  const [own] = certificates;
  if (own === undefined) return Buffer.alloc(0);
  const isRsa = chain[0]?.publicKey.asymmetricKeyType === "rsa";
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
        signatureAlgorithm: isRsa
          ? new AlgorithmIdentifier({ algorithmId: OID.sha256WithRsa, algorithmParams: new Null() })
          : new AlgorithmIdentifier({ algorithmId: OID.ecdsaWithSha256 }),
        signature: octets(signature),
      }),
    ],
  });
  const info = new ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) });
  return Buffer.from(info.toSchema().toBER());
}

function signingTime(bytes: Buffer): Date | null {
  const [, ...parts] = /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z/.exec(bytes.toString("latin1")) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  return second === undefined ? null : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function judgeSigner(
  chain: readonly X509Certificate[],
  { at, trusted }: { at: Date; trusted: readonly X509Certificate[] },
): SignatureFound {
  const found = { isSigned: true, isTrusted: false };
  const name = chain[0]?.subject.replaceAll("\n", ", ") ?? "";
  const print = chain[0]?.fingerprint256.replaceAll(":", "").toLowerCase() ?? "";
  const words = [
    `The signature covers the whole file and fits its certificate: ${name}, SHA-256 ${print}.`,
    `It was signed, by the signer's own word, at ${at.toISOString()}.`,
  ];
  if (trusted.length === 0) {
    const open =
      "Anyone can make a certificate: compare its SHA-256 with the operator's, or give --certificate or --jwks.";
    return { ...found, words: [...words, open] };
  }
  const isKnown = trusted.some((known) => chain.some((each) => each.raw.equals(known.raw) || isIssuer(known, each)));
  return isKnown
    ? { ...found, isTrusted: true, words: [...words, "You trust that certificate, or the one that issued it."] }
    : { ...found, words: [...words, wrong("the certificate is not one that you gave, nor issued by one.")] };
}

/** What a report says of itself, in either of its languages, without white space. */
const SAYS = {
  signed: ["Thisreport'sPDFissignedby", "ElPDFdeesteinformeestáfirmadopor"],
  unsigned: ["Thisreport'sPDFisnotsigned.", "ElPDFdeesteinformenoestáfirmado."],
};

const NO_REPORT = wrong("it is no report of this service, or its words were altered.");
/** Reports of 0.1.0 say nothing of signatures and have no file attached. */
const OF_FIRST_VERSION =
  "It has the form of a report of version 0.1.0, which attached no record and signed nothing: ask the page that it names.";

async function checkRecord(bytes: Buffer): Promise<{ saysSigned: boolean; saysUnsigned: boolean; words: string[] }> {
  const read = await readPdf(bytes).catch(() => null);
  if (read === null) {
    const words = [wrong("it cannot be read as a PDF: it is damaged or no report.")];
    return { saysSigned: false, saysUnsigned: false, words };
  }
  const { letters, keywords, record } = read;
  const saysSigned = SAYS.signed.some((words) => letters.includes(words));
  const saysUnsigned = SAYS.unsigned.some((words) => letters.includes(words));
  const says = { saysSigned, saysUnsigned };
  const printed = [...letters.matchAll(/(?:RecordSHA-256|SHA-256delregistro):([0-9a-f]{64})/g)].at(-1)?.[1];
  if (saysSigned === saysUnsigned) {
    const isOfFirst = !saysSigned && record === null && keywords === `record sha-256 ${printed}`;
    return { ...says, words: [isOfFirst ? OF_FIRST_VERSION : NO_REPORT] };
  }
  if (record === null) return { ...says, words: [wrong("the attached record.json is missing.")] };
  const hash = sha256(record).toString("hex");
  const words = [
    printed === hash
      ? `The attached record has the SHA-256 that the report prints: ${hash}.`
      : wrong(`the attached record has the SHA-256 ${hash}, and the report prints ${printed ?? "none"}.`),
    ...(keywords === `record sha-256 ${hash}` ? [] : [wrong("the document's properties name another record.")]),
  ];
  return { ...says, words };
}

async function readPdf(bytes: Buffer) {
  const pdf = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  try {
    const { text } = await extractText(pdf, { mergePages: true });
    const { info } = (await pdf.getMetadata()) as { info: { Keywords?: string } };
    const files = ((await pdf.getAttachments()) ?? {}) as Record<string, { content: Uint8Array }>;
    return {
      letters: text.normalize("NFC").replaceAll(/\s+/g, ""),
      keywords: info.Keywords ?? "",
      record: files["record.json"]?.content ?? null,
    };
  } finally {
    await pdf.destroy();
  }
}

/** Certificates of a PEM file and of a key set. */
export function trustedOf({ pem = "", jwks = '{"keys":[]}' }: { pem?: string; jwks?: string }): X509Certificate[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const { keys } = JSON.parse(jwks) as { keys: { x5c?: string[] }[] };
  // A key set has other keys, too: those with a certificate sign PDFs.
  const listed = keys.flatMap(({ x5c }) => x5c?.slice(0, 1) ?? []);
  return [
    ...found.map((text) => new X509Certificate(text)),
    ...listed.map((text) => new X509Certificate(Buffer.from(text, "base64"))),
  ];
}

const EXIT: Record<Verdict, number> = { proven: 0, altered: 1, unproven: 2 };
const COULD_NOT_READ = 3;
const VERDICTS: Record<Verdict, string> = {
  proven: "PROVEN: this is the report as it was given out. It is not a clearance to apply.",
  altered: "ALTERED: do not rely on this file.",
  unproven: "NOT PROVEN: nothing wrong was found, and nothing shows that the file is as it was given out.",
};

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { certificate: { type: "string" }, jwks: { type: "string" }, help: { type: "boolean" } },
  });
  const [path] = positionals;
  // Beside a file 0 would say that the file is proven.
  if (values.help === true && path === undefined) {
    console.log(USAGE);
    return 0;
  }
  if (path === undefined || positionals.length > 1 || values.help === true) throw new Error(USAGE);
  const trusted = [
    ...certificatesIn(values.certificate, (pem) => trustedOf({ pem })),
    ...certificatesIn(values.jwks, (jwks) => trustedOf({ jwks })),
  ];
  const given = [values.certificate, values.jwks].filter((each) => each !== undefined);
  // No report could be proven by them, which would look like a doubt about the report.
  if (given.length > 0 && trusted.length === 0)
    throw new Error(`${given.join(", ")}: There is no certificate that signs reports.`);
  const { verdict, words } = await verifyReportFile(readGiven(path), trusted);
  console.log([...words, "", VERDICTS[verdict]].join("\n"));
  return EXIT[verdict];
}

// From its source, or as scripts/build-server.mjs makes it: a command that does nothing would end with 0, which is "proven".
if (/[\\/]verify\.(ts|mjs)$/.test(process.argv[1] ?? "")) {
  process.exitCode = await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    return COULD_NOT_READ;
  });
}

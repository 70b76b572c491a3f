import { AFRelationship, PDFDocument, PDFHexString, PDFName, PDFString } from "@cantoo/pdf-lib";
import { SignPdf } from "@signpdf/signpdf";
import { DEFAULT_BYTE_RANGE_PLACEHOLDER, Signer, SUBFILTER_ETSI_CADES_DETACHED } from "@signpdf/utils";
import type { ReportDocument, ReportFile } from "@/lib/domain/report";
import { signedCms } from "@/lib/gateways/pdf/signing/cms";
import { writeMetadata } from "@/lib/gateways/pdf/signing/metadata";
import type { SigningKey } from "@/lib/gateways/pdf/signing/signing-key";

/** For what a signature holds beside its certificates: two hashes, names, and 512 bytes of an RSA key of 4,096 bits. */
const ROOM_BESIDE_CERTIFICATES = 2048;
/** The signature is a field that no page shows; it is printed, which PDF/A asks of every annotation. */
const PRINTED = 4;
/** The document is signed, and to be added to by appending alone. */
const SIGNED_AND_APPEND_ONLY = 3;

class KeySigner extends Signer {
  readonly #key: SigningKey;

  constructor(key: SigningKey) {
    super();
    this.#key = key;
  }

  override async sign(pdf: Buffer): Promise<Buffer> {
    return signedCms(pdf, this.#key);
  }
}

/**
 * A laid out PDF with the files that belong to it, signed when there is a key. The same bytes come out for the same
 * report and moment; an elliptic key alone signs with a random number.
 */
export async function sealPdf(
  pdf: Uint8Array,
  { report, files, key }: { report: ReportDocument; files: readonly ReportFile[]; key: SigningKey | null },
): Promise<Buffer> {
  const opened = await PDFDocument.load(pdf, { updateMetadata: false });
  writeMetadata(opened);
  for (const { name, description, text } of files) {
    await opened.attach(new TextEncoder().encode(text), name, {
      mimeType: "application/json",
      description,
      creationDate: report.recordedAt,
      modificationDate: report.recordedAt,
      afRelationship: AFRelationship.Data,
    });
  }
  if (key !== null) reserveSignature(opened, { report, key });
  const whole = await opened.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
  return key === null ? Buffer.from(whole) : new SignPdf().sign(Buffer.from(whole), new KeySigner(key));
}

/** A text of the file: letters beyond ASCII are written in UTF-16. */
const textOf = (text: string): PDFString | PDFHexString =>
  /^[ -~]*$/.test(text) ? PDFString.of(text) : PDFHexString.fromText(text);

/** Where the signature goes. A field of no size on the first page: a picture of a signature would prove nothing. */
function reserveSignature(opened: PDFDocument, { report, key }: { report: ReportDocument; key: SigningKey }): void {
  const { context, catalog } = opened;
  const [page] = opened.getPages();
  if (page === undefined) throw new RangeError("a report without a page");
  const room = key.chain.reduce((bytes, { byteLength }) => bytes + byteLength, ROOM_BESIDE_CERTIFICATES);
  const byte = PDFName.of(DEFAULT_BYTE_RANGE_PLACEHOLDER);
  const signature = context.register(
    context.obj({
      Type: "Sig",
      Filter: "Adobe.PPKLite",
      SubFilter: SUBFILTER_ETSI_CADES_DETACHED,
      ByteRange: [0, byte, byte, byte],
      Contents: PDFHexString.of("00".repeat(room)),
      Name: PDFHexString.fromText(report.signer?.name ?? ""),
      Reason: textOf(report.pageWords.reason),
      M: PDFString.fromDate(report.generatedAt),
    }),
  );
  const field = context.register(
    context.obj({
      Type: "Annot",
      Subtype: "Widget",
      FT: "Sig",
      Rect: [0, 0, 0, 0],
      F: PRINTED,
      T: PDFString.of("Report signature"),
      V: signature,
      P: page.ref,
      AP: { N: context.register(context.formXObject([], { BBox: [0, 0, 0, 0], Resources: {} })) },
    }),
  );
  page.node.addAnnot(field);
  catalog.set(PDFName.of("AcroForm"), context.obj({ Fields: [field], SigFlags: SIGNED_AND_APPEND_ONLY }));
}

import { PDFName, PDFRef, type PDFDocument } from "@cantoo/pdf-lib";
import { toXml } from "xast-util-to-xml";
import { x } from "xastscript";

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
/** The packet's own mark, as XMP has it. */
const OPENING = '<?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>\n';
const CLOSING = '\n<?xpacket end="w"?>';

const about = (prefix: string, namespace: string, ...members: Parameters<typeof x>[2][]) =>
  x("rdf:Description", { "rdf:about": "", [`xmlns:${prefix}`]: namespace }, ...members);

const inDefaultLanguage = (name: string, text: string) =>
  x(name, [x("rdf:Alt", [x("rdf:li", { "xml:lang": "x-default" }, text)])]);

/** The file's properties as XMP: the same values, each escaped. */
function xmpOf(opened: PDFDocument): string {
  const created =
    opened
      .getCreationDate()
      ?.toISOString()
      .replace(/\.\d+Z$/, "Z") ?? "";
  const properties = x("x:xmpmeta", { "xmlns:x": "adobe:ns:meta/" }, [
    x("rdf:RDF", { "xmlns:rdf": RDF }, [
      about("pdfaid", "http://www.aiim.org/pdfa/ns/id/", x("pdfaid:part", "3"), x("pdfaid:conformance", "B")),
      about(
        "xmp",
        "http://ns.adobe.com/xap/1.0/",
        x("xmp:CreateDate", created),
        x("xmp:CreatorTool", opened.getCreator() ?? ""),
      ),
      about(
        "dc",
        "http://purl.org/dc/elements/1.1/",
        inDefaultLanguage("dc:title", opened.getTitle() ?? ""),
        x("dc:creator", [x("rdf:Seq", [x("rdf:li", opened.getAuthor() ?? "")])]),
        inDefaultLanguage("dc:description", opened.getSubject() ?? ""),
      ),
      about(
        "pdf",
        "http://ns.adobe.com/pdf/1.3/",
        x("pdf:Producer", opened.getProducer() ?? ""),
        x("pdf:Keywords", opened.getKeywords() ?? ""),
      ),
    ]),
  ]);
  return `${OPENING}${toXml(properties)}${CLOSING}`;
}

/**
 * Writes the file's metadata again. What pdfkit writes holds names as they are, so that "Smith & Sons" makes it unreadable
 * and a name with marks of XML says what it likes.
 */
export function writeMetadata(opened: PDFDocument): void {
  const { context, catalog } = opened;
  const key = PDFName.of("Metadata");
  const earlier = catalog.get(key);
  if (earlier instanceof PDFRef) context.delete(earlier);
  const bytes = new TextEncoder().encode(xmpOf(opened));
  catalog.set(key, context.register(context.stream(bytes, { Type: "Metadata", Subtype: "XML" })));
}

/**
 * A page of a label PDF made for a test: lines of text, beside letters drawn as outlines where there are any, each by itself or all as one
 * path, or a picture without text. `lostPart` begins with a part that the file lacks.
 */
export type PdfPage =
  | { lines: string[]; outlines?: number; asOnePath?: boolean; lostPart?: boolean }
  | { picture: true };

/** A master label's own sections, so that a page reads like one. */
export const MASTER = [
  "KEEP OUT OF REACH OF CHILDREN",
  "PRECAUTIONARY STATEMENTS: hazards to humans and domestic animals.",
  "DIRECTIONS FOR USE: it is a violation of Federal law to use this product in a manner inconsistent with its labeling.",
];

/** A small PDF with one font, one picture and a page for each entry. */
export function labelPdf(pages: readonly PdfPage[]): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const catalog = add("<</Type/Catalog/Pages 2 0 R>>");
  const tree = add("");
  const font = add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
  const picture = add(
    stream("<</Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8", "AAAA"),
  );
  const kids = pages.map((page) => {
    const content = add(stream("<<", contentOf(page)));
    return add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 612 792]/Contents ${content} 0 R` +
        `/Resources<</Font<</F1 ${font} 0 R>>/XObject<</Im1 ${picture} 0 R>>>>>>`,
    );
  });
  objects[tree - 1] = `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(" ")}]/Count ${kids.length}>>`;
  let text = "%PDF-1.4\n";
  const offsets = objects.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const xref = text.length;
  const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<</Size ${objects.length + 1}/Root ${catalog} 0 R>>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

const stream = (head: string, body: string): string => `${head}/Length ${body.length}>>\nstream\n${body}\nendstream`;

const contentOf = (page: PdfPage): string =>
  "picture" in page
    ? "q 612 0 0 792 0 0 cm /Im1 Do Q"
    : `${page.lostPart === true ? "/Lost Do " : ""}BT /F1 10 Tf 14 TL 40 740 Td ${page.lines.map((line) => `(${escaped(line)}) Tj T*`).join(" ")} ET ${outlinesOf(page)}`;

function outlinesOf({ outlines = 0, asOnePath = false }: { outlines?: number; asOnePath?: boolean }): string {
  const drawn = Array.from(
    { length: outlines },
    (_, index) => `${40 + (index % 80) * 6} ${700 - index} m 4 0 l 2 6 l h`,
  );
  return asOnePath ? `${drawn.join(" ")} f` : drawn.map((path) => `${path} f`).join(" ");
}

const escaped = (line: string): string => line.replaceAll(/[\\()]/g, (mark) => `\\${mark}`);

import type { CardLine } from "@/lib/views/portal/cab-text";

/** Pixels: sharp on any phone, and small enough for a message. */
const WIDTH = 1080;
const MARGIN = 48;
const FONTS = { first: "600 52px sans-serif", rest: "36px sans-serif" };
const LINE_PX = { first: 64, rest: 48 };
const AFTER_PARAGRAPH_PX = 16;

/** What makes the drawing look as it does on the page, where its style sheet is. */
const LOOKS = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "paint-order",
  "font-size",
  "text-anchor",
] as const;

/** The card as a PNG: its words, with what must be read first in large letters, and below them the drawing of the field as the page shows it. */
export async function cardPicture(paragraphs: readonly CardLine[], drawing: SVGSVGElement | null): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws no pictures");
  const image = drawing === null ? null : await imageOf(drawing);
  const lines = paragraphs.flatMap(({ text, isFirst }) => wrapped(context, text, isFirst ? "first" : "rest"));
  const textPx = lines.reduce((sum, { after, kind }) => sum + LINE_PX[kind] + after, 0);
  const imagePx = image === null ? 0 : ((WIDTH - 2 * MARGIN) * image.height) / image.width;
  canvas.width = WIDTH;
  canvas.height = Math.ceil(3 * MARGIN + textPx + imagePx);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  let y = MARGIN;
  for (const { text, kind, after } of lines) {
    y += LINE_PX[kind];
    context.font = FONTS[kind];
    context.fillText(text, MARGIN, y);
    y += after;
  }
  if (image !== null) context.drawImage(image, MARGIN, y + MARGIN, WIDTH - 2 * MARGIN, imagePx);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture was made")) : resolve(blob)), "image/png"),
  );
}

interface Line {
  text: string;
  kind: keyof typeof FONTS;
  after: number;
}

function wrapped(context: CanvasRenderingContext2D, paragraph: string, kind: Line["kind"]): Line[] {
  context.font = FONTS[kind];
  const lines: string[] = [];
  for (const word of paragraph.split(" ")) {
    const longer = lines.length === 0 ? word : `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && context.measureText(longer).width <= WIDTH - 2 * MARGIN) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((text, index) => ({ text, kind, after: index === lines.length - 1 ? AFTER_PARAGRAPH_PX : 0 }));
}

/** The drawing with its looks written into it: by itself it has no style sheet. */
async function imageOf(drawing: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [from, to] = [drawing, copy].map((svg) => [...svg.querySelectorAll<SVGElement>("*")]);
  from?.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const look of LOOKS) to?.[index]?.setAttribute(look, style.getPropertyValue(look));
    to?.[index]?.setAttribute("font-family", "sans-serif");
  });
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute("width", String(width * 4));
  copy.setAttribute("height", String(height * 4));
  const ground = copy.ownerDocument.createElementNS(copy.namespaceURI, "rect");
  ground.setAttribute("width", String(width));
  ground.setAttribute("height", String(height));
  ground.setAttribute("fill", getComputedStyle(drawing).backgroundColor);
  copy.prepend(ground);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

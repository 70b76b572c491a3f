/** A report as it is laid out: the same for paper and screen, so that neither can say what the other does not. */
export const REPORT_KINDS = ["runoff", "trait"] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** How a status is marked, beside its words. None of them is a clearance. */
export const REPORT_MARKS = ["met", "short", "open", "none"] as const;
export type ReportMark = (typeof REPORT_MARKS)[number];

/** Words that no report translates: names, and what a document says in English. */
export type Untranslated = "name" | "english";

export interface ReportFact {
  label: string;
  value: string;
  /** What the value is, where it is not in the report's language. */
  holds?: Untranslated;
}

export interface ReportColumn {
  head: string;
  /** Width relative to the other columns'. */
  share: number;
  align?: "right";
  /** What its cells are, where they are not in the report's language. */
  holds?: Untranslated;
}

export interface ReportTable {
  kind: "table";
  /** What the table holds, for those who do not see it. */
  caption: string;
  columns: ReportColumn[];
  rows: string[][];
  /** A last row that sums the others up. */
  foot?: string[];
}

/** A text that is given whole and in English, such as a limitation: with what it belongs to above it. */
export interface ReportPassage {
  kind: "passage";
  heading: string;
  facts: string[];
  paragraphs: string[];
}

export interface ReportStatus {
  mark: ReportMark;
  /** The status in one or two words, which say what the mark shows. */
  word: string;
  title: string;
  /** What the status rests on, then what stands in the way, a line each. */
  lines: string[];
}

export const FIGURE_LAYERS = ["soil", "pula", "buffer", "field"] as const;
export type FigureLayerKind = (typeof FIGURE_LAYERS)[number];

/** Ground of one kind. Paths are SVG path data in points, y downwards; holes are left out by the even-odd rule. */
export interface FigureLayer {
  kind: FigureLayerKind;
  outline: string;
  /** Lines that fill the ground, for kinds that are hatched; empty for the others. */
  hatch: string;
}

export interface FigureLabel {
  x: number;
  y: number;
  text: string;
}

/** A map drawn from geometry, north up, before anyone has put it into words. Lengths are points. */
export interface DrawnFigure {
  width: number;
  height: number;
  /** From the ground to the top. */
  layers: FigureLayer[];
  labels: FigureLabel[];
  scaleBar: { feet: number; length: number };
  /** What is drawn: the first of its names, separated by commas, and how many more there are. */
  legend: { kind: FigureLayerKind; text: string; more: number }[];
}

/** The same with its words, as it is shown. */
export interface ReportFigure extends Omit<DrawnFigure, "scaleBar" | "legend"> {
  scaleBar: DrawnFigure["scaleBar"] & { text: string };
  legend: { kind: FigureLayerKind; text: string }[];
}

/** A photo of a record: its words, and where its pixels are kept. */
export interface ReportPhoto {
  applicationEventId: string;
  entryId: string;
  /** When it was taken, and what was written of it. */
  title: string;
  /** Its hash, its place, and whether it was added after the signature. */
  notes: string[];
  /** False: a report shows so many pictures and names the others. */
  isDrawn: boolean;
  /** JPEG, for the PDF alone; a page has an address. */
  picture?: Uint8Array<ArrayBuffer>;
}

export type ReportBlock =
  /** `links`: addresses in the text that can be followed; `holds`: what it is, where it is not in the report's language. */
  | { kind: "text"; text: string; tone: "plain" | "quiet" | "strong"; links?: readonly string[]; holds?: Untranslated }
  | { kind: "subheading"; text: string; holds?: Untranslated }
  | { kind: "facts"; facts: ReportFact[] }
  | { kind: "statuses"; statuses: ReportStatus[] }
  | { kind: "figure"; figure: ReportFigure; description: string }
  | { kind: "photos"; photos: ReportPhoto[] }
  | ReportTable
  | ReportPassage;

export interface ReportSection {
  id: string;
  heading: string;
  blocks: ReportBlock[];
}

/** A provider's picture. WebP is not among the types: what draws the PDF cannot read it. */
export interface ReportLogo {
  bytes: Uint8Array<ArrayBuffer>;
  type: "image/png" | "image/jpeg";
}

/** A file that goes with a report, inside its PDF. */
export interface ReportFile {
  name: string;
  description: string;
  text: string;
}

/** Who signs PDFs, by the certificate. */
export interface ReportSigner {
  name: string;
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: string;
}

/** A signer with the first and last moment that the certificate holds. */
export interface TimedSigner extends ReportSigner {
  from: Date;
  until: Date;
}

/** Who signs at a time: outside the certificate's days no one does, because such a signature would be called invalid. */
export const signerAt = (signer: TimedSigner | null, at: Date): ReportSigner | null =>
  signer === null || at < signer.from || at > signer.until
    ? null
    : { name: signer.name, fingerprint: signer.fingerprint };

/** What stands on the pages of a PDF around the report itself. Its thread knows of no reader. */
export interface PageWords {
  /** In the file's properties. */
  subject: string;
  /** Of the signature. */
  reason: string;
  /** The foot's second line. */
  record: string;
  /** "{page}" and "{pages}" stand for the numbers. */
  page: string;
  /** Under the code that leads to the page of the record. */
  scan: string;
}

export interface ReportDocument {
  /** IETF tag of the language that it is in. */
  language: "en-US" | "es-US";
  kind: ReportKind;
  year: number;
  title: string;
  fieldName: string;
  brand: { name: string; accent: string | null };
  facts: ReportFact[];
  sections: ReportSection[];
  /** Stands on every page. */
  standingLine: string;
  pageWords: PageWords;
  /** When the document was made; not a part of the record. */
  generatedAt: Date;
  /** The same by the field's own clock. */
  generatedText: string;
  /** The newest change of anything in the record. */
  recordedAt: Date;
  /** SHA-256 of the record behind the document, hexadecimal. */
  recordHash: string;
  /** Who signs the PDF; null: no one does. */
  signer: ReportSigner | null;
  /** The public page that tells of its record; null: it has none. */
  verifyUrl: string | null;
}

/** What a report of a kind and year would hold, before it is made. */
export interface ReportPreview {
  kind: ReportKind;
  title: string;
  /** Headings, with how many texts stand below those that hold texts. */
  contents: string[];
  statuses: ReportStatus[];
  pdfHref: string;
  pageHref: string;
}

/**
 * Where the log of record hashes has a record. `absent`: given out before the log began. `broken`: the log does not hold
 * together, so that nothing it says counts.
 */
export type LogStanding =
  | { state: "absent" | "broken" }
  | {
      state: "logged";
      /** From 0. */
      place: number;
      /** Entries of the log that the proof is of. */
      size: number;
      loggedAt: Date;
      /** The text that is hashed for the entry. */
      leaf: string;
      /** The log's head, base64. */
      root: string;
      /** The inclusion proof, from the entry up, base64. */
      hashes: string[];
      /** The head as a signed note; null: no key signs it. */
      checkpoint: string | null;
    };

/** A proof as one text that is checked offline (C2SP tlog-proof); null where no key signs the log's head. */
export function proofText(standing: LogStanding): string | null {
  if (standing.state !== "logged" || standing.checkpoint === null) return null;
  const { place, hashes, checkpoint } = standing;
  return ["c2sp.org/tlog-proof@v1", `index ${place}`, ...hashes, "", checkpoint].join("\n");
}

const RECORD_HASH = /^[0-9a-f]{64}$/;
export const isRecordHash = (text: string): boolean => RECORD_HASH.test(text);

/** The hash within what someone copied from a report: with spaces and line breaks, in capitals, or as the address that a code leads to. */
export function recordHashIn(text: string): string | null {
  const signs = text.replaceAll(/\s/g, "").toLowerCase();
  return /(?:^|[^0-9a-z])([0-9a-f]{64})(?:$|[^0-9a-z])/.exec(signs)?.[1] ?? null;
}

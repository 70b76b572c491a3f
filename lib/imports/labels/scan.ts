import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { canonicalRegistration, registrantRegistration } from "@/lib/domain/registration";
import { reasonOf } from "@/lib/imports/failure";
import { readEsaLanguage, type EsaReading } from "@/lib/imports/labels/esa-language";
import { readLabelText } from "@/lib/imports/labels/label-text";
import { downloadLabel, newestLabel, type LabelSource, type ListedLabel } from "@/lib/imports/labels/ppls";
import { emptyEdition } from "@/lib/rulebook/label-files/merge-facts";
import { parseLabelFiles, type JsonFile, type LabelFolder } from "@/lib/rulebook/label-files/parse-labels";
import type { LabelFact } from "@/lib/rulebook/label-files/schema-facts";
import { editionFileSchema, type EditionFile } from "@/lib/rulebook/label-files/schema-files";

export interface ScanOptions extends LabelSource {
  /** Pause between two requests. */
  delayMs: number;
  /** What was scanned already: a scan that was stopped goes on from there. */
  stateFile: string;
  /** Registrations to look at; null: every product of the files. */
  only: readonly string[] | null;
  today: string;
  note: (line: string) => void;
}

const stateSchema = z.record(
  z.string(),
  z.object({
    checkedOn: z.string(),
    file: z.string().nullable(),
    edition: editionFileSchema.nullable(),
    /** Of the scan that read it; left out: of before they were noted. */
    reader: z.string().optional(),
  }),
);
type ScanState = z.output<typeof stateSchema>;

/** Several faults in a row mean that the service is down, not that labels are missing. */
const MOST_FAULTS_IN_A_ROW = 5;
/** Raised when the scan reads stricter: a "no" of an earlier one frees a product, and is read again. */
const READER = "hedgerow label scan 3";

/**
 * Reads the newest stamped label of every product whose label date moved, one request at a time, and returns the
 * editions as they would become. Nothing is changed here: the editions go through the same import as any other.
 */
export async function scanLabels(files: readonly JsonFile[], options: ScanOptions): Promise<JsonFile[]> {
  const state = await readState(options.stateFile);
  const folders = parseLabelFiles(files).folders.filter((folder) => isWanted(folder, options.only));
  let faults = 0;
  for (const folder of folders) {
    const { registration } = folder.product;
    if (isStopped(options)) break;
    if (state[registration]?.checkedOn === options.today && state[registration].reader === READER) continue;
    try {
      state[registration] = await scanOne(folder, state[registration] ?? null, options);
      faults = 0;
    } catch (error) {
      if (isStopped(options)) break;
      options.note(`${registration}: ${reasonOf(error)}`);
      faults += 1;
      if (faults >= MOST_FAULTS_IN_A_ROW) {
        options.note(`Stopped after ${faults} faults in a row. Run it again to go on.`);
        break;
      }
    }
    await writeState(options.stateFile, state);
  }
  return folders.flatMap(({ product }) => {
    const { edition = null, reader } = state[product.registration] ?? {};
    return edition === null || reader !== READER
      ? []
      : [{ file: `labels/${edition.registration}/${edition.labelDate}.json`, json: edition }];
  });
}

const isStopped = ({ signal }: ScanOptions): boolean => signal.aborted;

/** A number that EPA's label system can know, under which labels are filed today. */
const isWanted = ({ product }: LabelFolder, only: readonly string[] | null): boolean =>
  canonicalRegistration(product.registration) !== null &&
  product.transferredTo === undefined &&
  (only === null || only.includes(product.registration));

async function scanOne(
  folder: LabelFolder,
  before: ScanState[string] | null,
  options: ScanOptions,
): Promise<ScanState[string]> {
  const { registration } = folder.product;
  const listed = await newestLabel(registrantRegistration(registration), options);
  await pause(options);
  const checkedOn = options.today;
  if (listed === null) {
    options.note(`${registration}: EPA lists no label`);
    return { checkedOn, file: null, edition: null, reader: READER };
  }
  if (before?.file === listed.file && before.reader === READER) return { ...before, checkedOn };
  const known = folder.editions.find(({ content }) => content.labelDate === listed.labelDate)?.content ?? null;
  const edition = isSettled(known) ? null : await readLabel(registration, { listed, known }, options);
  return { checkedOn, file: listed.file, edition, reader: READER };
}

/** The edition as the label file's text would have it; null where a person must decide. */
async function readLabel(
  registration: string,
  { listed, known }: { listed: ListedLabel; known: EditionFile | null },
  options: ScanOptions,
): Promise<EditionFile | null> {
  const { url, bytes } = await downloadLabel(listed.file, options);
  await pause(options);
  const text = await readLabelText(bytes);
  const reading: EsaReading = text.ok
    ? readEsaLanguage(text.pages, registrantRegistration(registration))
    : { language: "unreadable", reason: text.reason };
  options.note(`${registration} ${listed.labelDate}: ${reading.language}`);
  if (reading.language === "no" && languageOf(known)?.value === "yes") {
    options.note(`${registration}: the files say "yes" and the scan finds nothing; a person must read this label`);
    return null;
  }
  const pages = text.ok ? text.pages.length : null;
  return editionOf(known ?? emptyEdition(registration, listed.labelDate), {
    listed,
    url,
    reading,
    pages,
    today: options.today,
  });
}

const pause = ({ delayMs, signal }: ScanOptions): Promise<void> => wait(delayMs, undefined, { signal });

const languageOf = (edition: EditionFile | null): LabelFact | undefined =>
  edition?.facts.find(({ fact }) => fact === "esa_language");

/** A person's reading, and a scan that came to an answer, are left as they are, but for a "no" of an earlier way to read. */
function isSettled(edition: EditionFile | null): boolean {
  const found = languageOf(edition);
  if (found === undefined || found.value === "unreadable") return false;
  if (found.evidence === "computed") return found.value === "yes" || found.readBy === READER;
  return found.evidence === "read";
}

interface Scanned {
  listed: ListedLabel;
  url: string;
  reading: EsaReading;
  pages: number | null;
  today: string;
}

function editionOf(before: EditionFile, { listed, url, reading, pages, today }: Scanned): EditionFile {
  const title = `Stamped label file ${listed.file}`;
  const fact: LabelFact = {
    fact: "esa_language",
    value: reading.language,
    quote: reading.language === "yes" ? reading.quote : null,
    page:
      reading.language === "yes" ? `page ${reading.page}` : reading.language === "no" ? `pages 1 to ${pages}` : null,
    evidence: "computed",
    sources: ["SCANNED-LABEL"],
    readBy: READER,
    readOn: today,
    checkedBy: null,
    checkedOn: null,
    ...(reading.language === "unreadable" && { note: reading.reason }),
  };
  const facts = [fact, ...before.facts.filter((found) => found.fact !== "esa_language")];
  const used = new Set(facts.flatMap(({ sources }) => sources));
  return {
    ...before,
    text: { ...before.text, kind: "stamped", pages, readToEnd: reading.language === "no" },
    sources: {
      ...Object.fromEntries(Object.entries(before.sources).filter(([key]) => used.has(key))),
      "SCANNED-LABEL": { title, url: url.startsWith("https://") ? url : null, documentDate: listed.labelDate },
    },
    facts,
  };
}

/** Only where there is no file is there no state: anything else would scan every label once more, and write over what it could not read. */
async function readState(path: string): Promise<ScanState> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return "{}";
    throw new Error(`the scan's state cannot be read: ${reasonOf(error)}`, { cause: error });
  });
  const parsed = stateSchema.safeParse(asJson(text));
  if (!parsed.success) throw new Error(`${path} is no state of a scan. Remove it to scan every label once more.`);
  return parsed.data;
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function writeState(path: string, state: ScanState): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.draft`, JSON.stringify(state));
  await rename(`${path}.draft`, path);
}

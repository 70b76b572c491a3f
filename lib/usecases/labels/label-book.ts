import { stat } from "node:fs/promises";
import { parseLabelFiles, type ParsedLabels } from "@/lib/rulebook/label-files/parse-labels";
import { readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";

export type LabelBook = ParsedLabels & { readAt: Date };

/** An edited file is seen after this long. */
const KEEP_MS = 30_000;
const books = new Map<string, { until: number; book: Promise<LabelBook | null> }>();

/** The label files of a rulebook's folder; null where this installation does not carry them. */
export function readLabelBook(folder: string = RULEBOOK_DIRECTORY): Promise<LabelBook | null> {
  const kept = books.get(folder);
  if (kept !== undefined && performance.now() < kept.until) return kept.book;
  const book = load(folder);
  books.set(folder, { until: performance.now() + KEEP_MS, book });
  // The next visitor tries again after a failure.
  book.catch(() => books.delete(folder));
  return book;
}

async function load(folder: string): Promise<LabelBook | null> {
  if ((await stat(`${folder}/labels`).catch(() => null)) === null) return null;
  const read = await readRuleFiles(folder);
  const parsed = parseLabelFiles(read.files);
  return { ...parsed, faults: [...read.faults, ...parsed.faults], readAt: new Date() };
}

import { type Db } from "@/lib/data/db";
import { listLabelSignatures } from "@/lib/data/operators/label-signatures";
import { findProducts } from "@/lib/data/products";
import { FACT_STATES, type FactState, type LabelSignature } from "@/lib/domain/label-signature";
import type { LabelFolder } from "@/lib/rulebook/label-files/parse-labels";
import type { EditionFile, ProductFile } from "@/lib/rulebook/label-files/schema-files";
import { factRowsOf, type LabelFactRow, partFileOf } from "@/lib/usecases/labels/fact-rows";
import type { LabelBook } from "@/lib/usecases/labels/label-book";

export interface ListedLabel {
  product: ProductFile;
  /** Oldest first. */
  labelDates: string[];
  /** EPA has a newer label than any that was entered. */
  hasNewerLabel: boolean;
  counts: Record<FactState, number>;
}

export interface EditionRows {
  edition: EditionFile;
  rows: LabelFactRow[];
}

export interface ProductLabels {
  product: ProductFile;
  /** Newest first. */
  editions: EditionRows[];
  /** Dates of the editions that the catalogue in force has; null: it does not have the product from these files. */
  inForce: string[] | null;
  catalogueVersion: string | null;
  /** The newest label that is known to exist: by the files, or by the monthly look at EPA's list. */
  newestLabelDate: string | null;
}

type Editions = LabelFolder["editions"];

function rowsOf(book: LabelBook, { file, content }: Editions[number], signatures: readonly LabelSignature[]) {
  const parts = book.parts.filter(({ name }) => content.parts.includes(name));
  return [
    ...factRowsOf(file, content, signatures),
    ...parts.flatMap((part) => factRowsOf(partFileOf(part.name), part, signatures)),
  ];
}

export function tallyStates(rows: readonly LabelFactRow[]): Record<FactState, number> {
  const counts = Object.fromEntries(FACT_STATES.map((state) => [state, 0])) as Record<FactState, number>;
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

const isNamed = ({ product }: LabelFolder, words: readonly string[]): boolean => {
  const names = [product.registration, product.name, product.registrant ?? "", ...product.otherNames];
  const numbers = [...product.formerNumbers.map(({ registration }) => registration), ...product.distributorNumbers];
  const text = [...names, ...numbers].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
};

/** Products whose names or numbers have every word of a search, with at least one fact in a state where one is named. */
export async function listLabels(
  db: Db,
  book: LabelBook,
  { text, state }: { text: string; state: FactState | null },
): Promise<ListedLabel[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const signatures = await listLabelSignatures(db, null);
  return book.folders
    .filter((folder) => isNamed(folder, words))
    .map(({ product, editions }) => ({
      product,
      labelDates: editions.map(({ content }) => content.labelDate),
      hasNewerLabel: (product.newestLabelDate ?? "") > (editions.at(-1)?.content.labelDate ?? ""),
      counts: tallyStates(editions.flatMap((edition) => rowsOf(book, edition, signatures))),
    }))
    .filter(({ counts }) => state === null || counts[state] > 0)
    .toSorted((a, b) => a.product.name.localeCompare(b.product.name));
}

/** A product's editions with every fact; null where no file has the number. */
export async function readProductLabels(db: Db, book: LabelBook, registration: string): Promise<ProductLabels | null> {
  const folder = book.folders.find(({ product }) => product.registration === registration);
  if (folder === undefined) return null;
  const files = [...folder.editions.map(({ file }) => file), ...book.parts.map(({ name }) => partFileOf(name))];
  const signatures = await listLabelSignatures(db, files);
  const catalogue = await findProducts(db, [registration]);
  const record = catalogue?.products.get(registration);
  return {
    product: folder.product,
    editions: folder.editions
      .toReversed()
      .map((edition) => ({ edition: edition.content, rows: rowsOf(book, edition, signatures) })),
    inForce: record?.editions?.map(({ labelDate }) => labelDate) ?? null,
    catalogueVersion: catalogue?.version ?? null,
    newestLabelDate: [folder.product.newestLabelDate, record?.newestLabelDate].reduce<string | null>(
      (newest, date) => ((date ?? "") > (newest ?? "") ? (date ?? null) : newest),
      null,
    ),
  };
}

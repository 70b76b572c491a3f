import { parseFactRows, type FactRow, type RowFault } from "@/lib/rulebook/label-files/fact-rows";
import { emptyEdition, withRows } from "@/lib/rulebook/label-files/merge-facts";
import { parseLabelFiles, type JsonFile, type LabelFolder } from "@/lib/rulebook/label-files/parse-labels";
import { editionFileSchema, type EditionFile, type ProductFile } from "@/lib/rulebook/label-files/schema-files";
import { diffWords } from "@/lib/rulebook/label-files/words";
import { checkFile, type RuleFault } from "@/lib/rulebook/schema-shared";

/** One edition as an import would leave it, and what changes in words. */
export interface ChangedEdition {
  edition: EditionFile;
  changes: string[];
  /** Set when the product's newest known label moves, or the product is new. */
  product: ProductFile | null;
}

export interface LabelImport {
  editions: ChangedEdition[];
  rowFaults: RowFault[];
  faults: RuleFault[];
}

const NOTHING = { editions: [], rowFaults: [], faults: [] } as const satisfies LabelImport;

/** What a spreadsheet of facts would change. Nothing is changed while any row has a fault. `today` is a day as in the sheet. */
export function importRows(files: readonly JsonFile[], csv: string, today: string): LabelImport {
  const { rows, faults } = parseFactRows(csv, today);
  if (faults.length > 0) return { ...NOTHING, rowFaults: faults };
  const folders = parseLabelFiles(files).folders;
  const strangers = rows.filter(({ registration }) => folderOf(folders, registration) === undefined);
  if (strangers.length > 0) {
    const reason = "has no product file; add labels/<registration>/product.json first (docs/adding-a-label.md)";
    return {
      ...NOTHING,
      rowFaults: strangers.map(({ row, registration }) => ({
        row,
        column: "registration" as const,
        reason: `${registration} ${reason}`,
      })),
    };
  }
  const groups = groupRows(rows);
  return checked(
    files,
    [...groups.values()].map((group) => {
      const [{ registration, labelDate }] = group;
      const before = editionOf(folders, registration, labelDate);
      return { before, after: withRows(before ?? emptyEdition(registration, labelDate), group) };
    }),
  );
}

/** Days of an edition's file that are yet to come: no one can have read it then. */
export function daysToCome(file: string, { labelDate, facts }: EditionFile, today: string): RuleFault[] {
  const days = [
    { path: "labelDate", day: labelDate },
    ...facts.flatMap(({ readOn, checkedOn }, index) => [
      { path: `facts[${index}].readOn`, day: readOn },
      { path: `facts[${index}].checkedOn`, day: checkedOn ?? "" },
    ]),
  ];
  return days
    .filter(({ day }) => day > today)
    .map(({ path, day }) => ({ file, path, reason: `${day} is a day to come; nowhere is it later than ${today}` }));
}

/** What edition files would change, each as the project keeps it. */
export function importEditions(files: readonly JsonFile[], given: readonly JsonFile[]): LabelImport {
  const folders = parseLabelFiles(files).folders;
  const faults: RuleFault[] = [];
  const changes = given.flatMap(({ file, json }) => {
    const found = checkFile(editionFileSchema, file, json);
    if (!found.ok) {
      faults.push(...found.faults);
      return [];
    }
    const { registration, labelDate } = found.value;
    return [{ before: editionOf(folders, registration, labelDate), after: found.value }];
  });
  return faults.length > 0 ? { ...NOTHING, faults } : checked(files, changes);
}

type Group = [FactRow, ...FactRow[]];

function groupRows(rows: readonly FactRow[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const key = `${row.registration} ${row.labelDate}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

const folderOf = (folders: readonly LabelFolder[], registration: string): LabelFolder | undefined =>
  folders.find(({ product }) => product.registration === registration);

const editionOf = (folders: readonly LabelFolder[], registration: string, labelDate: string): EditionFile | null =>
  folderOf(folders, registration)?.editions.find(({ content }) => content.labelDate === labelDate)?.content ?? null;

/** The whole rulebook with the changes must be sound, or nothing changes. */
function checked(
  files: readonly JsonFile[],
  changes: readonly { before: EditionFile | null; after: EditionFile }[],
): LabelImport {
  const changed = new Map<string, unknown>(files.map(({ file, json }) => [file, json]));
  const folders = parseLabelFiles(files).folders;
  const editions = changes.map(({ before, after }): ChangedEdition => {
    changed.set(`labels/${after.registration}/${after.labelDate}.json`, after);
    const product = withNewest(folderOf(folders, after.registration)?.product, after.labelDate);
    if (product !== null) changed.set(`labels/${product.registration}/product.json`, product);
    return { edition: after, changes: diffWords(before, after), product };
  });
  const { faults } = parseLabelFiles([...changed].map(([file, json]) => ({ file, json })));
  const ours = new Set(changes.map(({ after }) => `labels/${after.registration}/`));
  const mine = faults.filter(({ file }) => [...ours].some((folder) => file.startsWith(folder)));
  return mine.length > 0 ? { ...NOTHING, faults: mine } : { editions, rowFaults: [], faults: [] };
}

function withNewest(product: ProductFile | undefined, labelDate: string): ProductFile | null {
  if (product === undefined || (product.newestLabelDate ?? "") >= labelDate) return null;
  return { ...product, newestLabelDate: labelDate };
}

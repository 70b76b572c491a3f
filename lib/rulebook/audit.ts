import { EVIDENCE, type Citation, type Evidence } from "@/lib/domain/citation";
import { allTables } from "@/lib/rulebook/load";
import { citingNodes, pathText, type CitingNode } from "@/lib/rulebook/schema-shared";

/** A row, or a whole table of rows, together with the sources it names. */
export interface CitedRow {
  /** `<table>-<date>` or a rule file's name. */
  table: string;
  row: string;
  evidence: Evidence | null;
  /** How many figures stand behind it: more than one where a table cites its source once for all rows. */
  count: number;
  sources: { key: string; citation: Citation | undefined }[];
  /** `partly`: some of the sources were compared with the figure, others were not. */
  checked: "all" | "partly" | "none";
  /** What the row says beside its name, as the file has it; a member of a member as `claims.annualShareAtMost`. */
  figures: { name: string; value: string }[];
  note: string | null;
  /** The sources differ: what would settle it; null: they do not. */
  settledBy: string | null;
}

/** Members that name or describe a row, and so are no figures of it. */
const NOT_FIGURES = new Set([
  "evidence",
  "cite",
  "note",
  "settledBy",
  "label",
  "description",
  "helperText",
  "sortOrder",
]);

const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

/** What a member says in one line, by its path; nothing where rows of their own stand below it. */
function figuresOf(name: string, value: unknown): CitedRow["figures"] {
  if (isPlain(value)) return [{ name, value: String(value) }];
  if (typeof value !== "object" || value === null || citingNodes(value).length > 0) return [];
  if (Array.isArray(value)) return value.every(isPlain) && value.length > 0 ? [{ name, value: value.join(", ") }] : [];
  return Object.entries(value).flatMap(([part, each]) =>
    isPlain(each) ? [{ name: `${name}.${part}`, value: String(each) }] : [],
  );
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

const isEvidence = (value: unknown): value is Evidence => EVIDENCE.some((known) => known === value);

/** What to call a row: the first member that names things of its sort. */
function rowName({ path, node }: CitingNode): string {
  const name = [node.code, node.registration, node.name, node.subOptionId, node.kind, node.system].find(
    (value) => typeof value === "string" || typeof value === "number",
  );
  return name === undefined ? pathText(path) : `${pathText(path)} ${String(name)}`;
}

/** Every citing row of one parsed file. */
export function citedRowsOf(table: string, file: { citations: Record<string, Citation> }): CitedRow[] {
  return citingNodes(file).map((found) => {
    const sources = found.node.cite.map((key) => ({ key, citation: file.citations[key] }));
    const checkedCount = sources.filter(({ citation }) => typeof citation?.checkedOn === "string").length;
    const { evidence, rows } = found.node;
    return {
      table,
      row: rowName(found),
      evidence: isEvidence(evidence) ? evidence : null,
      count: Array.isArray(rows) ? rows.length : 1,
      sources,
      checked: checkedCount === sources.length ? "all" : checkedCount > 0 ? "partly" : "none",
      figures: Object.entries(found.node).flatMap(([name, each]) =>
        NOT_FIGURES.has(name) ? [] : figuresOf(name, each),
      ),
      note: textOf(found.node.note),
      settledBy: textOf(found.node.settledBy),
    };
  });
}

/** Every row of every regulatory table with its citations. */
export const tableRowsWithCitations = (): CitedRow[] =>
  allTables().flatMap((table) => citedRowsOf(`${table.table}-${table.effectiveFrom}`, table));

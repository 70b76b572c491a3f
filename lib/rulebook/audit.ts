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
  /** What the row says beside its name, as the file has it. */
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

/** A value in one line; null where rows of their own stand below it, or nothing does. */
function valueText(value: unknown): string | null {
  if (isPlain(value)) return String(value);
  if (typeof value !== "object" || value === null || citingNodes(value).length > 0) return null;
  if (Array.isArray(value)) return value.every(isPlain) && value.length > 0 ? value.join(", ") : null;
  const parts = Object.entries(value).flatMap(([name, each]) => (isPlain(each) ? [`${name} ${String(each)}`] : []));
  return parts.length === 0 ? null : parts.join(", ");
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
      figures: Object.entries(found.node).flatMap(([name, each]) => {
        const value = NOT_FIGURES.has(name) ? null : valueText(each);
        return value === null ? [] : [{ name, value }];
      }),
      note: textOf(found.node.note),
      settledBy: textOf(found.node.settledBy),
    };
  });
}

/** Every row of every regulatory table with its citations. */
export const tableRowsWithCitations = (): CitedRow[] =>
  allTables().flatMap((table) => citedRowsOf(`${table.table}-${table.effectiveFrom}`, table));

import { parse } from "csv-parse/sync";
import { canonicalRegistration } from "@/lib/domain/registration";
import { ruleFaultWords } from "@/lib/rulebook/fault-words";
import { rowReason, valueReasons } from "@/lib/rulebook/label-files/row-reasons";
import { FACT_NAMES, factSchema, type LabelFact } from "@/lib/rulebook/label-files/schema-facts";
import { dateSchema } from "@/lib/rulebook/schema-shared";

/** The columns of a spreadsheet of label facts, in the template's order. */
export const FACT_COLUMNS = [
  "registration",
  "label_date",
  "fact",
  "value",
  "quote",
  "page",
  "evidence",
  "source",
  "url",
  "read_by",
  "read_on",
  "checked_by",
  "checked_on",
  "note",
] as const;
type FactColumn = (typeof FACT_COLUMNS)[number];

/** A fault of a spreadsheet. Row 1 is the header, as a spreadsheet counts. */
export interface RowFault {
  row: number;
  column: FactColumn | "header";
  reason: string;
}

/** One fact of a spreadsheet, with the edition it belongs to and the document it names. */
export interface FactRow {
  row: number;
  registration: string;
  labelDate: string;
  source: { title: string; url: string | null };
  /** Its `sources` names no key yet: the file that takes the fact gives one. */
  fact: LabelFact;
}

/** Facts of a CSV text, one a row. Nothing is taken from a row with a fault, and every fault names row and column. */
export function parseFactRows(text: string, today: string): { rows: FactRow[]; faults: RowFault[] } {
  const faults: RowFault[] = [];
  let lines: string[][];
  try {
    lines = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: false });
  } catch (error) {
    return { rows: [], faults: [{ row: 1, column: "header", reason: `is not CSV: ${String(error)}` }] };
  }
  const header = (lines[0] ?? []).map((name) => name.trim().toLowerCase());
  for (const column of FACT_COLUMNS) {
    if (!header.includes(column)) faults.push({ row: 1, column: "header", reason: `has no column ${column}` });
  }
  if (faults.length > 0) return { rows: [], faults };
  const rows = lines.slice(1).flatMap((cells, index) => {
    const members = new Map(header.map((name, at) => [name, (cells[at] ?? "").trim()]));
    if ([...members.values()].every((cell) => cell === "")) return [];
    const read = readRow((column) => members.get(column) ?? "", index + 2, today);
    faults.push(...read.faults);
    return read.row === null ? [] : [read.row];
  });
  return { rows, faults };
}

function readRow(
  cell: (column: FactColumn) => string,
  row: number,
  today: string,
): { row: FactRow | null; faults: RowFault[] } {
  const registration = canonicalRegistration(cell("registration"));
  const faults = [...headFaults(cell, row), ...daysToCome(cell, row, today)];
  const raw = rawFact(cell);
  const parsed = factSchema.safeParse(raw, { error: ruleFaultWords });
  if (!parsed.success) {
    faults.push(
      ...parsed.error.issues.map((found) => ({ row, column: columnOf(found.path), reason: rowReason(found, raw) })),
    );
  } else {
    faults.push(...valueReasons(parsed.data).map((reason) => ({ row, column: "value" as const, reason })));
  }
  if (faults.length > 0 || !parsed.success || registration === null) return { row: null, faults };
  const source = { title: cell("source"), url: orNull(cell("url")) };
  return { row: { row, registration, labelDate: cell("label_date"), source, fact: parsed.data }, faults };
}

/** Faults of what stands beside the fact: which product, which label, which document, who. */
function headFaults(cell: (column: FactColumn) => string, row: number): RowFault[] {
  const faults: RowFault[] = [];
  if (canonicalRegistration(cell("registration")) === null) {
    faults.push({ row, column: "registration", reason: `"${cell("registration")}" is not a number such as 264-1241` });
  }
  if (!dateSchema.safeParse(cell("label_date")).success) {
    faults.push({ row, column: "label_date", reason: `"${cell("label_date")}" is not a date such as 2026-02-06` });
  }
  if (cell("source") === "") faults.push({ row, column: "source", reason: "is empty; name the document" });
  if (cell("url") !== "" && !/^https:\/\/\S+$/.test(cell("url"))) {
    faults.push({ row, column: "url", reason: "must start with https://" });
  }
  if (cell("evidence") === "read" && cell("page") === "" && cell("fact") !== "label_text") {
    faults.push({ row, column: "page", reason: "is empty; a fact that was read names its page or section" });
  }
  if (cell("checked_by") !== "" && cell("checked_by") === cell("read_by")) {
    faults.push({ row, column: "checked_by", reason: "must be another person than read_by" });
  }
  return faults;
}

/** No one has read, on a day to come, a label that is stamped on a day to come: its facts would wait for that day, unseen. */
const daysToCome = (cell: (column: FactColumn) => string, row: number, today: string): RowFault[] =>
  (["label_date", "read_on", "checked_on"] as const).flatMap((column) =>
    dateSchema.safeParse(cell(column)).success && cell(column) > today
      ? [{ row, column, reason: `${cell(column)} is a day to come; nowhere is it later than ${today}` }]
      : [],
  );

const orNull = (text: string): string | null => (text === "" ? null : text);

const rawFact = (cell: (column: FactColumn) => string): { fact: string } & Record<string, unknown> => ({
  fact: cell("fact"),
  value: readValue(cell("fact"), cell("value")),
  quote: orNull(cell("quote")),
  page: orNull(cell("page")),
  evidence: cell("evidence"),
  sources: ["ROW"],
  readBy: cell("read_by"),
  readOn: cell("read_on"),
  checkedBy: orNull(cell("checked_by")),
  checkedOn: orNull(cell("checked_on")),
  ...(cell("note") !== "" && { note: cell("note") }),
});

const columnOf = ([member]: readonly PropertyKey[]): FactColumn => {
  const name = String(member).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return FACT_COLUMNS.find((column) => column === name) ?? (name === "sources" ? "source" : "value");
};

const LIST_FACTS = ["methods_permitted", "methods_excluded", "counts_in_buffer", "tolerated_crops"];
const TEXT_FACTS = ["direction", "esa_language", "formulation", "expires_on", "droplet_minimum", "boom_maximum"];

/** `coarse`, `15`, `ground | aerial`, `minMph=3; maxMph=10`, `minimum.value=0.3`, or JSON. */
function readValue(fact: string, text: string): unknown {
  if (TEXT_FACTS.includes(fact) || !FACT_NAMES.some((name) => name === fact)) return text;
  if (/^[[{]/.test(text)) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  }
  if (LIST_FACTS.includes(fact)) return listOf(text);
  if (!text.includes("=")) return scalar(text);
  const value: Record<string, unknown> = {};
  for (const pair of text.split(";")) {
    const [key = "", ...rest] = pair.split("=");
    if (key.trim() !== "") put(value, key.trim().split("."), member(rest.join("=").trim()));
  }
  return value;
}

const listOf = (text: string): string[] =>
  text
    .split("|")
    .map((each) => each.trim())
    .filter((each) => each !== "");

const member = (text: string): unknown => (text.includes("|") ? listOf(text) : scalar(text));

const scalar = (text: string): unknown => {
  if (text === "true" || text === "yes") return true;
  if (text === "false" || text === "no") return false;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
};

function put(into: Record<string, unknown>, [key = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const below = into[key];
  const next = typeof below === "object" && below !== null ? (below as Record<string, unknown>) : {};
  into[key] = next;
  put(next, rest, value);
}

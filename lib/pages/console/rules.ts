import type { Citation } from "@/lib/domain/citation";
import type { CitedRow } from "@/lib/rulebook/audit";
import {
  RULE_STATES,
  RULE_STATE_WORDS,
  type RulesQuery,
  type RulesView,
  type RuleState,
} from "@/lib/views/console/rules";
import { memberInWords, memberValueInWords } from "@/lib/views/console/rule-words";
import { evidenceInWords } from "@/lib/views/documents";

const PAGE = 25;

const IS_IN: Record<RuleState, (row: CitedRow) => boolean> = {
  disputed: ({ settledBy }) => settledBy !== null,
  unverified: ({ evidence }) => evidence === "unverified",
  unchecked: ({ checked }) => checked !== "all",
};

/** The rows of the rule tables that are asked for, a page of them. `text` is looked for in all that a row says. */
export function rulesView(rows: readonly CitedRow[], query: RulesQuery & { page: number }): RulesView {
  const { text, table, state } = query;
  const wanted = text.toLowerCase();
  const found = rows.filter(
    (row) =>
      (table === "" || row.table === table) &&
      (state === null || IS_IN[state](row)) &&
      (wanted === "" || wordsOf(row).includes(wanted)),
  );
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const page = Math.min(Math.max(1, query.page), pages);
  return {
    text,
    table,
    state,
    page,
    pages,
    found: found.length,
    tables: [...new Set(rows.map((row) => row.table))],
    rows: found.slice((page - 1) * PAGE, page * PAGE).map(rowView),
  };
}

const wordsOf = ({ row, table, figures, note, sources }: CitedRow): string =>
  [
    row,
    table,
    note ?? "",
    ...figures.map(({ value }) => value),
    ...sources.map(({ citation }) => citation?.title ?? ""),
  ]
    .join(" ")
    .toLowerCase();

const figuresOf = ({ figures, count }: CitedRow): string =>
  [
    ...(count > 1 ? [`${count} rows`] : []),
    ...figures.filter(isTold).map(({ name, value }) => `${memberInWords(name)}: ${memberValueInWords(value)}`),
  ].join("; ");

/** What every row has says nothing. */
const isTold = ({ name, value }: CitedRow["figures"][number]): boolean =>
  !["id", "code"].includes(name) && value !== "false" && !(name === "isActive" && value === "true");

const rowView = (row: CitedRow): RulesView["rows"][number] => ({
  id: `${row.table} ${row.row}`,
  // Its path in the file only where nothing names it.
  name: row.row.replace(/^\S+ /, ""),
  table: row.table,
  figures: figuresOf(row),
  evidence: row.evidence === null ? "evidence stands at each row below it" : evidenceInWords(row.evidence),
  states: RULE_STATES.filter((state) => IS_IN[state](row)).map((state) => RULE_STATE_WORDS[state]),
  note: row.note,
  settledBy: row.settledBy,
  // In full, paths and all: a rule editor goes and compares.
  sources: row.sources.map(({ key, citation }) => ({
    words: citation === undefined ? key : sourceWords(citation),
    url: citation?.url ?? null,
  })),
});

const sourceWords = ({ title, locator, documentDate, checkedOn }: Citation): string =>
  [
    title,
    locator,
    ...(documentDate === null ? [] : [`of ${documentDate}`]),
    checkedOn === null ? "not compared yet" : `compared on ${checkedOn}`,
  ].join(", ");

import type { FactRow } from "@/lib/rulebook/label-files/fact-rows";
import type { LabelFact } from "@/lib/rulebook/label-files/schema-facts";
import type { EditionFile } from "@/lib/rulebook/label-files/schema-files";

/** What a fact is about: two facts about one thing cannot both stand in an edition. */
export function factKey(found: LabelFact): string {
  switch (found.fact) {
    case "ingredient":
      return `ingredient ${found.value.name.toLowerCase()}`;
    case "condition":
      return `condition ${found.value.id}`;
    case "direction":
      return `direction ${found.value}`;
    case "runoff_points":
      return `runoff_points ${found.value.system} ${JSON.stringify(found.value.when ?? null)}`;
    case "drift_buffer":
      return `drift_buffer ${found.value.bufferType} ${found.value.method}`;
    case "disallowed_measure":
      return `disallowed_measure ${found.value.system} ${found.value.code}`;
    case "adjuvant":
      return `adjuvant ${found.value.kind} ${found.value.requirement}`;
    case "counts_in_buffer":
      return `counts_in_buffer ${found.value.toSorted().join(" ")}`;
    default:
      return found.fact;
  }
}

const isSameValue = (a: LabelFact, b: LabelFact): boolean => JSON.stringify(a.value) === JSON.stringify(b.value);

/** An edition that says nothing yet. */
export const emptyEdition = (registration: string, labelDate: string): EditionFile => ({
  registration,
  labelDate,
  from: labelDate,
  until: null,
  text: { kind: "none", pages: null, readToEnd: false },
  parts: [],
  sources: {},
  facts: [],
});

/**
 * The edition with the facts of some rows. A second person who read the same value becomes the fact's second reader;
 * another value takes the place of the old one and waits for a second reader of its own.
 */
export function withRows(edition: EditionFile, rows: readonly FactRow[]): EditionFile {
  const facts = new Map(edition.facts.map((found) => [factKey(found), found]));
  const sources = { ...edition.sources };
  let { text } = edition;
  for (const { fact, source, labelDate } of rows) {
    if (fact.fact === "label_text") {
      // Who does not say it again does not make a master label of a supplemental one.
      text = { ...(text.supplements !== undefined && { supplements: text.supplements }), ...fact.value };
      continue;
    }
    const key = sourceKey(sources, source);
    sources[key] ??= { ...source, documentDate: labelDate };
    const before = facts.get(factKey(fact));
    facts.set(factKey(fact), merged(before, { ...fact, sources: [key] }));
  }
  const used = new Set([...facts.values()].flatMap((found) => found.sources));
  return {
    ...edition,
    text,
    sources: Object.fromEntries(Object.entries(sources).filter(([key]) => used.has(key))),
    facts: [...facts.values()],
  };
}

function merged(before: LabelFact | undefined, row: LabelFact): LabelFact {
  const isSecondReader =
    before?.evidence === "read" && row.evidence === "read" && isSameValue(before, row) && before.readBy !== row.readBy;
  return isSecondReader ? { ...before, checkedBy: row.readBy, checkedOn: row.readOn } : row;
}

function sourceKey(sources: EditionFile["sources"], source: FactRow["source"]): string {
  const known = Object.entries(sources).find(([, { title, url }]) => title === source.title && url === source.url);
  if (known !== undefined) return known[0];
  const free = (number: number): string => (number === 1 ? "LABEL" : `SOURCE-${number}`);
  let number = 1;
  while (Object.hasOwn(sources, free(number))) number += 1;
  return free(number);
}

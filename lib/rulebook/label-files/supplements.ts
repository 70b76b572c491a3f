import { countsTowardPass } from "@/lib/domain/citation";
import { engineEvidence } from "@/lib/rulebook/label-files/evidence";
import { factKey } from "@/lib/rulebook/label-files/merge-facts";
import type { FactName, LabelFact } from "@/lib/rulebook/label-files/schema-facts";
import type { EditionFile, PartFile } from "@/lib/rulebook/label-files/schema-files";

/** A fact with the citations of the file it stands in. */
export interface SourcedFact {
  fact: LabelFact;
  sources: EditionFile["sources"];
}

export interface Fault {
  path: string;
  reason: string;
}

/** The facts of a label and of the parts it prints. */
export const factsOf = (label: EditionFile, parts: readonly PartFile[]): SourcedFact[] =>
  [label, ...parts.filter(({ name }) => label.parts.includes(name))].flatMap(({ facts, sources }) =>
    facts.map((fact) => ({ fact, sources })),
  );

/**
 * What a supplemental label adds to: its master label and the supplemental labels of that from before it, oldest first. A master label
 * adds to nothing.
 */
export function addedTo(
  label: EditionFile,
  editions: readonly EditionFile[],
): { labels: EditionFile[]; faults: Fault[] } {
  const masterDate = label.text.supplements;
  if (masterDate === undefined) return { labels: [], faults: [] };
  const fault = (reason: string) => ({ labels: [], faults: [{ path: "text.supplements", reason }] });
  const master = editions.find(({ labelDate }) => labelDate === masterDate);
  if (master === undefined) return fault(`the master label of ${masterDate} has no file here; enter it first`);
  if (master.text.supplements !== undefined) return fault(`the label of ${masterDate} is a supplemental label itself`);
  const before = editions.filter(({ labelDate }) => labelDate > masterDate && labelDate < label.labelDate);
  const newer = before.find(({ text }) => text.supplements === undefined);
  if (newer !== undefined) return fault(`the master label of ${newer.labelDate} is newer than that of ${masterDate}`);
  return { labels: [master, ...before.filter(({ text }) => text.supplements === masterDate)], faults: [] };
}

/** Facts that allow more than the master label. What a supplemental label allows for its own use alone would hold for every use. */
const WIDER: readonly FactName[] = [
  "formulation",
  "ingredient",
  "methods_permitted",
  "buffer_reducible",
  "buffer_reductions",
  "tolerated_crops",
  "counts_in_buffer",
];
/** What is not in a label was looked for in that label alone, so that both have to be without it. */
const NONE: readonly FactName[] = ["runoff_none", "drift_none"];

/**
 * The facts of a supplemental label with those of the labels that it adds to: what both ask is asked. What it says otherwise than they do,
 * or allows beyond them, is a fault, because no one but a reader knows for which use it holds. Of ESA language each label speaks for itself.
 */
export function joined(
  label: EditionFile,
  labels: readonly EditionFile[],
  parts: readonly PartFile[],
): { facts: SourcedFact[]; faults: Fault[] } {
  if (labels.length === 0) return { facts: factsOf(label, parts), faults: [] };
  const each = [...labels, label].map((one) => ({ of: one, facts: factsOf(one, parts) }));
  const [first, ...later] = each.map(({ of, facts }) =>
    facts
      .filter(({ fact }) => !NONE.includes(fact.fact) || each.every((other) => saysSo(other.facts, fact.fact)))
      .map((found) => (of === labels[0] ? found : asOf(of, found))),
  );
  return later.reduce<{ facts: SourcedFact[]; faults: Fault[] }>(
    ({ facts }, own) => {
      const added = own.filter((one) => one.fact.fact !== "esa_language" && !facts.some((known) => isSame(known, one)));
      return { facts: [...facts, ...added], faults: added.flatMap(({ fact }) => faultOf(fact, facts) ?? []) };
    },
    { facts: first ?? [], faults: [] },
  );
}

const saysSo = (facts: readonly SourcedFact[], name: FactName): boolean =>
  facts.some(({ fact }) => fact.fact === name && countsTowardPass(engineEvidence(fact)));

/** Two labels may name their documents alike. */
function asOf({ labelDate }: EditionFile, { fact, sources }: SourcedFact): SourcedFact {
  const keyOf = (key: string): string => `${key} ${labelDate}`;
  return {
    fact: { ...fact, sources: fact.sources.map(keyOf) },
    sources: Object.fromEntries(Object.entries(sources).map(([key, source]) => [keyOf(key), source])),
  };
}

const isSame = ({ fact: one }: SourcedFact, { fact: other }: SourcedFact): boolean =>
  factKey(one) === factKey(other) && JSON.stringify(one.value) === JSON.stringify(other.value);

function faultOf(added: LabelFact, known: readonly SourcedFact[]): Fault | null {
  const key = factKey(added);
  if (known.some(({ fact }) => factKey(fact) === key)) {
    return { path: "facts", reason: `${key} stands otherwise in the label that this one adds to` };
  }
  return WIDER.includes(added.fact)
    ? { path: "facts", reason: `${key} of a supplemental label would hold for every use of its master label` }
    : null;
}

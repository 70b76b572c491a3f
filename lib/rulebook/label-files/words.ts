import { isReadTwice } from "@/lib/rulebook/label-files/evidence";
import { factKey } from "@/lib/rulebook/label-files/merge-facts";
import type { LabelFact } from "@/lib/rulebook/label-files/schema-facts";
import type { EditionFile } from "@/lib/rulebook/label-files/schema-files";

const NAMES: Record<LabelFact["fact"], string> = {
  esa_language: "ESA language",
  formulation: "Formulation",
  ingredient: "Active ingredient",
  methods_permitted: "Methods allowed",
  methods_excluded: "Methods forbidden",
  expires_on: "Last day of use",
  max_single_rate: "Highest single rate",
  min_volume_gpa: "Least spray volume, gal/ac",
  wind_range: "Wind",
  direction: "Direction",
  condition: "Condition",
  runoff_points: "Runoff points",
  runoff_none: "No runoff points",
  droplet_minimum: "Finest droplets",
  boom_maximum: "Boom",
  drift_buffer: "Drift buffer",
  drift_none: "No drift buffer",
  buffer_reducible: "Buffer can be reduced",
  buffer_reductions: "Buffer reductions come from",
  tolerated_crops: "Neighboring crops tolerated in the buffer",
  counts_in_buffer: "Counts in a downwind buffer",
  disallowed_measure: "Measure that earns nothing",
  label_text: "Text that was read",
  adjuvant: "Adjuvant",
};

const plain = (text: string): string => text.replaceAll("_", " ");

/** `distanceFt` 50 is "distance 50 ft"; a name needs no word before it. */
function memberWords([key, member]: [string, unknown]): string {
  if (key === "name" || key === "text") return inWords(member);
  const [, name = key, unit = ""] = /^(.+)(Ft|Mph)$/.exec(key) ?? [];
  const words = name.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return `${words} ${inWords(member)}${unit === "" ? "" : ` ${unit.toLowerCase()}`}`;
}

const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inWords).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object" || value === null) return plain(String(value));
  return Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .map(memberWords)
    .join(", ");
};

/** What a fact is about, as people say it. */
export const factName = (found: LabelFact): string => NAMES[found.fact];

export const factValue = (found: LabelFact): string =>
  found.fact === "condition" || found.fact === "adjuvant" ? found.value.text : inWords(found.value);

const trustWords = (found: LabelFact): string =>
  found.evidence !== "read" ? found.evidence : isReadTwice(found) ? "read by two" : "read by one";

/** A fact in one line: what, which value, how far it is known. */
export const factWords = (found: LabelFact): string =>
  `${NAMES[found.fact]}: ${factValue(found)} (${trustWords(found)})`;

/** A fact that is new, gone, or says something else. */
export type FactChange =
  | { kind: "added"; before: null; after: LabelFact }
  | { kind: "changed"; before: LabelFact; after: LabelFact }
  | { kind: "removed"; before: LabelFact; after: null };

/** What changes from one edition, or one state of an edition, to another; nothing for what stays. */
export function diffEditions(before: EditionFile | null, after: EditionFile): FactChange[] {
  const old = new Map((before?.facts ?? []).map((found) => [factKey(found), found]));
  const now = new Map(after.facts.map((found) => [factKey(found), found]));
  const changes: FactChange[] = [];
  for (const [key, found] of now) {
    const was = old.get(key);
    if (was === undefined) changes.push({ kind: "added", before: null, after: found });
    else if (factWords(was) !== factWords(found) || JSON.stringify(was.value) !== JSON.stringify(found.value)) {
      changes.push({ kind: "changed", before: was, after: found });
    }
  }
  // A supplemental label takes nothing away from the label before it.
  if (after.text.supplements !== undefined && before?.labelDate !== after.labelDate) return changes;
  for (const [key, was] of old) if (!now.has(key)) changes.push({ kind: "removed", before: was, after: null });
  return changes;
}

/** The same, one line a change. */
export const diffWords = (before: EditionFile | null, after: EditionFile): string[] =>
  diffEditions(before, after).map((change) => {
    switch (change.kind) {
      case "added":
        return `+ ${factWords(change.after)}`;
      case "changed":
        return `~ ${factWords(change.before)}  ->  ${factWords(change.after)}`;
      case "removed":
        return `- ${factWords(change.before)}`;
    }
  });

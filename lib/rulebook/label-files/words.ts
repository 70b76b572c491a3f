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

const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inWords).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .map(([key, member]) => `${key.replaceAll(/([A-Z])/g, " $1").toLowerCase()} ${inWords(member)}`)
    .join(", ");
};

const valueWords = (found: LabelFact): string =>
  found.fact === "condition" || found.fact === "adjuvant" ? found.value.text : inWords(found.value);

const trustWords = (found: LabelFact): string =>
  found.evidence !== "read" ? found.evidence : isReadTwice(found) ? "read by two" : "read by one";

/** A fact in one line: what, which value, how far it is known. */
export const factWords = (found: LabelFact): string =>
  `${NAMES[found.fact]}: ${valueWords(found)} (${trustWords(found)})`;

/** What changes from one edition, or one state of an edition, to another; nothing for what stays. */
export function diffWords(before: EditionFile | null, after: EditionFile): string[] {
  const old = new Map((before?.facts ?? []).map((found) => [factKey(found), found]));
  const now = new Map(after.facts.map((found) => [factKey(found), found]));
  const lines: string[] = [];
  for (const [key, found] of now) {
    const was = old.get(key);
    if (was === undefined) lines.push(`+ ${factWords(found)}`);
    else if (factWords(was) !== factWords(found) || JSON.stringify(was.value) !== JSON.stringify(found.value)) {
      lines.push(`~ ${factWords(was)}  ->  ${factWords(found)}`);
    }
  }
  for (const [key, was] of old) if (!now.has(key)) lines.push(`- ${factWords(was)}`);
  return lines;
}

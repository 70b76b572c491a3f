import type { z } from "zod";
import { unknownCrops } from "@/lib/rulebook/label-files/crop-ids";
import { FACT_NAMES, type FactName, type LabelFact } from "@/lib/rulebook/label-files/schema-facts";
import { ruleFaultWords } from "@/lib/rulebook/fault-words";
import { latestCrops } from "@/lib/rulebook/load";
import { conditionSchema } from "@/lib/rulebook/schema-conditions";
import { pathText } from "@/lib/rulebook/schema-shared";

/** How the value of each fact is written in a spreadsheet, as docs/adding-a-label.md shows it. */
const FORMS: Record<FactName, string> = {
  label_text: "kind=stamped; pages=24; readToEnd=yes",
  esa_language: "yes",
  formulation: "liquid",
  ingredient: "name=dicamba; basis=ae; lbPerGal=2.91",
  methods_permitted: "ground | aerial",
  methods_excluded: "aerial | Chemigation",
  max_single_rate: "value=22; unit=fl_oz_per_acre",
  min_volume_gpa: "15",
  wind_range: "minMph=3; maxMph=10",
  runoff_points: "system=epa_runoff; points=3",
  runoff_none: "yes",
  droplet_minimum: "coarse",
  boom_maximum: "low",
  drift_buffer: "method=ground; distanceFt=240",
  drift_none: "yes",
  buffer_reducible: "yes",
  counts_in_buffer: "road | mowed_grass",
  buffer_reductions: "source=epa_menu",
  tolerated_crops: "corn | soybean",
  adjuvant: "kind=ammonium_sulfate; requirement=forbidden; text=No ammonium sulfate.",
  disallowed_measure: "system=epa_runoff; code=cover_crop",
  expires_on: "2028-02-06",
  condition: '{"id": "wind", "kind": "wind", "text": "At most 10 mph.", "minMph": null, "maxMph": 10}',
  direction: "Do not apply in rain.",
};

const isFactName = (text: string): text is FactName => FACT_NAMES.some((name) => name === text);

/** What stands at a path of what was read from the row. */
const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (found, key) =>
      typeof found === "object" && found !== null ? (found as Record<PropertyKey, unknown>)[key] : found,
    value,
  );

const quoted = (value: unknown): string =>
  value === undefined || value === null || value === "" ? "an empty cell" : JSON.stringify(value);

const likeOf = ({ path: [member] }: z.core.$ZodIssue, { fact }: { fact: string }): string =>
  member === "value" && isFactName(fact) ? `; write it like ${FORMS[fact]}` : "";

/** One fault of a row in words that a person who filled in the sheet can use: what stands there, and what to write. */
export function rowReason(found: z.core.$ZodIssue, raw: { fact: string }): string {
  const [member, ...inner] = found.path;
  const standing = at(raw, found.path);
  // A value of several parts: which of them it is.
  const part = member === "value" && typeof inner[0] === "string" ? `"${pathText(inner)}"` : null;
  if (part !== null && standing === undefined) return `${part} is missing${likeOf(found, raw)}`;
  const sent = part === null ? quoted(standing) : `${part}: ${quoted(standing)}`;
  if (member === "fact") return `there is no fact ${sent}; write one of ${FACT_NAMES.join(", ")}`;
  const like = likeOf(found, raw);
  if (found.code === "invalid_value") return `${sent} is not one of ${found.values.map(String).join(", ")}${like}`;
  if (found.code === "invalid_format" && found.format === "date") return `${sent} is not a date such as 2026-02-06`;
  if (found.code === "invalid_type") return `${sent} is no ${found.expected}${like}`;
  return `${part === null ? "" : `${part} `}${found.message}${like}`;
}

/** What is wrong with a condition's own members and with crop ids, which are checked where the whole label is known. */
export function valueReasons(fact: LabelFact): string[] {
  const crops = unknownCrops("", fact, latestCrops()).map(({ reason }) => reason);
  if (fact.fact !== "condition") return crops;
  const checked = conditionSchema.safeParse(
    { ...fact.value, evidence: "primary", cite: ["ROW"] },
    { error: ruleFaultWords },
  );
  const faults =
    checked.error?.issues.map(
      ({ path, message }) => `${path.length === 0 ? "the condition" : `"${pathText(path)}"`} ${message}`,
    ) ?? [];
  return [...faults.map((fault) => `${fault} (docs/label-conditions.md lists the members of each kind)`), ...crops];
}

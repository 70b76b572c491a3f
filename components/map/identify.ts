/** A thing on the map under one place, in words. */
export interface Finding {
  /** Equal keys are one thing: a feature comes once for every tile and layer it is in. */
  key: string;
  text: string;
}

/** As MapLibre finds them. */
export interface Found {
  id?: string | number | undefined;
  layer: { id: string };
  properties: Record<string, unknown>;
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
const inWords = (category: unknown): string => textOf(category).replaceAll("_", " ");
const labeled = (what: string, label: unknown): string => (textOf(label) === "" ? what : `${what}: ${textOf(label)}`);

/** What each layer's features are called. Layers that are not listed say nothing of their own. */
const DESCRIBE: Record<string, (properties: Found["properties"], id: string) => string> = {
  "pula-fill": ({ event_name: event }, id) => labeled(`Pesticide Use Limitation Area ${id}`, event),
  "water_habitat-fill": ({ category, label }) => labeled(capital(inWords(category)), label),
  "managed-fill": ({ category, label }) => labeled(`Managed area, ${inWords(category)}`, label),
  "drawn-fill": ({ category, label, isConfirmed }) =>
    labeled(`Drawn here, ${inWords(category)}${isConfirmed === false ? " (not confirmed)" : ""}`, label),
  "soil-fill": ({ name, soil_group: group, slope_pct: slope }) =>
    `Soil: ${textOf(name)}, ${group === "none" ? "no group" : `group ${textOf(group)}`}${textOf(slope) === "" ? "" : `, slope ${textOf(slope)} %`}`,
  "buffer-fill": () => "In the buffer: not to be sprayed with this wind",
  "treatable-fill": () => "Outside the buffer with this wind",
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What lies under a place, each thing once, in the map's order from the top. */
export function groundAt(found: readonly Found[]): Finding[] {
  const findings = found.flatMap(({ id, layer, properties }): Finding[] => {
    const describe = DESCRIBE[layer.id];
    if (describe === undefined) return [];
    const text = describe(properties, textOf(id));
    return [{ key: `${layer.id} ${text}`, text }];
  });
  return findings.filter(({ key }, index) => findings.findIndex((other) => other.key === key) === index);
}

import { isFeatureCategory } from "@/lib/domain/feature-categories";
import { categoryInWords } from "@/lib/views/ground";
import { currentLanguage, wordsIn } from "@/lib/views/language";
import { capital } from "@/lib/views/words";

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

type Described = (properties: Found["properties"], id: string) => string;

/** What each layer's features are called. Layers that are not listed say nothing of their own. */
type Words = Readonly<Record<(typeof LAYERS)[number], Described>>;

const LAYERS = [
  "pula-fill",
  "water_habitat-fill",
  "managed-fill",
  "drawn-fill",
  "soil-fill",
  "buffer-fill",
  "treatable-fill",
  "basemap-road",
  "basemap-stream",
  "basemap-lake",
] as const;
const layerOf = (id: string): (typeof LAYERS)[number] | undefined => LAYERS.find((layer) => layer === id);

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
const inWords = (category: unknown): string => {
  const text = textOf(category);
  return isFeatureCategory(text) && currentLanguage() !== "en"
    ? categoryInWords(text).toLowerCase()
    : text.replaceAll("_", " ");
};
/** What kind of ground was refused; nothing where its record does not say. */
const refusedKind = (category: unknown): string => (category === "other_protected" ? "" : `, ${inWords(category)}`);
const labeled = (what: string, label: unknown): string => (textOf(label) === "" ? what : `${what}: ${textOf(label)}`);

const words = wordsIn<Words>({
  en: {
    "pula-fill": ({ event_name: event }, id) => labeled(`Pesticide Use Limitation Area ${id}`, event),
    "water_habitat-fill": ({ category, label, is_refused: isRefused }) =>
      isRefused === true
        ? labeled(`Not loaded, counts as protected${refusedKind(category)}`, label)
        : labeled(capital(inWords(category)), label),
    "managed-fill": ({ category, label }) => labeled(`Managed area, ${inWords(category)}`, label),
    "drawn-fill": ({ category, label, isConfirmed }) =>
      labeled(`Drawn here, ${inWords(category)}${isConfirmed === false ? " (not confirmed)" : ""}`, label),
    "soil-fill": ({ name, soil_group: group, slope_pct: slope }) =>
      `Soil: ${textOf(name)}, ${group === "none" ? "no group" : `group ${textOf(group)}`}${textOf(slope) === "" ? "" : `, slope ${textOf(slope)} %`}`,
    "buffer-fill": () => "In the buffer: not to be sprayed with this wind",
    "treatable-fill": () => "Outside the buffer with this wind",
    "basemap-road": ({ name }) => labeled("Road", name),
    "basemap-stream": ({ name }) => labeled("Stream on the base map, which no rule is judged by", name),
    "basemap-lake": ({ name }) => labeled("Water on the base map, which no rule is judged by", name),
  },
  es: {
    "pula-fill": ({ event_name: event }, id) => labeled(`Área de uso limitado de pesticidas (PULA) ${id}`, event),
    "water_habitat-fill": ({ category, label, is_refused: isRefused }) =>
      isRefused === true
        ? labeled(`Sin cargar, cuenta como protegido${refusedKind(category)}`, label)
        : labeled(capital(inWords(category)), label),
    "managed-fill": ({ category, label }) => labeled(`Área manejada, ${inWords(category)}`, label),
    "drawn-fill": ({ category, label, isConfirmed }) =>
      labeled(`Dibujado aquí, ${inWords(category)}${isConfirmed === false ? " (sin confirmar)" : ""}`, label),
    "soil-fill": ({ name, soil_group: group, slope_pct: slope }) =>
      `Suelo: ${textOf(name)}, ${group === "none" ? "sin grupo" : `grupo ${textOf(group)}`}${textOf(slope) === "" ? "" : `, pendiente del ${textOf(slope)} %`}`,
    "buffer-fill": () => "En la zona de amortiguamiento: no aplique con este viento",
    "treatable-fill": () => "Fuera de la zona de amortiguamiento con este viento",
    "basemap-road": ({ name }) => labeled("Camino", name),
    "basemap-stream": ({ name }) => labeled("Arroyo del mapa base, que no cuenta para ninguna regla", name),
    "basemap-lake": ({ name }) => labeled("Agua del mapa base, que no cuenta para ninguna regla", name),
  },
});

/** What lies under a place, each thing once, in the map's order from the top. */
export function groundAt(found: readonly Found[]): Finding[] {
  const findings = found.flatMap(({ id, layer, properties }): Finding[] => {
    const known = layerOf(layer.id);
    if (known === undefined) return [];
    const text = words()[known](properties, textOf(id));
    return [{ key: `${layer.id} ${text}`, text }];
  });
  return findings.filter(({ key }, index) => findings.findIndex((other) => other.key === key) === index);
}

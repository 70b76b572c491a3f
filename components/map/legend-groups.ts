import type { TileLayer } from "@/lib/domain/field-map";
import type { PatternName } from "@/components/map/patterns";
import { wordsIn } from "@/lib/views/language";

/** What can be switched on and off, from the top of the map to the bottom. */
export const MAP_GROUPS = [
  "field",
  "edges",
  "downslope",
  "drawn",
  "buffer",
  "treatable",
  "managed",
  "water_habitat",
  "pula",
  "soil",
  "county",
  "basemap",
  "imagery",
] as const;
export type MapGroup = (typeof MAP_GROUPS)[number];

/** How the legend shows a group: a pattern, an even fill, a line, a dashed line, or nothing that could be drawn small. */
export type SwatchKind =
  | { kind: "pattern"; pattern: PatternName }
  | {
      kind: "fill" | "outlined" | "line" | "thick" | "dashed" | "dotted" | "box";
      color: "field" | "treatable" | "edge" | "downslope" | "county" | "pula" | "baseRoad" | "water";
    }
  | { kind: "picture" };

export interface LegendEntry {
  group: MapGroup;
  label: string;
  swatch: SwatchKind;
  /** Shown before anyone touches the switches. */
  isOnAtFirst: boolean;
}

export const LEGEND: Readonly<Record<MapGroup, Omit<LegendEntry, "group" | "label">>> = {
  field: { swatch: { kind: "line", color: "field" }, isOnAtFirst: true },
  edges: { swatch: { kind: "thick", color: "edge" }, isOnAtFirst: true },
  downslope: { swatch: { kind: "dotted", color: "downslope" }, isOnAtFirst: true },
  drawn: { swatch: { kind: "pattern", pattern: "drawn" }, isOnAtFirst: true },
  buffer: { swatch: { kind: "pattern", pattern: "buffer" }, isOnAtFirst: true },
  treatable: { swatch: { kind: "fill", color: "treatable" }, isOnAtFirst: true },
  managed: { swatch: { kind: "pattern", pattern: "managed" }, isOnAtFirst: true },
  water_habitat: { swatch: { kind: "pattern", pattern: "water_habitat" }, isOnAtFirst: true },
  pula: { swatch: { kind: "outlined", color: "pula" }, isOnAtFirst: true },
  soil: { swatch: { kind: "pattern", pattern: "soil_b" }, isOnAtFirst: false },
  county: { swatch: { kind: "dashed", color: "county" }, isOnAtFirst: true },
  basemap: { swatch: { kind: "line", color: "baseRoad" }, isOnAtFirst: true },
  imagery: { swatch: { kind: "picture" }, isOnAtFirst: true },
};

const labels = wordsIn<Record<MapGroup, string>>({
  en: {
    field: "Your field",
    edges: "Edges with a buffer",
    downslope: "Downslope edges",
    drawn: "Areas drawn here",
    buffer: "Buffer, not to be sprayed",
    treatable: "Outside the buffer",
    managed: "Managed areas: roads, buildings, fields",
    water_habitat: "Water and habitat",
    pula: "Pesticide Use Limitation Areas",
    soil: "Soils of the field",
    county: "County lines",
    basemap: "Roads, section lines, waters, places: to find one's way",
    imagery: "Pictures from above",
  },
  es: {
    field: "Su campo",
    edges: "Bordes con zona de amortiguamiento",
    downslope: "Bordes pendiente abajo",
    drawn: "Áreas dibujadas aquí",
    buffer: "Zona de amortiguamiento, donde no se debe aplicar",
    treatable: "Fuera de la zona de amortiguamiento",
    managed: "Áreas manejadas: caminos, edificios, campos",
    water_habitat: "Agua y hábitat",
    pula: "Áreas de uso limitado de pesticidas (PULA)",
    soil: "Suelos del campo",
    county: "Límites de condados",
    basemap: "Caminos, líneas de sección, aguas y lugares: para orientarse",
    imagery: "Imágenes desde arriba",
  },
});

const SOIL_PATTERNS = [
  "soil_a",
  "soil_b",
  "soil_c",
  "soil_d",
  "soil_dual",
  "soil_none",
] as const satisfies PatternName[];
const soils = wordsIn<Record<(typeof SOIL_PATTERNS)[number], string>>({
  en: {
    soil_a: "Group A: water soaks in fast",
    soil_b: "Group B",
    soil_c: "Group C",
    soil_d: "Group D: water runs off",
    soil_dual: "A/D, B/D, C/D: depends on drainage",
    soil_none: "No group",
  },
  es: {
    soil_a: "Grupo A: el agua se infiltra rápido",
    soil_b: "Grupo B",
    soil_c: "Grupo C",
    soil_d: "Grupo D: el agua escurre",
    soil_dual: "A/D, B/D, C/D: depende del drenaje",
    soil_none: "Sin grupo",
  },
});
const refused = wordsIn({
  en: { box: "Box with a dashed edge: could not be loaded, counts as protected" },
  es: { box: "Recuadro de borde discontinuo: no se pudo cargar, cuenta como protegido" },
});

export interface KeyEntry {
  swatch: SwatchKind;
  label: string;
}

/** What a group is drawn with beside its own swatch, for the legend. `hasRefused`: near the field lies ground that could not be loaded. */
export function keyOf(group: MapGroup, { hasRefused }: { hasRefused: boolean }): KeyEntry[] {
  if (group === "soil") {
    return SOIL_PATTERNS.map((pattern) => ({ swatch: { kind: "pattern", pattern }, label: soils()[pattern] }));
  }
  if (group !== "water_habitat" || !hasRefused) return [];
  return [{ swatch: { kind: "box", color: "water" }, label: refused().box }];
}

const OF_TILES: Readonly<Record<TileLayer, MapGroup>> = {
  pula: "pula",
  county: "county",
  water_habitat: "water_habitat",
  managed: "managed",
  soil: "soil",
  basemap: "basemap",
};

/** What there is to switch for one map, in the order of `MAP_GROUPS`. */
export function legendOf(has: {
  tiles: readonly TileLayer[];
  drift: boolean;
  edges: boolean;
  downslope: boolean;
  drawn: boolean;
  imagery: boolean;
}): LegendEntry[] {
  const present = new Set<MapGroup>([
    "field",
    ...has.tiles.map((layer) => OF_TILES[layer]),
    ...(has.drift ? (["buffer", "treatable"] as const) : []),
    ...(has.edges ? (["edges"] as const) : []),
    ...(has.downslope ? (["downslope"] as const) : []),
    ...(has.drawn ? (["drawn"] as const) : []),
    ...(has.imagery ? (["imagery"] as const) : []),
  ]);
  return MAP_GROUPS.filter((group) => present.has(group)).map((group) => ({
    group,
    label: labels()[group],
    ...LEGEND[group],
  }));
}

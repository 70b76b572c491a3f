import type { TileLayer } from "@/lib/domain/field-map";
import type { PatternName } from "@/components/map/patterns";

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
  "imagery",
] as const;
export type MapGroup = (typeof MAP_GROUPS)[number];

/** How the legend shows a group: a pattern, an even fill, a line, a dashed line, or nothing that could be drawn small. */
export type SwatchKind =
  | { kind: "pattern"; pattern: PatternName }
  | {
      kind: "fill" | "outlined" | "line" | "thick" | "dashed" | "dotted";
      color: "field" | "treatable" | "edge" | "downslope" | "county" | "pula";
    }
  | { kind: "picture" };

export interface LegendEntry {
  group: MapGroup;
  label: string;
  swatch: SwatchKind;
  /** Shown before anyone touches the switches. */
  isOnAtFirst: boolean;
}

export const LEGEND: Readonly<Record<MapGroup, Omit<LegendEntry, "group">>> = {
  field: { label: "Your field", swatch: { kind: "line", color: "field" }, isOnAtFirst: true },
  edges: { label: "Edges with a buffer", swatch: { kind: "thick", color: "edge" }, isOnAtFirst: true },
  downslope: { label: "Downslope edges", swatch: { kind: "dotted", color: "downslope" }, isOnAtFirst: true },
  drawn: { label: "Areas drawn here", swatch: { kind: "pattern", pattern: "drawn" }, isOnAtFirst: true },
  buffer: { label: "Buffer, not to be sprayed", swatch: { kind: "pattern", pattern: "buffer" }, isOnAtFirst: true },
  treatable: { label: "Outside the buffer", swatch: { kind: "fill", color: "treatable" }, isOnAtFirst: true },
  managed: {
    label: "Managed areas: roads, buildings, fields",
    swatch: { kind: "pattern", pattern: "managed" },
    isOnAtFirst: true,
  },
  water_habitat: {
    label: "Water and habitat",
    swatch: { kind: "pattern", pattern: "water_habitat" },
    isOnAtFirst: true,
  },
  pula: { label: "Pesticide Use Limitation Areas", swatch: { kind: "outlined", color: "pula" }, isOnAtFirst: true },
  soil: { label: "Soils of the field", swatch: { kind: "pattern", pattern: "soil_b" }, isOnAtFirst: false },
  county: { label: "County lines", swatch: { kind: "dashed", color: "county" }, isOnAtFirst: true },
  imagery: { label: "Pictures from above", swatch: { kind: "picture" }, isOnAtFirst: false },
};

/** The patterns of soil groups with their words, for the legend. */
export const SOIL_PATTERNS: readonly { pattern: PatternName; label: string }[] = [
  { pattern: "soil_a", label: "Group A: water soaks in fast" },
  { pattern: "soil_b", label: "Group B" },
  { pattern: "soil_c", label: "Group C" },
  { pattern: "soil_d", label: "Group D: water runs off" },
  { pattern: "soil_dual", label: "A/D, B/D, C/D: depends on drainage" },
  { pattern: "soil_none", label: "No group" },
];

const OF_TILES: Readonly<Record<TileLayer, MapGroup>> = {
  pula: "pula",
  county: "county",
  water_habitat: "water_habitat",
  managed: "managed",
  soil: "soil",
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
  return MAP_GROUPS.filter((group) => present.has(group)).map((group) => ({ group, ...LEGEND[group] }));
}

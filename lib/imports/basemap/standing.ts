import type { BasemapLayer } from "@/lib/domain/basemap";
import { firstOf } from "@/lib/imports/read/values";

/** How much a shape stands out: 0 most; and the zoom from which it is drawn (a tile of 12 is about 5 miles across). */
export interface Standing {
  rank: number;
  minZoom: number;
}

type Row = Record<string, unknown>;

/** By Census's class of a road: highways, state roads, streets; the rest are drives, ramps, trails and walks. */
const ROADS: Readonly<Record<string, Standing>> = {
  S1100: { rank: 0, minZoom: 9 },
  S1200: { rank: 1, minZoom: 10 },
  S1400: { rank: 3, minZoom: 12 },
};
const SMALL_ROAD: Standing = { rank: 4, minZoom: 13 };
const UNCLASSED_ROAD: Standing = { rank: 3, minZoom: 12 };

const SECTION: Standing = { rank: 5, minZoom: 12 };
const RIVER: Standing = { rank: 2, minZoom: 11 };
const STREAM: Standing = { rank: 3, minZoom: 12 };
const SMALL_WATER: Standing = { rank: 6, minZoom: 13 };
/** A stream's order, as Strahler counts it, from which it is a river on this map. */
const RIVER_ORDER = 4;

const TOWN: Standing = { rank: 0, minZoom: 9 };
const VILLAGE: Standing = { rank: 1, minZoom: 11 };
const TOWN_PEOPLE = 2500;

/** What the publisher's own members say of how much a shape stands out. `row` has lower-case names. */
export function standingOf(layer: BasemapLayer, row: Row, hasName: boolean): Standing {
  switch (layer) {
    case "road":
      return roadStanding(row.mtfcc);
    case "section":
      return SECTION;
    case "water":
      return waterStanding(row, hasName);
    case "place":
      return (numberOf(row, ["population", "pop", "pop_2020", "pop2020"]) ?? 0) >= TOWN_PEOPLE ? TOWN : VILLAGE;
  }
}

const roadStanding = (mtfcc: unknown): Standing =>
  typeof mtfcc === "string" && mtfcc !== "" ? (ROADS[mtfcc.toUpperCase()] ?? SMALL_ROAD) : UNCLASSED_ROAD;

function waterStanding(row: Row, hasName: boolean): Standing {
  if (!hasName) return SMALL_WATER;
  return (numberOf(row, ["streamorde", "streamorder", "stream_order"]) ?? 0) >= RIVER_ORDER ? RIVER : STREAM;
}

function numberOf(row: Row, names: readonly string[]): number | null {
  const value = firstOf(row, names);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

import type { MultiPolygon, Polygon, Position } from "geojson";
import { asProvider } from "@/lib/data/db";
import { findGroundNear, type RoadJson } from "@/lib/data/drift/mapped-areas";
import { isFeatureCategory, type FeatureCategory } from "@/lib/domain/feature-categories";
import { PortalRefusal } from "@/lib/domain/portal";
import { M_PER_FT } from "@/lib/domain/units";
import { gapM } from "@/lib/geo/meeting";
import { MOST_DRAWN_POSITIONS } from "@/lib/usecases/portal/edits/drawings";
import type { PortalPass } from "@/lib/usecases/portal/pass";

/** Ground of the loaded data beside a field, as it can be taken over into a drawing. */
export interface MappedArea {
  category: FeatureCategory;
  label: string | null;
  /** 0 where it touches the field. */
  distanceFt: number;
  geometry: Polygon | MultiPolygon;
}

/** A road of the ground under the map: a line, that becomes ground by a width that someone says. */
export interface MappedRoad {
  label: string | null;
  /** From its line; 0 where it crosses the field. */
  distanceFt: number;
  line: Position[];
}

export interface MappedGround {
  areas: MappedArea[];
  roads: MappedRoad[];
}

/** The nearest ones are those that a buffer may reach. */
const MOST_AREAS = 30;
/** Nine decimals are a tenth of a millimeter. */
const DECIMALS = 1e9;

/**
 * Roads, fields, water and other ground that the loaded data have beside a field, nearest first: so that no one has to
 * draw again what is on the map already. Throws PortalRefusal for a field that is not there.
 */
export async function listMappedAreas({ deps, providerId }: PortalPass, fieldId: string): Promise<MappedGround> {
  const found = await asProvider(deps.db, providerId, (tx) => findGroundNear(tx, providerId, fieldId));
  if (found === null) throw new PortalRefusal("not_found");
  const { boundary, ground, roads } = found;
  const areas = (ground.features ?? []).flatMap(({ category, label, geometry }): MappedArea[] => {
    if (!isFeatureCategory(category) || positionsOf(geometry) > MOST_DRAWN_POSITIONS) return [];
    const rounded = roundedOf(geometry);
    return [{ category, label, distanceFt: gapM(rounded, [boundary]) / M_PER_FT, geometry: rounded }];
  });
  return { areas: nearest(areas), roads: nearest((roads ?? []).map((road) => roadOf(road, boundary))) };
}

function roadOf({ name, line }: RoadJson, boundary: MultiPolygon): MappedRoad {
  const positions = digits(line.coordinates);
  return { label: name, distanceFt: gapM(asGround(positions), [boundary]) / M_PER_FT, line: positions };
}

/** A line as ground of no width: there and back. */
const asGround = (line: readonly Position[]): Polygon => ({
  type: "Polygon",
  coordinates: [[...line, ...line.toReversed()]],
});

const nearest = <Thing extends { distanceFt: number }>(things: readonly Thing[]): Thing[] =>
  things.toSorted((a, b) => a.distanceFt - b.distanceFt).slice(0, MOST_AREAS);

const positionsOf = ({ coordinates }: Polygon | MultiPolygon): number => coordinates.flat(2).length;

const digits = (ring: Position[]): Position[] =>
  ring.map((position) => position.map((degrees) => Math.round(degrees * DECIMALS) / DECIMALS));

function roundedOf(geometry: Polygon | MultiPolygon): Polygon | MultiPolygon {
  if (geometry.type === "Polygon") return { type: "Polygon", coordinates: geometry.coordinates.map(digits) };
  const parts = geometry.coordinates.map((rings) => rings.map(digits));
  const [only, ...more] = parts;
  // One part can be reshaped by its corners.
  return only !== undefined && more.length === 0
    ? { type: "Polygon", coordinates: only }
    : { type: "MultiPolygon", coordinates: parts };
}

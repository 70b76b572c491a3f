import type { MultiPolygon, Polygon, Position } from "geojson";
import { asProvider } from "@/lib/data/db";
import { findGroundNear } from "@/lib/data/drift/mapped-areas";
import { isFeatureCategory, type FeatureCategory } from "@/lib/domain/feature-categories";
import { PortalRefusal } from "@/lib/domain/portal";
import { M_PER_FT } from "@/lib/domain/units";
import { gapM } from "@/lib/geo/snap";
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

/** The nearest ones are those that a buffer may reach. */
const MOST_AREAS = 30;
/** Nine decimals are a tenth of a millimeter. */
const DECIMALS = 1e9;

/**
 * Roads, fields, water and other ground that the loaded data have beside a field, nearest first: so that no one has to
 * draw again what is on the map already. Throws PortalRefusal for a field that is not there.
 */
export async function listMappedAreas({ deps, providerId }: PortalPass, fieldId: string): Promise<MappedArea[]> {
  const found = await asProvider(deps.db, providerId, (tx) => findGroundNear(tx, providerId, fieldId));
  if (found === null) throw new PortalRefusal("not_found");
  const { boundary, ground } = found;
  return (ground.features ?? [])
    .flatMap(({ category, label, geometry }): MappedArea[] => {
      if (!isFeatureCategory(category) || positionsOf(geometry) > MOST_DRAWN_POSITIONS) return [];
      const rounded = roundedOf(geometry);
      return [{ category, label, distanceFt: gapM(rounded, [boundary]) / M_PER_FT, geometry: rounded }];
    })
    .toSorted((a, b) => a.distanceFt - b.distanceFt)
    .slice(0, MOST_AREAS);
}

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

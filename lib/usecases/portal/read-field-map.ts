import type { MultiPolygon } from "geojson";
import { asProvider } from "@/lib/data/db";
import { findRegulatedAreas } from "@/lib/data/regulated-areas";
import { findMappedField, type MappedField, type ReferenceSet } from "@/lib/data/tiles/field-map";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { Deps } from "@/lib/runtime/deps";
import type { PortalSession } from "@/lib/usecases/portal/session";

export type { MappedField, ReferenceSet };

export interface FieldMapQuery {
  fieldId: string;
  applicationEventId: string | null;
  onDate: string;
}

export interface FieldMapFacts {
  field: MappedField;
  boundary: MultiPolygon;
  bounds: NonNullable<MappedField["bounds"]>;
  areas: RegulatedAreas;
  /** The operator's imagery; null where none is configured. */
  imagery: { url: string; attribution: string; maxZoom: number } | null;
}

/** What the map of a field is drawn from. Null: the field has no boundary, or is gone. */
export async function readFieldMapFacts(
  { pass: { deps }, providerId }: PortalSession,
  query: FieldMapQuery,
): Promise<FieldMapFacts | null> {
  const field = await asProvider(deps.db, providerId, (tx) => findMappedField(tx, providerId, query));
  if (field?.boundary == null || field.bounds === null) return null;
  const { boundary, bounds } = field;
  const { MAP_IMAGERY_URL: url, MAP_IMAGERY_ATTRIBUTION: attribution, MAP_IMAGERY_MAX_ZOOM: maxZoom } = deps.env;
  const areas = await areasOf(deps, { ...field, boundary }, query.onDate);
  return { field, boundary, bounds, areas, imagery: url === undefined ? null : { url, attribution, maxZoom } };
}

/**
 * The areas that meet the field on a day. Of the same sets they are always the same, and a page reads them again at every
 * visit: they are kept for a minute, unless the sets changed between the two readings.
 */
async function areasOf(
  deps: Deps,
  { boundary, boundaryHash, sets }: MappedField & { boundary: MultiPolygon },
  onDate: string,
): Promise<RegulatedAreas> {
  const versionOf = (kind: ReferenceSet["kind"]): string | null =>
    sets.find((set) => set.kind === kind)?.version ?? null;
  const key = JSON.stringify([boundaryHash, onDate, versionOf("pula"), versionOf("county")]);
  const known = deps.caches.mapAreas.get(key);
  if (known !== undefined) return known;
  const areas = await findRegulatedAreas(deps.db, {
    boundary,
    searchMiles: 0,
    onDate,
    registrations: [],
    ingredients: [],
    withGeometry: false,
    withShare: true,
  });
  const isOfThese =
    (areas.pulaSet?.version ?? null) === versionOf("pula") &&
    (areas.countySet?.version ?? null) === versionOf("county");
  if (boundaryHash !== null && isOfThese) deps.caches.mapAreas.set(key, areas);
  return areas;
}

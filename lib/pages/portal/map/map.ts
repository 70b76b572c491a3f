import type { MultiPolygon, Position } from "geojson";
import { asProvider } from "@/lib/data/db";
import { findRegulatedAreas } from "@/lib/data/regulated-areas";
import { findMappedField, type MappedField, type ReferenceSet } from "@/lib/data/tiles/field-map";
import type { FieldMapModel, PulaOnMap, SoilOnMap, TileSource } from "@/lib/views/portal/field-map";
import type { MapDataSet, TileLayer } from "@/lib/domain/field-map";
import type { EdgeKey } from "@/lib/domain/drift";
import type { RegulatedAreas } from "@/lib/domain/pula";
import { downslopeEdges } from "@/lib/engine/drift/downslope";
import type { Deps } from "@/lib/runtime/deps";
import { fieldSides } from "@/lib/pages/portal/map/sides";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** Seven decimals are a centimetre: more than a screen shows, and half of what a boundary takes with all its digits. */
const DECIMALS = 1e7;

/** What the map of a field shows, and says in words. Null: the field has no boundary, or is gone. */
export async function readFieldMap(
  { pass, providerId }: PortalSession,
  asked: { fieldId: string; applicationEventId: string | null; onDate: string },
): Promise<FieldMapModel | null> {
  const { deps } = pass;
  const found = await asProvider(deps.db, providerId, (tx) => findMappedField(tx, providerId, asked));
  if (found?.boundary == null || found.bounds === null) return null;
  const areas = await areasOf(deps, { ...found, boundary: found.boundary }, asked.onDate);
  return {
    fieldId: found.fieldId,
    fieldName: found.fieldName,
    bounds: found.bounds,
    boundary: roundedOf(found.boundary),
    boundaryHash: found.boundaryHash ?? "",
    sides: fieldSides(found.boundary),
    areaSqm: found.areaSqm ?? 0,
    onDate: asked.onDate,
    tiles: tilesOf(found),
    pulas: pulasOf(areas),
    arePulasComplete: areas.pulaSet?.coversField === true,
    counties: areas.counties.map(({ countyName }) => countyName),
    soils: soilsOf(found),
    // To the last digit: an edit names the shape that its maker saw.
    drawn: found.drawn.map((area) => ({ ...area, isConfirmed: area.boundaryHash === found.boundaryHash })),
    downslope: markedEdges(found.boundary, found),
    drift: found.drift,
    imagery: deps.env.MAP_IMAGERY_URL === undefined ? null : imageryOf(deps.env.MAP_IMAGERY_URL, deps.env),
    dataSets: dataSetsOf(found),
  };
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

const imageryOf = (url: string, env: { MAP_IMAGERY_ATTRIBUTION: string }): FieldMapModel["imagery"] => ({
  url,
  attribution: env.MAP_IMAGERY_ATTRIBUTION,
});

const roundedOf = ({ coordinates }: MultiPolygon): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: coordinates.map((rings) => rings.map((ring) => ring.map(rounded))),
});

const rounded = ([lon = 0, lat = 0]: Position): Position => [
  Math.round(lon * DECIMALS) / DECIMALS,
  Math.round(lat * DECIMALS) / DECIMALS,
];

/** The layers that there is something to draw of; a set that is not loaded has none. */
function tilesOf({ sets, soil, boundaryHash }: MappedField): TileSource[] {
  return [
    ...sets.flatMap(({ kind, dataSetId }) => LAYERS[kind].map((layer) => ({ layer, version: String(dataSetId) }))),
    ...(soil === null ? [] : [{ layer: "soil" as const, version: (boundaryHash ?? "").slice(0, 12) }]),
  ];
}

const LAYERS: Readonly<Record<ReferenceSet["kind"], readonly TileLayer[]>> = {
  pula: ["pula"],
  county: ["county"],
  features: ["water_habitat", "managed"],
};

const dataSetsOf = ({ sets, soil }: MappedField): MapDataSet[] =>
  [...sets, ...(soil === null ? [] : [soil])].map(({ kind, version, since, isDemonstration }) => ({
    kind,
    version,
    since,
    isDemonstration,
  }));

const pulasOf = ({ pulaSet, pulas }: RegulatedAreas): PulaOnMap[] | null =>
  pulaSet === null
    ? null
    : pulas.map(({ pulaId, eventName, effectiveDate, sharePct }) => ({ pulaId, eventName, effectiveDate, sharePct }));

/** The largest part first. */
function soilsOf({ ground }: MappedField): SoilOnMap[] | null {
  if (ground?.soil == null) return null;
  return Object.entries(ground.soil.byMapUnit)
    .map(([mukey, { muname, percentage }]) => ({ name: muname ?? `Map unit ${mukey}`, percentage }))
    .sort((a, b) => b.percentage - a.percentage);
}

function markedEdges(boundary: MultiPolygon, { downslopeLines }: MappedField): EdgeKey[] {
  const { isMarked, isDownslope } = downslopeEdges(boundary, downslopeLines);
  if (!isMarked) return [];
  return boundary.coordinates.flatMap((rings, partIndex) =>
    rings.flatMap((ring, ringIndex) =>
      ring
        .slice(1)
        .map((_, edgeIndex) => ({ partIndex, ringIndex, edgeIndex }))
        .filter(isDownslope),
    ),
  );
}

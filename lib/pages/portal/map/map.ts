import { countyInWords } from "@/lib/views/county-name";
import type { MultiPolygon, Position } from "geojson";
import {
  readFieldMapFacts,
  type FieldMapQuery,
  type MappedField,
  type ReferenceSet,
} from "@/lib/usecases/portal/read-field-map";
import type { FieldMapModel, PulaOnMap, SoilOnMap, TileSource } from "@/lib/views/portal/field-map";
import type { MapDataSet, TileLayer } from "@/lib/domain/field-map";
import type { EdgeKey } from "@/lib/domain/drift";
import type { RegulatedAreas } from "@/lib/domain/pula";
import { downslopeEdges } from "@/lib/engine/drift/downslope";
import { fieldSides } from "@/lib/pages/portal/map/sides";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { mapUnit: (key: string) => `Map unit ${key}` },
  es: { mapUnit: (key) => `Unidad de suelo ${key}` },
});

/** Seven decimals are a centimetre: more than a screen shows, and half of what a boundary takes with all its digits. */
const DECIMALS = 1e7;

/** What the map of a field shows, and says in words. Null: the field has no boundary, or is gone. */
export async function readFieldMap(session: PortalSession, query: FieldMapQuery): Promise<FieldMapModel | null> {
  const facts = await readFieldMapFacts(session, query);
  if (facts === null) return null;
  const { field, boundary, bounds, areas, imagery } = facts;
  return {
    fieldId: field.fieldId,
    fieldName: field.fieldName,
    bounds,
    boundary: roundedOf(boundary),
    boundaryHash: field.boundaryHash ?? "",
    sides: fieldSides(boundary),
    areaSqm: field.areaSqm ?? 0,
    onDate: query.onDate,
    tiles: tilesOf(field),
    pulas: pulasOf(areas),
    arePulasComplete: areas.pulaSet?.coversField === true,
    counties: areas.counties.map(({ countyName }) => countyInWords(countyName)),
    soils: soilsOf(field),
    // To the last digit: an edit names the shape that its maker saw.
    drawn: field.drawn.map((area) => ({ ...area, isConfirmed: area.boundaryHash === field.boundaryHash })),
    refused: field.refused,
    downslope: markedEdges(boundary, field),
    drift: field.drift,
    imagery,
    dataSets: dataSetsOf(field),
  };
}

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
  basemap: ["basemap"],
};

const dataSetsOf = ({ sets, soil }: MappedField): MapDataSet[] =>
  [...sets, ...(soil === null ? [] : [soil])].map(
    ({ kind, version, since, isDemonstration, attribution, license }) => ({
      kind,
      version,
      since,
      isDemonstration,
      attribution,
      license,
    }),
  );

const pulasOf = ({ pulaSet, pulas }: RegulatedAreas): PulaOnMap[] | null =>
  pulaSet === null
    ? null
    : pulas.map(({ pulaId, eventName, effectiveDate, sharePct }) => ({ pulaId, eventName, effectiveDate, sharePct }));

/** The largest part first. */
function soilsOf({ ground }: MappedField): SoilOnMap[] | null {
  if (ground?.soil == null) return null;
  return Object.entries(ground.soil.byMapUnit)
    .map(([mukey, { muname, percentage }]) => ({ name: muname ?? words().mapUnit(mukey), percentage }))
    .sort((a, b) => b.percentage - a.percentage);
}

function markedEdges(boundary: MultiPolygon, { downslopeLines }: MappedField): EdgeKey[] {
  const { isOnMark } = downslopeEdges(boundary, downslopeLines);
  return boundary.coordinates.flatMap((rings, partIndex) =>
    rings.flatMap((ring, ringIndex) =>
      ring
        .slice(1)
        .map((_, edgeIndex) => ({ partIndex, ringIndex, edgeIndex }))
        .filter(isOnMark),
    ),
  );
}

import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from "geojson";
import type { FieldBoundary } from "@/lib/domain/field";
import type { SoilGroup } from "@/lib/domain/soil";
import { soilDataAccess, type SoilDataAccessOptions, type SurveyEvent } from "@/lib/gateways/soil/soil-data-access";
import { groundOfGeoJson, type StubPolygon } from "@/lib/gateways/stub/soil-ground";
import { type SoilStub, startSoilStub } from "@/lib/gateways/stub/soil-stub";
import type { Deps } from "@/lib/runtime/deps";
import { getDeps } from "@/lib/runtime/deps";
import { createHash } from "node:crypto";
import { readSharedJson } from "@/tests/support/shared-data";
import { groundOfRecording } from "@/tests/support/soil-recording";

/** Ground with made-up soils, and boundaries to lay on it. */

export type Box = [west: number, south: number, east: number, north: number];

const ringOf = ([west, south, east, north]: Box): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** A boundary as the service holds it. */
export function boundaryOf(coordinates: MultiPolygon["coordinates"]): FieldBoundary {
  const hash = createHash("sha256").update(JSON.stringify(coordinates)).digest("hex");
  return { geometry: { type: "MultiPolygon", coordinates }, hash };
}

export const boxBoundary = (...boxes: Box[]): FieldBoundary => boundaryOf(boxes.map((box) => [ringOf(box)]));

export interface Soil {
  box: Box;
  mukey: string;
  group?: SoilGroup | null;
  slope?: number | null;
  /** Null: a polygon whose map unit the tables lack. */
  musym?: string | null;
  areasymbol?: string;
  /** What the unit's name ends with; left out: a sandy texture where the group's credit asks for one. */
  texture?: string;
}

const isSandy = (group: SoilGroup | null): boolean => group === "A" || group === "B" || group === "A/B";

const soilFeature = ({
  box,
  mukey,
  group = null,
  slope = null,
  musym = `S${mukey}`,
  areasymbol = "TS001",
  texture,
}: Soil): Feature<Polygon> => ({
  type: "Feature",
  properties: {
    areasymbol,
    mukey,
    musym,
    muname: musym === null ? null : `Soil ${mukey}${texture ?? (isSandy(group) ? " sandy loam" : "")}`,
    hydgrpdcd: group,
    slopegradwta: slope,
  },
  geometry: { type: "Polygon", coordinates: [ringOf(box)] },
});

export const soilCollection = (soils: readonly Soil[]): FeatureCollection<Polygon> => ({
  type: "FeatureCollection",
  features: soils.map(soilFeature),
});

export const groundOf = (soils: readonly Soil[]): StubPolygon[] => groundOfGeoJson(soilCollection(soils));

/** The recorded survey answer of Tippecanoe County, Indiana. */
export const tippecanoe = (): StubPolygon[] =>
  groundOfRecording(readSharedJson("soil/sda_tippecanoe_in_soilsjs.json.gz"));

export interface Connected {
  deps: Deps;
  stub: SoilStub;
  events: SurveyEvent[];
  /** What was reported of failed attempts since the last look. */
  failures: () => string[];
  close: () => Promise<void>;
}

/** Connects this process's deps to a stub with some ground; quick to give up unless told otherwise. */
export async function connectStub(
  ground: readonly StubPolygon[],
  options: Partial<SoilDataAccessOptions> = {},
): Promise<Connected> {
  const deps = await getDeps();
  const stub = await startSoilStub(ground);
  const events: SurveyEvent[] = [];
  const before = deps.soil;
  deps.soil = soilDataAccess({
    url: stub.url,
    report: (event) => events.push(event),
    deadlineMs: 3000,
    retryAfterMs: 5,
    failuresToOpen: 1000,
    ...options,
  });
  return {
    deps,
    stub,
    events,
    failures: () => events.splice(0).flatMap((event) => (event.event === "failed_attempt" ? [event.failure] : [])),
    close: async () => {
      deps.soil = before;
      await stub.close();
    },
  };
}

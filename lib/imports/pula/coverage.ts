import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import type { Geometry, MultiPolygon } from "geojson";
import { merge } from "topojson-client";
import type {
  GeometryCollection,
  MultiPolygon as TopoMulti,
  Polygon as TopoPolygon,
  Topology,
} from "topojson-specification";
import type { ImportClient } from "@/lib/data/imports/sets";
import { outlineAround } from "@/lib/data/imports/coverage";
import { ImportFailure } from "@/lib/imports/failure";
import { readPolygons } from "@/lib/imports/read/polygons";
import { readSmallJson } from "@/lib/imports/read/small-json";
import { isRecord } from "@/lib/imports/read/values";

/** The ground a PULA set speaks for, and where that was taken from. */
export interface Coverage {
  used: string;
  shape: Geometry;
}

/** States and territories that EPA's default coverage leaves out: Alaska, Hawaii and the islands. */
const NOT_LOWER_48 = new Set(["02", "15", "60", "66", "69", "72", "78"]);

/** How the default is named in counts and notes. */
export const DEFAULT_COVERAGE = "the lower 48 states of us-atlas, drawn outward";

/** What the operator gave, or the lower 48 as EPA's full layer covers them. */
export async function findCoverage(client: ImportClient, given: string | Geometry | undefined): Promise<Coverage> {
  if (given === undefined) {
    return {
      used: DEFAULT_COVERAGE,
      shape: await outlineAround(client, await lower48()),
    };
  }
  if (typeof given !== "string") return { used: "given by the program", shape: given };
  return { used: given, shape: await coverageOfFile(given) };
}

async function lower48(): Promise<MultiPolygon> {
  const path = createRequire(import.meta.url).resolve("us-atlas/states-10m.json");
  const topology = JSON.parse(await readFile(path, "utf8")) as Topology<{ states: GeometryCollection }>;
  const states = topology.objects.states.geometries.filter(
    (state): state is TopoPolygon | TopoMulti =>
      (state.type === "Polygon" || state.type === "MultiPolygon") && !NOT_LOWER_48.has(String(state.id)),
  );
  return merge(topology, states);
}

/** Every polygon of a GeoJSON file: a geometry, a feature or a collection of features. */
async function coverageOfFile(path: string): Promise<MultiPolygon> {
  const polygons = shapesIn(await readSmallJson(path)).flatMap((shape) => {
    const read = readPolygons(shape);
    if (!read.ok) throw new ImportFailure(`${path}: a shape of the coverage ${read.reason}`);
    return read.shape.coordinates;
  });
  if (polygons.length === 0) throw new ImportFailure(`${path} holds no polygon to use as coverage`);
  return { type: "MultiPolygon", coordinates: polygons };
}

function shapesIn(json: unknown): unknown[] {
  if (!isRecord(json)) return [];
  if (json.type === "FeatureCollection" && Array.isArray(json.features)) return json.features.flatMap(shapesIn);
  return json.type === "Feature" ? [json.geometry] : [json];
}

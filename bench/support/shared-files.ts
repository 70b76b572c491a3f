import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from "geojson";

const ROOT = fileURLToPath(new URL("../../../shared/data/", import.meta.url));

/** Real data sets are not part of the repository, and without them there is nothing to measure. */
export function requireSharedData(): void {
  if (!existsSync(ROOT)) throw new Error(`The benchmarks need the shared data set, which is not at ${ROOT}.`);
}

export const sharedPath = (path: string): string => `${ROOT}${path}`;

export function readText(path: string): string {
  const bytes = readFileSync(sharedPath(path));
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

export type PolygonFeature = Feature<Polygon | MultiPolygon>;

export const readFeatures = (path: string): PolygonFeature[] =>
  (JSON.parse(readText(path)) as FeatureCollection<Polygon | MultiPolygon>).features;

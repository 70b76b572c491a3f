import { createRequire } from "node:module";
import { basename } from "node:path";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { ImportFailure } from "@/lib/imports/failure";
import type { ImportOptions } from "@/lib/imports/options";
import type { Progress } from "@/lib/imports/progress";
import { isArcgisAddress } from "@/lib/imports/read/arcgis";
import { isAddress } from "@/lib/imports/read/http";
import { openLayer } from "@/lib/imports/read/open-source";
import { readSmallJson } from "@/lib/imports/read/small-json";
import { type GivenRecords, givenRecords, openJsonRecords, type RecordSource } from "@/lib/imports/read/records";
import { isRecord } from "@/lib/imports/read/values";

export type Precision = "coarse" | "exact";

export interface CountySource {
  source: RecordSource;
  /** Lets go of what was downloaded. */
  release?: () => Promise<void>;
}

/** The word that stands for the counties of the npm package us-atlas, which every installation has. */
const US_ATLAS = "us-atlas";

/** Counties of a topology, of a GeoJSON file, or from the caller. */
export async function openCounties(
  source: string | GivenRecords,
  options: ImportOptions,
  progress: Progress,
): Promise<CountySource> {
  if (typeof source !== "string") return { source: givenRecords(source) };
  if (source === US_ATLAS) {
    const path = createRequire(import.meta.url).resolve("us-atlas/counties-10m.json");
    return { source: await openTopology(path, "us-atlas counties-10m") };
  }
  if (/\.topojson(\.gz)?$/i.test(source)) return { source: await openTopology(source, basename(source)) };
  if (isAddress(source)) {
    if (!isArcgisAddress(source))
      throw new ImportFailure(`${source} is not the address of an ArcGIS layer; save it to a file first`);
    const layer = await openLayer(source, options, progress, ["geoid"]);
    return { source: layer, release: layer.release };
  }
  return { source: await openJsonRecords(source, ["features"]) };
}

/** A topology shares its lines between counties, so it is read whole; the counties are drawn one by one. */
async function openTopology(path: string, name: string): Promise<RecordSource> {
  let digest = "";
  const topology = await readSmallJson(path, (found) => (digest = found));
  const counties = countiesOf(topology);
  if (counties === null) throw new ImportFailure(`${name} is no TopoJSON with an object "counties"`);
  function* drawn(): Generator {
    for (const county of counties?.collection.geometries ?? []) {
      if (counties !== null) yield feature(counties.topology, county);
    }
  }
  const given = givenRecords({ name, records: drawn() });
  return { ...given, total: counties.collection.geometries.length, digest: () => digest };
}

function countiesOf(value: unknown): { topology: Topology; collection: GeometryCollection } | null {
  if (!isRecord(value) || value.type !== "Topology" || !isRecord(value.objects)) return null;
  const collection = value.objects.counties;
  if (!isRecord(collection) || !Array.isArray(collection.geometries)) return null;
  return {
    topology: value as unknown as Topology,
    collection: collection as unknown as GeometryCollection,
  };
}

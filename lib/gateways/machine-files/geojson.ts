import type { FeatureCollection } from "geojson";
import type { MachinePlan } from "@/lib/domain/machine-file";
import { membersOf, zonesOf } from "@/lib/gateways/machine-files/zones";

/** RFC 7946: field, treatable area and buffer, each a feature. */
export function writeGeoJson(plan: MachinePlan): Uint8Array {
  const collection: FeatureCollection = {
    type: "FeatureCollection",
    features: zonesOf(plan).map((zone) => ({
      type: "Feature",
      id: zone.kind,
      properties: membersOf(zone, plan),
      geometry: zone.geometry,
    })),
  };
  return new TextEncoder().encode(JSON.stringify(collection));
}

import type { Fault } from "@/lib/domain/errors";
import { isObject, type FaultList } from "@/lib/geo/faults";

/** WGS 84 as GeoJSON writers name it. Its order of axes is GeoJSON's own, whatever the name says of it. */
const WGS_84 =
  /^(?:urn:ogc:def:crs:)?(?:https?:\/\/www\.opengis\.net\/def\/crs\/)?(?:(?:OGC[:/][^:/]*[:/]?)?CRS84|EPSG[:/](?:[^:/]*[:/])?4326|WGS[ _]?(?:19)?84)$/i;

/**
 * Refuses a `crs` member that names another system than WGS 84. RFC 7946 has no such member any more, but files of the
 * older GeoJSON carry it, and coordinates of another system would lie elsewhere or nowhere.
 */
export function checkCrs(value: unknown, path: Fault["path"], faults: FaultList): void {
  const crs = isObject(value) ? (value.crs ?? null) : null;
  if (crs === null) return;
  const name = nameOf(crs);
  if (name !== null && WGS_84.test(name.trim())) return;
  const named = name === null ? "one that cannot be read" : name.slice(0, 80);
  faults.add({
    path: [...path, "crs"],
    code: "other_crs",
    message: `The coordinate system must be WGS 84 (EPSG:4326), not ${named}. Convert the boundary, or leave out crs where it is WGS 84.`,
  });
}

function nameOf(crs: unknown): string | null {
  if (typeof crs === "string") return crs;
  if (!isObject(crs)) return null;
  const { properties } = crs;
  const name = isObject(properties) ? (properties.name ?? properties.code) : crs.name;
  if (typeof name === "string") return name;
  return typeof name === "number" ? `EPSG:${name}` : null;
}

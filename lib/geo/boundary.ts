import type { MultiPolygon } from "geojson";
import type { Fault } from "@/lib/domain/errors";
import type { FieldBoundary } from "@/lib/domain/field";
import { decimalText } from "@/lib/domain/numbers";
import { approximateAreaHa } from "@/lib/geo/area";
import { checkCost } from "@/lib/geo/cost";
import { checkCrs } from "@/lib/geo/crs";
import { FaultList, isArray, isObject } from "@/lib/geo/faults";
import { invalidParts, type InvalidParts } from "@/lib/geo/invalid-parts";
import type { Geos } from "@/lib/geo/kernel";
import { exceedsPositions, readPolygons } from "@/lib/geo/positions";
import type { PolygonalType } from "@/lib/geo/positions";
import { isInUnitedStates, likelySlip } from "@/lib/geo/united-states";

/** `feature`: a GeoJSON Feature only. `any`: also what the runoff-baseline endpoint takes. */
export type BoundaryForm = "feature" | "any";

export interface BoundaryLimits {
  maxPositions: number;
  maxAreaHa: number;
}

export interface BoundaryOptions {
  form: BoundaryForm;
  /** SHA-256 of a text as hexadecimal digits. An argument, because `lib/geo` has no cryptography of its own. */
  sha256: (text: string) => string;
  /** Where fields may lie; left out: anywhere. */
  within?: "united_states";
}

export type BoundaryCheck = FieldBoundary | { faults: Fault[] };

type Path = Fault["path"];

/** A part of the received value, and where it was found. */
interface Found {
  value: unknown;
  path: Path;
}

const MAX_LON_SPAN_DEG = 180;
const MAX_ABS_LAT_DEG = 89;

/**
 * Reads and judges a field's boundary as a caller sent it: the boundary to store, or everything wrong with it.
 *
 * The cheap questions come first, and later ones are asked only of what passed the earlier: form, number of
 * positions, structure and ranges (all their faults at once, up to `MAX_FAULTS`), extent, cost, then area and validity.
 * 5,000 positions take about 1.6 ms, of which GEOS takes 0.3 (bound in tests/unit/geo/boundary.test.ts). The boundary is never
 * repaired. The hash is over the coordinates in their order: a ring that starts elsewhere is a changed boundary, as
 * edges that were marked by their place in it no longer fit.
 *
 * Units: degrees, longitude first; `maxAreaHa` in hectares.
 * Source: interface "Boundary rules"; docs/contract.md, Conventions (altitudes, area). Validity is GEOS's, as in PostGIS.
 * Missing data: a missing member is a fault whose path names it. `properties` may be missing.
 * Throws: only what the kernel throws for a defect of ours.
 */
export function checkBoundary(
  geos: Geos,
  value: unknown,
  limits: BoundaryLimits,
  options: BoundaryOptions,
): BoundaryCheck {
  const { form, sha256 } = options;
  if (form === "any" && typeof value === "string") return checkText(geos, value, limits, options);
  const faults = new FaultList();
  const found = form === "any" ? findAny(value, faults) : findFeature({ value, path: [] }, faults);
  const geometry = found === null ? null : readGeometry(found, limits.maxPositions, faults);
  // Faults of the parts around the geometry do not stop its reading, so an empty list is asked for too.
  if (found === null || geometry === null || !faults.isEmpty()) return { faults: faults.faults };

  const coordinatesPath = [...found.path, "coordinates"];
  checkExtent(geometry, coordinatesPath, faults);
  if (options.within === "united_states") checkCountry(geometry, coordinatesPath, faults);
  if (faults.isEmpty()) checkCost(geometry, coordinatesPath, faults);
  if (faults.isEmpty()) checkShape(geos, geometry, limits.maxAreaHa, coordinatesPath, faults);
  if (!faults.isEmpty()) return { faults: faults.faults };
  return { geometry, hash: sha256(JSON.stringify(geometry.coordinates)) };
}

/** A fault inside a text has no path in the request, so the message names the place and the path the text. */
function checkText(geos: Geos, text: string, limits: BoundaryLimits, options: BoundaryOptions): BoundaryCheck {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { faults: [{ path: [], code: "invalid_json", message: "The boundary is a text that is not JSON." }] };
  }
  if (typeof value === "string") {
    return { faults: [{ path: [], code: "invalid_type", message: "The text must hold a GeoJSON object." }] };
  }
  const checked = checkBoundary(geos, value, limits, options);
  if (!("faults" in checked)) return checked;
  return {
    faults: checked.faults.map((fault) =>
      fault.path.length === 0
        ? fault
        : { ...fault, path: [], message: `At /${fault.path.join("/")} of the text: ${fault.message}` },
    ),
  };
}

function findAny(value: unknown, faults: FaultList): Found | null {
  const whole = { value, path: [] };
  if (!isObject(value)) {
    faults.addType([], "The boundary", "a GeoJSON object or a text of one", value);
    return null;
  }
  if (value.type === "FeatureCollection") {
    checkCrs(value, [], faults);
    return findOnlyFeature(value.features, faults);
  }
  return polygonalType(value.type) === null ? findFeature(whole, faults) : whole;
}

function findOnlyFeature(features: unknown, faults: FaultList): Found | null {
  const path = ["features"];
  if (!isArray(features)) {
    faults.addType(path, "The features", "an array", features);
    return null;
  }
  if (features.length !== 1) {
    const message = `A FeatureCollection must hold exactly one field; this has ${decimalText(features.length)}.`;
    faults.add({ path, code: "invalid_value", message });
    return null;
  }
  return findFeature({ value: features[0], path: [...path, 0] }, faults);
}

/** What was sent in place of a Feature, and how one is made of it. */
function insteadOf(type: unknown): string {
  if (typeof type !== "string") return '; it has no "type"';
  const sent = `; its type is "${type.slice(0, 40)}"`;
  if (polygonalType(type) !== null) return `${sent}: put it into the "geometry" of a Feature`;
  return type === "FeatureCollection" ? `${sent}: send the one feature of it` : sent;
}

function findFeature({ value, path }: Found, faults: FaultList): Found | null {
  if (!isObject(value)) {
    const hint = typeof value === "string" ? ": send the object itself, not a text (of JSON, WKT, or KML)" : "";
    faults.addType(path, "The boundary", "a GeoJSON Feature", value, hint);
    return null;
  }
  if (value.type !== "Feature") {
    faults.add({
      path: [...path, "type"],
      code: "invalid_value",
      message: `The boundary must be a GeoJSON Feature with Polygon or MultiPolygon geometry${insteadOf(value.type)}.`,
    });
    return null;
  }
  checkCrs(value, path, faults);
  const properties = value.properties ?? null;
  if (properties !== null && !isObject(properties)) {
    faults.addType([...path, "properties"], "The properties", "an object", properties);
  }
  return { value: value.geometry, path: [...path, "geometry"] };
}

function readGeometry({ value, path }: Found, maxPositions: number, faults: FaultList): MultiPolygon | null {
  if (!isObject(value)) {
    faults.addType(path, "The geometry", "a Polygon or MultiPolygon", value);
    return null;
  }
  const type = polygonalType(value.type);
  if (type === null) {
    faults.add({
      path: [...path, "type"],
      code: "invalid_value",
      message: "The geometry must be a Polygon or MultiPolygon.",
    });
    return null;
  }
  checkCrs(value, path, faults);
  const coordinates = value.coordinates;
  const coordinatesPath = [...path, "coordinates"];
  if (exceedsPositions(type, coordinates, maxPositions)) {
    const message = `A boundary may have at most ${decimalText(maxPositions)} positions over all rings; this has more.`;
    faults.add({ path: coordinatesPath, code: "too_many_positions", message });
    return null;
  }
  return { type: "MultiPolygon", coordinates: readPolygons(type, coordinates, coordinatesPath, faults) };
}

const polygonalType = (type: unknown): PolygonalType | null =>
  type === "Polygon" || type === "MultiPolygon" ? type : null;

// Longitudes are compared as numbers, so that a field over the antimeridian would be taken for one around the world.
function checkExtent({ coordinates }: MultiPolygon, path: Path, faults: FaultList): void {
  let [west, east, polewardDeg] = [Infinity, -Infinity, 0];
  for (const [lon = 0, lat = 0] of coordinates.flat(2)) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    polewardDeg = Math.max(polewardDeg, Math.abs(lat));
  }
  if (east - west > MAX_LON_SPAN_DEG) {
    faults.add({
      path,
      code: "antimeridian",
      message:
        "The boundary spans more than 180 degrees of longitude. A field that crosses the antimeridian is not supported.",
    });
  }
  if (polewardDeg > MAX_ABS_LAT_DEG) {
    faults.add({
      path,
      code: "pole",
      message: "The boundary comes within one degree of a pole, where a field is not supported.",
    });
  }
}

/** One fault for the first place outside: where one is swapped, all are. */
function checkCountry({ coordinates }: MultiPolygon, path: Path, faults: FaultList): void {
  if (!faults.isEmpty()) return;
  const outside = coordinates.flat(2).find(([lon = 0, lat = 0]) => !isInUnitedStates(lon, lat));
  if (outside === undefined) return;
  const slip = likelySlip(outside);
  const [lon, lat] = outside;
  const message = `Longitude ${lon}, latitude ${lat} lies outside the United States${slip === null ? "." : `: it looks as if ${slip}.`}`;
  faults.add({ path, code: "outside_united_states", message });
}

function checkShape(geos: Geos, geometry: MultiPolygon, maxAreaHa: number, path: Path, faults: FaultList): void {
  const areaHa = approximateAreaHa(geometry);
  if (areaHa > maxAreaHa) {
    const message = `The boundary covers about ${decimalText(Math.round(areaHa))} ha; at most ${decimalText(maxAreaHa)} ha are allowed.`;
    faults.add({ path, code: "too_large", message });
  }
  const validity = geos.isValidDetail(geometry);
  if (!validity.valid) {
    const [lon, lat] = validity.location.map(place);
    faults.add({
      path,
      code: "invalid_geometry",
      message: invalidWords(
        invalidParts(geos, geometry, validity.location),
        `${validity.reason} at longitude ${lon}, latitude ${lat}`,
      ),
    });
  }
}

/** What is wrong and, of several parts, which: they are counted from 0, as they were sent. */
function invalidWords(parts: InvalidParts | null, fault: string): string {
  if (parts === null) return `The boundary is not valid: ${fault}.`;
  if ("alone" in parts) return `The boundary is not valid: part ${parts.alone} of the MultiPolygon has a ${fault}.`;
  const [first, second] = parts.together;
  return (
    `The boundary is not valid: parts ${first} and ${second} of the MultiPolygon overlap or share an edge (${fault}). ` +
    "Send ground that belongs together as one part; parts may meet in single points alone."
  );
}

/** Seven decimals of a degree are a centimetre, and no trailing zeros are shown. */
const place = (degrees: number): string => String(Number(degrees.toFixed(7)));

import type { MultiPolygon, Polygon } from "geojson";
import { openSession, readGeometry, type GeosSession } from "@/lib/geo/geos-session";
import { withShapes, type Shapes } from "@/lib/geo/shapes";

export type Validity = { valid: true } | { valid: false; reason: string; location: [lon: number, lat: number] };

/** The geometry kernel as this service uses it: GEOS 3.13, which is also what PostGIS judges by. */
export interface Geos {
  /**
   * Whether a polygonal geometry is valid by the OGC rules, and if not, the first place where it is not.
   *
   * Units: `location` is longitude and latitude in the geometry's own coordinates.
   * Source: `GEOSisValidDetail`, the function behind PostGIS's `ST_IsValidDetail`.
   * Missing data: an empty geometry is valid. NaN in the geometry may give NaN in `location`.
   * Throws Error when a ring is not closed or has fewer than four positions, which is structure and not validity.
   */
  isValidDetail(geometry: Polygon | MultiPolygon): Validity;
}

/** The kernel with what placement asks of it beside validity. */
export interface ShapeKernel extends Geos {
  /**
   * Lets `work` put shapes together. Everything it makes lives until it returns and is freed then, whatever happens;
   * a shape must not leave it.
   *
   * Units: those of the coordinates, which should be meters of a plane. Source: the GEOS functions that `Shapes` names.
   * Missing data: none. Throws: what `work` throws.
   */
  withShapes<Result>(work: (shapes: Shapes) => Result): Result;
}

const REASON_AT = 0;
const LOCATION_AT = 4;
const ORDINATE_AT = 8;

const GEOS_FALSE = 0;
const GEOS_TRUE = 1;

let started: Promise<ShapeKernel> | null = null;

/**
 * The kernel, started once a process however often it is asked for. It is asynchronous because WebAssembly is
 * compiled first (about 60 ms, 17 MB); the pure functions of `lib/geo` and `lib/engine` take what it resolves to as an
 * argument.
 *
 * Units: none. Source: geos-wasm 3.1.1. Missing data: none. Throws: rejects when WebAssembly cannot be compiled.
 */
export function startGeos(): Promise<ShapeKernel> {
  started ??= openSession().then((session) => ({
    isValidDetail: (geometry) => withGeometry(session, geometry, (pointer) => judge(session, pointer)),
    withShapes: (work) => withShapes(session, work),
  }));
  return started;
}

/** Hands a GEOS copy of the geometry to `ask` and frees it, whatever happens. */
function withGeometry<Result>(
  session: GeosSession,
  geometry: Polygon | MultiPolygon,
  ask: (pointer: number) => Result,
): Result {
  const pointer = readGeometry(session, geometry);
  try {
    return ask(pointer);
  } finally {
    session.raw.GEOSGeom_destroy(pointer);
  }
}

function judge(session: GeosSession, pointer: number): Validity {
  const { raw, scratch, takeError } = session;
  const verdict = raw.GEOSisValidDetail(pointer, 0, scratch + REASON_AT, scratch + LOCATION_AT);
  if (verdict === GEOS_TRUE) return { valid: true };
  if (verdict !== GEOS_FALSE) throw new Error(`GEOS cannot judge the geometry: ${takeError()}`);

  const reason = raw.Module.getValue(scratch + REASON_AT, "*");
  const location = raw.Module.getValue(scratch + LOCATION_AT, "*");
  try {
    return { valid: false, reason: raw.Module.UTF8ToString(reason), location: ordinates(session, location) };
  } finally {
    raw.GEOSFree(reason);
    raw.GEOSGeom_destroy(location);
  }
}

function ordinates({ raw, scratch }: GeosSession, point: number): [lon: number, lat: number] {
  const read = (get: (geometry: number, into: number) => number): number =>
    get(point, scratch + ORDINATE_AT) === GEOS_TRUE ? raw.Module.getValue(scratch + ORDINATE_AT, "double") : Number.NaN;
  return [
    read((geometry, into) => raw.GEOSGeomGetX(geometry, into)),
    read((geometry, into) => raw.GEOSGeomGetY(geometry, into)),
  ];
}

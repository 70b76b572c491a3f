import type { MultiPolygon, Polygon } from "geojson";
import initGeosJs from "geos-wasm";
import { wkbByteLength, writeWkb } from "@/lib/geo/wkb";

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

type Raw = Awaited<ReturnType<typeof initGeosJs>>;

/** What one start of GEOS holds. `scratch` is 16 bytes for results, laid out below. */
interface Session {
  raw: Raw;
  reader: number;
  scratch: number;
  takeError: () => string;
}

const SCRATCH_BYTES = 16;
const REASON_AT = 0;
const LOCATION_AT = 4;
const ORDINATE_AT = 8;

const GEOS_FALSE = 0;
const GEOS_TRUE = 1;

let started: Promise<Geos> | null = null;

/**
 * The kernel, started once a process however often it is asked for. It is asynchronous because WebAssembly is
 * compiled first (about 60 ms, 17 MB); the pure functions of `lib/geo` and `lib/engine` take what it resolves to as an
 * argument.
 *
 * Units: none. Source: geos-wasm 3.1.1. Missing data: none. Throws: rejects when WebAssembly cannot be compiled.
 */
export function startGeos(): Promise<Geos> {
  started ??= openSession();
  return started;
}

async function openSession(): Promise<Geos> {
  let lastError = "";
  const raw = await initGeosJs({
    // Without handlers geos-wasm prints each reason of invalidity, and throws through frames that then free nothing.
    noticeHandler: () => undefined,
    errorHandler: (message) => {
      lastError = message;
    },
  });
  const session: Session = {
    raw,
    reader: raw.GEOSWKBReader_create(),
    scratch: raw.Module._malloc(SCRATCH_BYTES),
    takeError: () => {
      const message = lastError;
      lastError = "";
      return message;
    },
  };
  return { isValidDetail: (geometry) => withGeometry(session, geometry, (pointer) => judge(session, pointer)) };
}

/** Hands a GEOS copy of the geometry to `ask` and frees it, whatever happens. */
function withGeometry<Result>(
  session: Session,
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

function readGeometry({ raw, reader, takeError }: Session, geometry: Polygon | MultiPolygon): number {
  const bytes = wkbByteLength(geometry);
  const buffer = raw.Module._malloc(bytes);
  try {
    // The heap's array is looked up after the allocation, which may have replaced it.
    writeWkb(new DataView(raw.Module.HEAPU8.buffer, buffer, bytes), geometry);
    const pointer = raw.GEOSWKBReader_read(reader, buffer, bytes);
    if (pointer === 0) throw new Error(`GEOS cannot read the geometry: ${takeError()}`);
    return pointer;
  } finally {
    raw.Module._free(buffer);
  }
}

function judge(session: Session, pointer: number): Validity {
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

function ordinates({ raw, scratch }: Session, point: number): [lon: number, lat: number] {
  const read = (get: (geometry: number, into: number) => number): number =>
    get(point, scratch + ORDINATE_AT) === GEOS_TRUE ? raw.Module.getValue(scratch + ORDINATE_AT, "double") : Number.NaN;
  return [
    read((geometry, into) => raw.GEOSGeomGetX(geometry, into)),
    read((geometry, into) => raw.GEOSGeomGetY(geometry, into)),
  ];
}

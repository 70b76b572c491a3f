import type { MultiPolygon, Polygon } from "geojson";
import initGeosJs from "geos-wasm";
import { wkbByteLength, writeWkb } from "@/lib/geo/wkb";

export type RawGeos = Awaited<ReturnType<typeof initGeosJs>>;

/** What one start of GEOS holds. `scratch` is 16 bytes for results of calls. */
export interface GeosSession {
  raw: RawGeos;
  reader: number;
  writer: number;
  scratch: number;
  takeError: () => string;
}

const SCRATCH_BYTES = 16;

/**
 * Starts GEOS. One start costs about 60 ms and 17 MB, so the process does it once (`startGeos`).
 *
 * Units: none. Source: geos-wasm 3.1.1. Missing data: none. Throws: rejects when WebAssembly cannot be compiled.
 */
export async function openSession(): Promise<GeosSession> {
  let lastError = "";
  const raw = await initGeosJs({
    // Without handlers geos-wasm prints each reason of invalidity, and throws through frames that then free nothing.
    noticeHandler: () => undefined,
    errorHandler: (message) => {
      lastError = message;
    },
  });
  return {
    raw,
    reader: raw.GEOSWKBReader_create(),
    writer: raw.GEOSWKBWriter_create(),
    scratch: raw.Module._malloc(SCRATCH_BYTES),
    takeError: () => {
      const message = lastError;
      lastError = "";
      return message;
    },
  };
}

/**
 * A GEOS copy of a polygonal geometry; the caller frees it.
 *
 * Units: the geometry's own. Source: none. Missing data: an empty geometry is read as one.
 * Throws Error when a ring is not closed or has fewer than four positions.
 */
export function readGeometry({ raw, reader, takeError }: GeosSession, geometry: Polygon | MultiPolygon): number {
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

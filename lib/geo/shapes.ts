import type { Position } from "geojson";
import { readGeometry, type GeosSession } from "@/lib/geo/geos-session";
import { readWkbPolygons } from "@/lib/geo/wkb";

declare const shapeMark: unique symbol;
declare const preparedMark: unique symbol;

/** Ground held by the kernel: polygons, none of which overlap. Good only inside the `withShapes` that made it. */
export interface Shape {
  readonly [shapeMark]: true;
}

/** A shape with an index over its edges, for asking many things of it. */
export interface PreparedShape {
  readonly [preparedMark]: true;
}

/** What can be done with ground. Every result is new; no argument changes. */
export interface Shapes {
  /** Polygons as they are: valid and apart from each other. */
  polygons(coordinates: Position[][][]): Shape;
  /** The ground under polygons that may overlap each other; each by itself must be valid. `GEOSUnaryUnion`. */
  dissolve(coordinates: Position[][][]): Shape;
  /**
   * The same at once rather than by halves: three times as fast where many polygons cross, and up to the rounding the
   * same ground. `GEOSBuffer` by nothing; `GEOSUnaryUnion` where that does not come out whole.
   */
  dissolveAtOnce(coordinates: Position[][][]): Shape;
  /** The ground under several shapes. */
  unite(shapes: readonly Shape[]): Shape;
  /** The ground of `from` that is not in `taken`. `GEOSDifference`. */
  difference(from: Shape, taken: Shape): Shape;
  intersection(one: Shape, other: Shape): Shape;
  /**
   * All ground within a distance, corners rounded with so many chords to the quarter circle. GEOS leaves out dents
   * shallower than a hundredth of the distance where that can only make the result larger.
   */
  buffer(shape: Shape, distance: number, chordsPerQuarter: number): Shape;
  /** The shape with every position on a grid, valid all the same; edges move by 0.71 of a cell at most. `GEOSGeom_setPrecision`. */
  onGrid(shape: Shape, cell: number): Shape;
  prepare(shape: Shape): PreparedShape;
  /** Whether they have as much as a point in common. */
  intersects(prepared: PreparedShape, other: Shape): boolean;
  area(shape: Shape): number;
  isEmpty(shape: Shape): boolean;
  isValid(shape: Shape): boolean;
  /** A valid shape over the same ground as an invalid one, by `GEOSMakeValid`: for reference data, never for a field. */
  repaired(shape: Shape): Shape;
  read(shape: Shape): Position[][][];
  /** Work whose shapes are freed when it is done, so that a long run holds no more than one step needs. */
  scoped<Result>(work: (shapes: Shapes) => Result): Result;
}

const POLYGON = 3;
const MULTI_POLYGON = 6;
const GEOMETRY_COLLECTION = 7;
const POLYGONAL: ReadonlySet<number> = new Set([POLYGON, MULTI_POLYGON]);
const POINTER_BYTES = 4;

/**
 * Runs `work` and frees every geometry it made.
 *
 * Units: those of the coordinates. Source: GEOS 3.13 (overlay next generation). Missing data: none.
 * Throws: what `work` throws, and Error with GEOS's own words when an operation fails.
 */
export function withShapes<Result>(session: GeosSession, work: (shapes: Shapes) => Result): Result {
  const arena = new Arena(session);
  try {
    return work(new GeosShapes(session, arena));
  } finally {
    arena.free();
  }
}

/** Which pointer a shape stands for, and when it is freed. A shape of an outer arena is good in an inner one. */
class Arena {
  private readonly made: { destroy: () => void }[] = [];

  constructor(private readonly session: GeosSession) {}

  geometry(pointer: number): Shape {
    const { raw, takeError } = this.session;
    if (pointer === 0) throw new Error(`GEOS cannot do this: ${takeError()}`);
    this.made.push({
      destroy: () => {
        raw.GEOSGeom_destroy(pointer);
      },
    });
    return { pointer } as unknown as Shape;
  }

  prepared(pointer: number): PreparedShape {
    const { raw, takeError } = this.session;
    if (pointer === 0) throw new Error(`GEOS cannot prepare this: ${takeError()}`);
    this.made.push({
      destroy: () => {
        raw.GEOSPreparedGeom_destroy(pointer);
      },
    });
    return { pointer } as unknown as PreparedShape;
  }

  /** Latest first: an index goes before the shape it was built on. */
  free(): void {
    for (const { destroy } of this.made.reverse()) destroy();
    this.made.length = 0;
  }
}

const pointerOf = (shape: Shape | PreparedShape): number => (shape as unknown as { pointer: number }).pointer;

/** In the shapes' own unit: in meters, the coarsest is a hundredth of a millimetre. */
const SNAP_GRIDS = [1e-9, 1e-7, 1e-5];

class GeosShapes implements Shapes {
  constructor(
    private readonly session: GeosSession,
    private readonly arena: Arena,
  ) {}

  polygons(coordinates: Position[][][]): Shape {
    return this.arena.geometry(readGeometry(this.session, { type: "MultiPolygon", coordinates }));
  }

  dissolve(coordinates: Position[][][]): Shape {
    return this.scoped((inner) => this.arena.geometry(this.unary(inner.polygons(coordinates))));
  }

  dissolveAtOnce(coordinates: Position[][][]): Shape {
    return this.scoped((inner) => {
      const polygons = inner.polygons(coordinates);
      const pointer = this.whole(this.session.raw.GEOSBuffer(pointerOf(polygons), 0, 1));
      return this.arena.geometry(pointer === 0 ? this.unary(polygons) : pointer);
    });
  }

  unite(shapes: readonly Shape[]): Shape {
    const [only, ...others] = shapes;
    if (only !== undefined && others.length === 0) return only;
    const collection = this.collect(shapes);
    try {
      return this.arena.geometry(this.session.raw.GEOSUnaryUnion(collection));
    } finally {
      this.session.raw.GEOSGeom_destroy(collection);
    }
  }

  difference(from: Shape, taken: Shape): Shape {
    return this.overlay("GEOSDifference", from, taken);
  }

  intersection(one: Shape, other: Shape): Shape {
    return this.overlay("GEOSIntersection", one, other);
  }

  buffer(shape: Shape, distance: number, chordsPerQuarter: number): Shape {
    return this.arena.geometry(this.session.raw.GEOSBuffer(pointerOf(shape), distance, chordsPerQuarter));
  }

  onGrid(shape: Shape, cell: number): Shape {
    return this.arena.geometry(this.session.raw.GEOSGeom_setPrecision(pointerOf(shape), cell, 0));
  }

  prepare(shape: Shape): PreparedShape {
    return this.arena.prepared(this.session.raw.GEOSPrepare(pointerOf(shape)));
  }

  intersects(prepared: PreparedShape, other: Shape): boolean {
    return this.truth(this.session.raw.GEOSPreparedIntersects(pointerOf(prepared), pointerOf(other)));
  }

  area(shape: Shape): number {
    const { raw, scratch, takeError } = this.session;
    if (raw.GEOSArea(pointerOf(shape), scratch) === 0) throw new Error(`GEOS finds no area: ${takeError()}`);
    return raw.Module.getValue(scratch, "double");
  }

  isEmpty(shape: Shape): boolean {
    return this.truth(this.session.raw.GEOSisEmpty(pointerOf(shape)));
  }

  isValid(shape: Shape): boolean {
    return this.truth(this.session.raw.GEOSisValid(pointerOf(shape)));
  }

  repaired(shape: Shape): Shape {
    return this.arena.geometry(this.session.raw.GEOSMakeValid(pointerOf(shape)));
  }

  read(shape: Shape): Position[][][] {
    const { raw, writer, scratch, takeError } = this.session;
    const bytes = raw.GEOSWKBWriter_write(writer, pointerOf(shape), scratch);
    if (bytes === 0) throw new Error(`GEOS cannot write the shape: ${takeError()}`);
    try {
      return readWkbPolygons(new DataView(raw.Module.HEAPU8.buffer, bytes, raw.Module.getValue(scratch, "i32")));
    } finally {
      raw.GEOSFree(bytes);
    }
  }

  scoped<Result>(work: (shapes: Shapes) => Result): Result {
    return withShapes(this.session, work);
  }

  /**
   * An overlay as exact as numbers are. Where edges all but touch, that fails or, worse, gives a shape that crosses
   * itself and has another area than the ground it stands for: then it is made on the finest grid on which it comes
   * out whole.
   */
  private overlay(operation: "GEOSDifference" | "GEOSIntersection", one: Shape, other: Shape): Shape {
    const { raw } = this.session;
    const [first, second] = [pointerOf(one), pointerOf(other)];
    let pointer = this.whole(raw[operation](first, second));
    for (const grid of SNAP_GRIDS) {
      if (pointer !== 0) break;
      pointer = this.whole(raw[`${operation}Prec`](first, second, grid));
    }
    return this.arena.geometry(pointer === 0 ? 0 : this.groundOf(pointer));
  }

  /** 0 for a shape that is not valid, as for one that could not be made: no calculation uses it. */
  private whole(pointer: number): number {
    const { raw } = this.session;
    if (pointer === 0 || raw.GEOSisValid(pointer) === 1) return pointer;
    raw.GEOSGeom_destroy(pointer);
    return 0;
  }

  /** Shapes that only touch share lines and points too, which are no ground and which the next overlay refuses. */
  private groundOf(pointer: number): number {
    const { raw } = this.session;
    if (POLYGONAL.has(raw.GEOSGeomTypeId(pointer))) return pointer;
    const parts = Array.from({ length: raw.GEOSGetNumGeometries(pointer) }, (_, index) =>
      raw.GEOSGetGeometryN(pointer, index),
    );
    try {
      return this.collectionOf(
        MULTI_POLYGON,
        parts.filter((part) => raw.GEOSGeomTypeId(part) === POLYGON),
      );
    } finally {
      raw.GEOSGeom_destroy(pointer);
    }
  }

  private unary(shape: Shape): number {
    return this.session.raw.GEOSUnaryUnion(pointerOf(shape));
  }

  /** A collection of copies, which belongs to the caller. */
  private collect(shapes: readonly Shape[]): number {
    return this.collectionOf(GEOMETRY_COLLECTION, shapes.map(pointerOf));
  }

  private collectionOf(type: number, pointers: readonly number[]): number {
    const { raw } = this.session;
    const array = raw.Module._malloc(POINTER_BYTES * Math.max(pointers.length, 1));
    try {
      pointers.forEach((pointer, index) => {
        const copy = raw.GEOSGeom_clone(pointer);
        new DataView(raw.Module.HEAPU8.buffer).setUint32(array + POINTER_BYTES * index, copy, true);
      });
      return raw.GEOSGeom_createCollection(type, array, pointers.length);
    } finally {
      raw.Module._free(array);
    }
  }

  private truth(verdict: number): boolean {
    if (verdict > 1) throw new Error(`GEOS cannot tell: ${this.session.takeError()}`);
    return verdict === 1;
  }
}

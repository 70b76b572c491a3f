/**
 * A reader of vector tiles (Mapbox Vector Tile 2.1) of its own, so that tests do not judge the database by itself. It is
 * strict: what the format does not allow is refused, though a map might forgive it.
 */

export type TilePoint = [x: number, y: number];

export type Value = string | number | boolean;

export interface TileFeature {
  id: number | null;
  properties: Record<string, Value>;
  shape: "point" | "line" | "polygon";
  /** Rings as they are stored: the first of a polygon is its outline. Of lines each line, of points each point. */
  rings: TilePoint[][];
}

export interface TileLayerRead {
  name: string;
  extent: number;
  features: TileFeature[];
}

const VARINT = 0;
const DOUBLE = 1;
const BYTES = 2;
const FLOAT = 5;

interface Member {
  number: number;
  value: bigint;
  bytes: DataView;
}

const viewOf = (view: DataView, from: number, length: number): DataView =>
  new DataView(view.buffer, view.byteOffset + from, length);

function* members(view: DataView): Generator<Member> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = view.getUint8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < view.byteLength) {
    const key = Number(varint());
    const [number, kind] = [key >> 3, key & 7];
    let value = 0n;
    let length = 0;
    if (kind === VARINT) value = varint();
    else if (kind === BYTES) length = Number(varint());
    else if (kind === DOUBLE) length = 8;
    else if (kind === FLOAT) length = 4;
    else throw new Error(`wire type ${kind}`);
    yield { number, value, bytes: viewOf(view, at, length) };
    at += length;
  }
}

const text = (bytes: DataView): string => new TextDecoder().decode(bytes);

function packed(bytes: DataView): number[] {
  const values: number[] = [];
  let [value, shift] = [0, 0];
  for (let at = 0; at < bytes.byteLength; at += 1) {
    const byte = bytes.getUint8(at);
    value += (byte & 0x7f) * 2 ** shift;
    if (byte >= 0x80) shift += 7;
    else {
      values.push(value);
      [value, shift] = [0, 0];
    }
  }
  return values;
}

const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

function valueOf(bytes: DataView): Value {
  for (const { number, value, bytes: inner } of members(bytes)) {
    if (number === 1) return text(inner);
    if (number === 2) return inner.getFloat32(0, true);
    if (number === 3) return inner.getFloat64(0, true);
    if (number === 6) return Number((value >> 1n) ^ -(value & 1n));
    if (number === 7) return value === 1n;
    return Number(BigInt.asIntN(64, value));
  }
  throw new Error("a value of no kind");
}

const must = (isRight: boolean, what: string): void => {
  if (!isRight) throw new Error(`not a vector tile: ${what}`);
};

const [MOVE_TO, LINE_TO, CLOSE] = [1, 2, 7];
/** What has to follow a command of a polygon. */
const NEXT: Readonly<Record<number, number>> = { [MOVE_TO]: LINE_TO, [LINE_TO]: CLOSE, [CLOSE]: MOVE_TO };

function ringsOf(commands: readonly number[]): TilePoint[][] {
  const rings: TilePoint[][] = [];
  let [x, y, at, expected] = [0, 0, 0, MOVE_TO];
  while (at < commands.length) {
    const { id, count, steps } = commandAt(commands, at, expected);
    at += 1 + 2 * steps.length;
    expected = NEXT[id] ?? MOVE_TO;
    if (id === MOVE_TO) rings.push([]);
    must(id === CLOSE || steps.length === count, "a command without its places");
    for (const [dx, dy] of steps) {
      must(id === MOVE_TO || dx !== 0 || dy !== 0, "a line of no length");
      [x, y] = [x + dx, y + dy];
      rings.at(-1)?.push([x, y]);
    }
  }
  must(expected === MOVE_TO, "a ring that is not closed");
  const areas = rings.map(ringArea);
  must(!areas.includes(0), "a ring of no area");
  must((areas[0] ?? 1) > 0, "a hole without its outline");
  return rings;
}

/** Lines: each begins with one place and goes on by one command. Points: one command for all of them. */
function pathsOf(commands: readonly number[], shape: "point" | "line"): TilePoint[][] {
  const paths: TilePoint[][] = [];
  let [x, y, at, expected] = [0, 0, 0, MOVE_TO];
  while (at < commands.length) {
    const { id, steps } = pathCommandAt(commands, at, { expected, shape });
    for (const [dx, dy] of steps) {
      [x, y] = [x + dx, y + dy];
      if (id === MOVE_TO) paths.push([]);
      paths.at(-1)?.push([x, y]);
    }
    at += 1 + 2 * steps.length;
    expected = shape === "line" && id === MOVE_TO ? LINE_TO : MOVE_TO;
  }
  must(paths.length > 0 && expected === MOVE_TO, "a line without its end");
  return paths;
}

function pathCommandAt(
  commands: readonly number[],
  at: number,
  { expected, shape }: { expected: number; shape: "point" | "line" },
) {
  const command = commands[at] ?? 0;
  const [id, count] = [command & 7, command >> 3];
  must(id === expected, `command ${id} where ${expected} belongs`);
  must(count === 1 || (count > 1 && (shape === "point" || id === LINE_TO)), `command ${id} ${count} times`);
  const steps = stepsOf(commands.slice(at + 1, at + 1 + 2 * count));
  must(steps.length === count, "a command without its places");
  return { id, steps };
}

function stepsOf(parameters: readonly number[]): TilePoint[] {
  const places = parameters.map(unzigzag);
  const steps: TilePoint[] = [];
  for (let step = 0; step + 1 < places.length; step += 2) steps.push([places[step] ?? 0, places[step + 1] ?? 0]);
  return steps;
}

function commandAt(commands: readonly number[], at: number, expected: number) {
  const command = commands[at] ?? 0;
  const [id, count] = [command & 7, command >> 3];
  must(id === expected, `command ${id} where ${expected} belongs`);
  must(id === LINE_TO ? count >= 2 : count === 1, `command ${id} ${count} times`);
  const steps = stepsOf(id === CLOSE ? [] : commands.slice(at + 1, at + 1 + 2 * count));
  return { id, count, steps };
}

function layerOf(bytes: DataView): TileLayerRead {
  const all = [...members(bytes)];
  const keys = all.filter(({ number }) => number === 3).map(({ bytes: key }) => text(key));
  const values = all.filter(({ number }) => number === 4).map(({ bytes: value }) => valueOf(value));
  must(all.find(({ number }) => number === 15)?.value === 2n, "a layer of another version");
  must(new Set(keys).size === keys.length, "a key twice");
  const name = all.find(({ number }) => number === 1);
  if (name === undefined) throw new Error("not a vector tile: a layer without a name");
  return {
    name: text(name.bytes),
    extent: Number(all.find(({ number }) => number === 5)?.value ?? 4096n),
    features: all.filter(({ number }) => number === 2).map(({ bytes: feature }) => featureOf(feature, keys, values)),
  };
}

const SHAPES: readonly (TileFeature["shape"] | undefined)[] = [undefined, "point", "line", "polygon"];

function featureOf(feature: DataView, keys: readonly string[], values: readonly Value[]): TileFeature {
  const parts = [...members(feature)];
  const packedOf = (wanted: number): number[] => {
    const part = parts.find(({ number }) => number === wanted);
    return part === undefined ? [] : packed(part.bytes);
  };
  const shape = SHAPES[Number(parts.find(({ number }) => number === 3)?.value ?? 0n)];
  if (shape === undefined) throw new Error("not a vector tile: a feature of no shape");
  const tags = packedOf(2);
  must(tags.length % 2 === 0, "a key without its value");
  const properties: TileFeature["properties"] = {};
  for (let tag = 0; tag + 1 < tags.length; tag += 2) {
    const [key, value] = [keys[tags[tag] ?? -1], values[tags[tag + 1] ?? -1]];
    if (key === undefined || value === undefined) throw new Error("not a vector tile: a tag of nothing");
    properties[key] = value;
  }
  const id = parts.find(({ number }) => number === 1)?.value;
  const rings = shape === "polygon" ? ringsOf(packedOf(4)) : pathsOf(packedOf(4), shape);
  return { id: id === undefined ? null : Number(id), shape, properties, rings };
}

/** The layers of a tile. Throws where it is none. */
export function readVectorTile(bytes: ArrayBuffer): TileLayerRead[] {
  return [...members(new DataView(bytes))].map(({ bytes: layer }) => layerOf(layer));
}

/** Twice the area of a ring by its numbers: positive for an outline, negative for a hole, as the format wants it. */
export const ringArea = (ring: readonly TilePoint[]): number =>
  ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);

/** The tile that a place lies in. */
export function tileAt(lon: number, lat: number, z: number): { z: number; x: number; y: number } {
  const across = 2 ** z;
  const phi = (lat * Math.PI) / 180;
  return {
    z,
    x: Math.floor(((lon + 180) / 360) * across),
    y: Math.floor(((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * across),
  };
}

/** The polygons that rings make: an outline begins one, and holes follow it. */
export function polygonsOf(rings: readonly TilePoint[][]): TilePoint[][][] {
  const polygons: TilePoint[][][] = [];
  for (const ring of rings) {
    if (ringArea(ring) > 0) polygons.push([ring]);
    else polygons.at(-1)?.push(ring);
  }
  return polygons;
}

/** Where a point of a tile's grid lies on the ground. */
export function groundOf(
  { z, x, y }: { z: number; x: number; y: number },
  [px, py]: TilePoint,
): [lon: number, lat: number] {
  const across = 2 ** z;
  const north = Math.PI * (1 - (2 * (y + py / 4096)) / across);
  return [((x + px / 4096) / across) * 360 - 180, (Math.atan(Math.sinh(north)) * 180) / Math.PI];
}

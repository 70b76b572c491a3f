/** A reader of vector tiles (Mapbox Vector Tile 2.1) of its own, so that tests do not judge the database by itself. */

export type TilePoint = [x: number, y: number];

export interface TileFeature {
  id: number | null;
  properties: Record<string, string | number | boolean>;
  /** Rings as they are stored: the first of a polygon is its outline. */
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

function valueOf(bytes: DataView): string | number | boolean {
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

function ringsOf(commands: readonly number[]): TilePoint[][] {
  const rings: TilePoint[][] = [];
  let [x, y, at] = [0, 0, 0];
  while (at < commands.length) {
    const command = commands[at] ?? 0;
    at += 1;
    const [id, count] = [command & 7, command >> 3];
    if (id === 7) continue;
    for (let step = 0; step < count; step += 1) {
      x += unzigzag(commands[at] ?? 0);
      y += unzigzag(commands[at + 1] ?? 0);
      at += 2;
      if (id === 1) rings.push([]);
      rings.at(-1)?.push([x, y]);
    }
  }
  return rings;
}

function layerOf(bytes: DataView): TileLayerRead {
  const all = [...members(bytes)];
  const keys = all.filter(({ number }) => number === 3).map(({ bytes: key }) => text(key));
  const values = all.filter(({ number }) => number === 4).map(({ bytes: value }) => valueOf(value));
  const features = all
    .filter(({ number }) => number === 2)
    .map(({ bytes: feature }): TileFeature => {
      const parts = [...members(feature)];
      const tags = packed(parts.find(({ number }) => number === 2)?.bytes ?? viewOf(feature, 0, 0));
      const properties: TileFeature["properties"] = {};
      for (let tag = 0; tag + 1 < tags.length; tag += 2) {
        properties[keys[tags[tag] ?? -1] ?? "?"] = values[tags[tag + 1] ?? -1] ?? "?";
      }
      const id = parts.find(({ number }) => number === 1)?.value;
      const commands = packed(parts.find(({ number }) => number === 4)?.bytes ?? viewOf(feature, 0, 0));
      return { id: id === undefined ? null : Number(id), properties, rings: ringsOf(commands) };
    });
  const name = all.find(({ number }) => number === 1);
  return {
    name: name === undefined ? "" : text(name.bytes),
    extent: Number(all.find(({ number }) => number === 5)?.value ?? 4096n),
    features,
  };
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

/** Where a point of a tile's grid lies on the ground. */
export function groundOf(
  { z, x, y }: { z: number; x: number; y: number },
  [px, py]: TilePoint,
): [lon: number, lat: number] {
  const across = 2 ** z;
  const north = Math.PI * (1 - (2 * (y + py / 4096)) / across);
  return [((x + px / 4096) / across) * 360 - 180, (Math.atan(Math.sinh(north)) * 180) / Math.PI];
}

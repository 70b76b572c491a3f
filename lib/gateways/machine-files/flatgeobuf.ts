import { Builder } from "flatbuffers";
import type { MultiPolygon, Position } from "geojson";
import type { MachinePlan } from "@/lib/domain/machine-file";
import { membersOf, zonesOf, type Zone } from "@/lib/gateways/machine-files/zones";

/** Version 3.0 of the format: flatgeobuf.org, and its schemas header.fbs and feature.fbs. */
const MAGIC = Uint8Array.of(0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62, 0x00);
const POLYGON = 3;
const MULTI_POLYGON = 6;
const TYPE_OF = { number: 10, string: 11 } as const;
const WGS84 = 4326;

/** Places of members in the tables of the schemas. */
const HEADER = { fields: 14, name: 0, type: 2, columns: 7, count: 8, indexNodeSize: 9, crs: 10 };
const COLUMN = { fields: 11, name: 0, type: 1 };
const CRS = { fields: 6, org: 0, code: 1 };
const GEOMETRY = { fields: 8, ends: 0, xy: 1, type: 6, parts: 7 };
const FEATURE = { fields: 3, geometry: 0, properties: 1 };

/** Columns that are no text. */
const NUMBERS: ReadonlySet<string> = new Set(["rate", "wind_from_deg", "wind_speed_mph"]);

const bytesOf = (builder: Builder, root: number): Uint8Array => {
  builder.finishSizePrefixed(root);
  return builder.asUint8Array().slice();
};

function tables(builder: Builder, offsets: readonly number[]): number {
  builder.startVector(4, offsets.length, 4);
  for (const offset of offsets.toReversed()) builder.addOffset(offset);
  return builder.endVector();
}

function header(names: readonly string[], count: number): Uint8Array {
  const builder = new Builder(1024);
  const columns = names.map((name) => {
    const text = builder.createString(name);
    builder.startObject(COLUMN.fields);
    builder.addFieldOffset(COLUMN.name, text, 0);
    builder.addFieldInt8(COLUMN.type, NUMBERS.has(name) ? TYPE_OF.number : TYPE_OF.string, 0);
    return builder.endObject();
  });
  const columnsAt = tables(builder, columns);
  const org = builder.createString("EPSG");
  builder.startObject(CRS.fields);
  builder.addFieldOffset(CRS.org, org, 0);
  builder.addFieldInt32(CRS.code, WGS84, 0);
  const crs = builder.endObject();
  const name = builder.createString("zones");
  builder.startObject(HEADER.fields);
  builder.addFieldOffset(HEADER.name, name, 0);
  builder.addFieldInt8(HEADER.type, MULTI_POLYGON, 0);
  builder.addFieldOffset(HEADER.columns, columnsAt, 0);
  builder.addFieldInt64(HEADER.count, BigInt(count), 0n);
  // Three features need no index over where they lie.
  builder.addFieldInt16(HEADER.indexNodeSize, 0, 16);
  builder.addFieldOffset(HEADER.crs, crs, 0);
  return bytesOf(builder, builder.endObject());
}

function polygon(builder: Builder, rings: Position[][]): number {
  const positions = rings.flat();
  builder.startVector(8, positions.length * 2, 8);
  for (const [lon = 0, lat = 0] of positions.toReversed()) {
    builder.addFloat64(lat);
    builder.addFloat64(lon);
  }
  const xy = builder.endVector();
  let end = 0;
  const ends = rings.map((ring) => (end += ring.length));
  builder.startVector(4, ends.length, 4);
  for (const each of ends.toReversed()) builder.addInt32(each);
  const endsAt = builder.endVector();
  builder.startObject(GEOMETRY.fields);
  builder.addFieldOffset(GEOMETRY.ends, endsAt, 0);
  builder.addFieldOffset(GEOMETRY.xy, xy, 0);
  builder.addFieldInt8(GEOMETRY.type, POLYGON, 0);
  return builder.endObject();
}

function geometry(builder: Builder, { coordinates }: MultiPolygon): number {
  const parts = tables(
    builder,
    coordinates.map((rings) => polygon(builder, rings)),
  );
  builder.startObject(GEOMETRY.fields);
  builder.addFieldInt8(GEOMETRY.type, MULTI_POLYGON, 0);
  builder.addFieldOffset(GEOMETRY.parts, parts, 0);
  return builder.endObject();
}

/** One after the other: the column's number, then a double, or a text after its length. Nulls are left out. */
function properties(values: readonly (string | number | null)[]): Uint8Array {
  return Buffer.concat(
    values.flatMap((value, column) => {
      if (value === null) return [];
      const text = typeof value === "string" ? Buffer.from(value, "utf8") : null;
      const head = Buffer.alloc(text === null ? 10 : 6);
      head.writeUInt16LE(column, 0);
      if (text === null) head.writeDoubleLE(Number(value), 2);
      else head.writeUInt32LE(text.length, 2);
      return text === null ? [head] : [head, text];
    }),
  );
}

function feature(zone: Zone, plan: MachinePlan): Uint8Array {
  const builder = new Builder(4096);
  const place = geometry(builder, zone.geometry);
  const values = builder.createByteVector(properties(Object.values(membersOf(zone, plan))));
  builder.startObject(FEATURE.fields);
  builder.addFieldOffset(FEATURE.geometry, place, 0);
  builder.addFieldOffset(FEATURE.properties, values, 0);
  return bytesOf(builder, builder.endObject());
}

/** Own code: the library brings a whole map library with it, 30 MB that nothing here uses (decision 0013). */
export function writeFlatGeobuf(plan: MachinePlan): Uint8Array {
  const zones = zonesOf(plan);
  const [first] = zones;
  const names = first === undefined ? [] : Object.keys(membersOf(first, plan));
  return Buffer.concat([MAGIC, header(names, zones.length), ...zones.map((zone) => feature(zone, plan))]);
}

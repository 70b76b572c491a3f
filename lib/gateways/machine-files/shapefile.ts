import { strToU8, zipSync } from "fflate";
import type { MultiPolygon, Position } from "geojson";
import type { MachinePlan } from "@/lib/domain/machine-file";
import { writeDbase, type Cell, type Column } from "@/lib/gateways/machine-files/dbase";
import { membersOf, zonesOf, type Zone } from "@/lib/gateways/machine-files/zones";

/** ESRI Shapefile Technical Description, July 1998. Lengths in it count words of two bytes. */
const FILE_CODE = 9994;
const VERSION = 1000;
const POLYGON = 5;
const FILE_HEADER_BYTES = 100;
const RECORD_HEADER_BYTES = 8;
const RECORD_FIXED_BYTES = 44;
const words = (bytes: number): number => bytes / 2;

const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

type Box = [west: number, south: number, east: number, north: number];

function boxOf(positions: readonly Position[]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon = Number.NaN, lat = Number.NaN] of positions) {
    box[0] = Math.min(box[0], lon);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lon);
    box[3] = Math.max(box[3], lat);
  }
  return box;
}

function writeDoubles(into: Buffer, start: number, values: readonly number[]): void {
  values.forEach((value, index) => into.writeDoubleLE(value, start + index * 8));
}

/** All rings of all parts in one record. Exteriors run with the clock and holes against it: the opposite of GeoJSON. */
function record({ coordinates }: MultiPolygon): Buffer {
  const rings = coordinates.flat().map((ring) => ring.toReversed());
  const positions = rings.flat();
  const partsAt = RECORD_FIXED_BYTES;
  const pointsAt = partsAt + rings.length * 4;
  const bytes = Buffer.alloc(pointsAt + positions.length * 16);
  bytes.writeInt32LE(POLYGON, 0);
  writeDoubles(bytes, 4, boxOf(positions));
  bytes.writeInt32LE(rings.length, 36);
  bytes.writeInt32LE(positions.length, 40);
  let start = 0;
  rings.forEach((ring, index) => {
    bytes.writeInt32LE(start, partsAt + index * 4);
    start += ring.length;
  });
  positions.forEach(([lon = 0, lat = 0], index) => {
    writeDoubles(bytes, pointsAt + index * 16, [lon, lat]);
  });
  return bytes;
}

function fileHeader(fileBytes: number, box: Box): Buffer {
  const head = Buffer.alloc(FILE_HEADER_BYTES);
  head.writeInt32BE(FILE_CODE, 0);
  head.writeInt32BE(words(fileBytes), 24);
  head.writeInt32LE(VERSION, 28);
  head.writeInt32LE(POLYGON, 32);
  writeDoubles(head, 36, box);
  return head;
}

function shapes(geometries: readonly MultiPolygon[]): { shp: Buffer; shx: Buffer } {
  const records = geometries.map(record);
  const box = boxOf(geometries.flatMap(({ coordinates }) => coordinates.flat(2)));
  const index = Buffer.alloc(records.length * RECORD_HEADER_BYTES);
  let at = FILE_HEADER_BYTES;
  const body = records.flatMap((bytes, number) => {
    const head = Buffer.alloc(RECORD_HEADER_BYTES);
    head.writeInt32BE(number + 1, 0);
    head.writeInt32BE(words(bytes.length), 4);
    index.writeInt32BE(words(at), number * RECORD_HEADER_BYTES);
    index.writeInt32BE(words(bytes.length), number * RECORD_HEADER_BYTES + 4);
    at += head.length + bytes.length;
    return [head, bytes];
  });
  return {
    shp: Buffer.concat([fileHeader(at, box), ...body]),
    shx: Buffer.concat([fileHeader(FILE_HEADER_BYTES + index.length, box), index]),
  };
}

/** Columns by the member that fills them. */
const COLUMNS: Record<keyof ReturnType<typeof membersOf>, Column> = {
  kind: { name: "KIND", width: 12 },
  label: { name: "LABEL", width: 24 },
  rate: { name: "RATE", width: 14, decimals: 4 },
  rate_unit: { name: "RATE_UNIT", width: 8 },
  field_name: { name: "FIELD", width: 120 },
  provider_field_id: { name: "FIELD_ID", width: 120 },
  application_id: { name: "APPL_ID", width: 120 },
  application_event_id: { name: "EVENT_ID", width: 36 },
  application_date: { name: "APPL_DATE", width: 10 },
  application_method: { name: "METHOD", width: 24 },
  products: { name: "PRODUCTS", width: 254 },
  rates: { name: "RATES", width: 254 },
  droplet_size: { name: "DROPLETS", width: 24 },
  boom_height: { name: "BOOM", width: 12 },
  computed_at: { name: "COMPUTED", width: 24 },
  wind_from_deg: { name: "WIND_DEG", width: 8, decimals: 2 },
  wind_speed_mph: { name: "WIND_MPH", width: 8, decimals: 2 },
};

function layer(name: string, zones: readonly Zone[], plan: MachinePlan): Record<string, Uint8Array> {
  const members = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const rows = zones.map((zone) => {
    const values = membersOf(zone, plan);
    return members.map((member): Cell => values[member]);
  });
  const { shp, shx } = shapes(zones.map(({ geometry }) => geometry));
  return {
    [`${name}.shp`]: shp,
    [`${name}.shx`]: shx,
    [`${name}.dbf`]: writeDbase(Object.values(COLUMNS), rows, plan.computedAt),
    [`${name}.prj`]: strToU8(WGS84),
    [`${name}.cpg`]: strToU8("UTF-8"),
  };
}

/**
 * Two shapefiles in a zip: `boundary`, the outline, and `rates`, which covers the field with the rate of each zone. One
 * file with both would lay the outline over the rates, and terminals take either alone.
 *
 * Own code: the library of npm turns holes and parts into ground to spray (decision 0013).
 */
export function writeShapefile(plan: MachinePlan): Uint8Array {
  const zones = zonesOf(plan);
  return zipSync(
    {
      ...layer(
        "boundary",
        zones.filter(({ kind }) => kind === "field"),
        plan,
      ),
      ...layer(
        "rates",
        zones.filter(({ kind }) => kind !== "field"),
        plan,
      ),
    },
    { mtime: plan.computedAt },
  );
}

import { ByteBuffer } from "flatbuffers";
import { ISOXMLManager, type Task, type TreatmentZone } from "isoxml";
import type { FeatureCollection, MultiPolygon, Polygon, Position } from "geojson";
import { SaxesParser } from "saxes";
import { read as readShapefile } from "shapefile";
import { expect } from "vitest";
import { buffer } from "node:stream/consumers";
import yauzl from "yauzl";

/** One zone as a reader of the format sees it: readers that share no code with the writers. */
export interface ReadZone {
  kind: string;
  polygons: Position[][][];
  rate: number | null;
  fieldName: string;
}

/** Every file of a zip, by its name; a zip that is not sound throws. */
function unzip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(Buffer.from(bytes), { lazyEntries: true, strictFileNames: true }, (fault, zip) => {
      if (fault !== null) {
        reject(fault);
        return;
      }
      const files = new Map<string, Buffer>();
      zip.on("error", reject);
      zip.on("end", () => {
        resolve(files);
      });
      zip.on("entry", (entry: yauzl.Entry) => {
        zip.openReadStream(entry, (broken, stream) => {
          if (broken !== null) {
            reject(broken);
            return;
          }
          buffer(stream).then((content) => {
            files.set(entry.fileName, content);
            zip.readEntry();
          }, reject);
        });
      });
      zip.readEntry();
    });
  });
}

const polygonsOf = (geometry: Polygon | MultiPolygon): Position[][][] =>
  geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;

export function fromGeoJson(bytes: Uint8Array): ReadZone[] {
  const { features } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as FeatureCollection<
    MultiPolygon,
    { kind: string; rate: number | null; field_name: string }
  >;
  return features.map(({ geometry, properties: { kind, rate, field_name: fieldName } }) => ({
    kind,
    rate,
    fieldName,
    polygons: geometry.coordinates,
  }));
}

interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  text: string;
}

/** Well formed by XML 1.0, or it throws: characters that XML does not know, too. */
function parseXml(bytes: Uint8Array): XmlNode {
  const root: XmlNode = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (fault) => {
    throw fault;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const node: XmlNode = { name, attributes, children: [], text: "" };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on("text", (text) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).close();
  return root;
}

const all = (node: XmlNode, name: string): XmlNode[] => [
  ...node.children.filter((child) => child.name === name),
  ...node.children.flatMap((child) => all(child, name)),
];

export function fromKml(bytes: Uint8Array): ReadZone[] {
  return all(parseXml(bytes), "Placemark").map((placemark) => {
    const values = new Map(
      all(placemark, "Data").map(({ attributes, children }) => [attributes.name, children[0]?.text ?? ""]),
    );
    const rate = values.get("rate");
    return {
      kind: values.get("kind") ?? "",
      fieldName: values.get("field_name") ?? "",
      rate: rate === undefined ? null : Number(rate),
      polygons: all(placemark, "Polygon").map((polygon) =>
        all(polygon, "coordinates").map(({ text }) => text.split(" ").map((place) => place.split(",").map(Number))),
      ),
    };
  });
}

export async function fromShapefile(bytes: Uint8Array): Promise<ReadZone[]> {
  const files = await unzip(bytes);
  const zones: ReadZone[] = [];
  for (const layer of ["boundary", "rates"]) {
    const [shp, dbf] = [files.get(`${layer}.shp`), files.get(`${layer}.dbf`)];
    if (shp === undefined || dbf === undefined) throw new Error(`the zip has no ${layer}`);
    expect(files.get(`${layer}.cpg`)?.toString()).toBe("UTF-8");
    expect(files.get(`${layer}.prj`)?.toString()).toContain("GCS_WGS_1984");
    const { features } = await readShapefile(shp, dbf, { encoding: "utf-8" });
    for (const { geometry, properties } of features) {
      zones.push({
        kind: String(properties.KIND),
        fieldName: String(properties.FIELD ?? ""),
        rate: properties.RATE === null ? null : Number(properties.RATE),
        polygons: polygonsOf(geometry),
      });
    }
  }
  return zones;
}

/** A table of a FlatBuffer: its members by their place in the schema. */
class Table {
  constructor(
    private readonly bytes: ByteBuffer,
    private readonly at: number,
  ) {}

  private member(place: number): number | null {
    const offset = this.bytes.__offset(this.at, 4 + 2 * place);
    return offset === 0 ? null : this.at + offset;
  }

  byte(place: number): number {
    return this.bytes.readUint8(this.member(place) ?? Number.NaN);
  }

  text(place: number): string {
    return String(this.bytes.__string(this.member(place) ?? Number.NaN));
  }

  table(place: number): Table {
    return new Table(this.bytes, this.bytes.__indirect(this.member(place) ?? Number.NaN));
  }

  private list<Item>(place: number, size: number, item: (at: number) => Item): Item[] {
    const member = this.member(place);
    if (member === null) return [];
    const offset = member - this.at;
    const start = this.bytes.__vector(this.at + offset);
    return Array.from({ length: this.bytes.__vector_len(this.at + offset) }, (_unused, index) =>
      item(start + index * size),
    );
  }

  tables(place: number): Table[] {
    return this.list(place, 4, (at) => new Table(this.bytes, this.bytes.__indirect(at)));
  }

  doubles(place: number): number[] {
    return this.list(place, 8, (at) => this.bytes.readFloat64(at));
  }

  wholes(place: number): number[] {
    return this.list(place, 4, (at) => this.bytes.readUint32(at));
  }

  raw(place: number): Buffer {
    return Buffer.from(this.list(place, 1, (at) => this.bytes.readUint8(at)));
  }

  wholeAt(place: number): number {
    return this.bytes.readUint32(this.member(place) ?? Number.NaN);
  }

  short(place: number): number {
    return this.bytes.readUint16(this.member(place) ?? Number.NaN);
  }
}

function ringsOf(polygon: Table): Position[][] {
  const [places, ends] = [polygon.doubles(1), polygon.wholes(0)];
  return ends.map((end, ring) =>
    Array.from({ length: end - (ends[ring - 1] ?? 0) }, (_unused, index): Position => {
      const at = 2 * ((ends[ring - 1] ?? 0) + index);
      return [places[at] ?? Number.NaN, places[at + 1] ?? Number.NaN];
    }),
  );
}

const DOUBLE = 10;

function valuesOf(raw: Buffer, columns: readonly Table[]): Map<string, string | number> {
  const values = new Map<string, string | number>();
  for (let at = 0; at < raw.length;) {
    const column = columns[raw.readUInt16LE(at)];
    if (column === undefined) throw new Error("a value is of no column");
    at += 2;
    if (column.byte(1) === DOUBLE) {
      values.set(column.text(0), raw.readDoubleLE(at));
      at += 8;
    } else {
      const length = raw.readUInt32LE(at);
      values.set(
        column.text(0),
        new TextDecoder("utf-8", { fatal: true }).decode(raw.subarray(at + 4, at + 4 + length)),
      );
      at += 4 + length;
    }
  }
  return values;
}

/** By the published schemas; GDAL 3.6 reads the same files, which is no part of this suite. */
export function fromFlatGeobuf(bytes: Uint8Array): ReadZone[] {
  expect([...bytes.subarray(0, 8)]).toEqual([0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0]);
  const tables: Table[] = [];
  for (let at = 8; at < bytes.length;) {
    const size = Buffer.from(bytes).readUInt32LE(at);
    const buffer = new ByteBuffer(bytes.slice(at + 4, at + 4 + size));
    tables.push(new Table(buffer, buffer.readInt32(0)));
    at += 4 + size;
  }
  const [header, ...features] = tables;
  if (header === undefined) throw new Error("the file has no header");
  expect([header.byte(2), header.short(9), header.table(10).text(0)]).toEqual([6, 0, "EPSG"]);
  expect(header.table(10).wholeAt(1)).toBe(4326);
  return features.map((feature) => {
    const values = valuesOf(feature.raw(1), header.tables(7));
    const rate = values.get("rate");
    return {
      kind: String(values.get("kind")),
      fieldName: String(values.get("field_name")),
      rate: rate === undefined ? null : Number(rate),
      polygons: feature.table(0).tables(7).map(ringsOf),
    };
  });
}

const KIND_OF_ZONE: Record<number, string> = { 1: "treatable", 2: "buffer" };

type Rings = { attributes: { LineString?: { attributes: { Point?: { attributes: Place }[] } }[] } }[];
interface Place {
  PointNorth: number;
  PointEast: number;
}

const ground = (polygons: Rings): Position[][][] =>
  polygons.map(({ attributes: { LineString: lines = [] } }) =>
    lines.map(({ attributes: { Point: points = [] } }) =>
      points.map(({ attributes: { PointEast, PointNorth } }): Position => [PointEast, PointNorth]),
    ),
  );

export interface ReadTask {
  warnings: string[];
  task: Task;
  /** Zones by their number, with the value that the machine is given. */
  values: Map<number, number>;
  zones: ReadZone[];
}

/** A task as a terminal's software reads it, with what it warns of. */
export async function fromIsoxml(bytes: Uint8Array): Promise<ReadTask> {
  const files = await unzip(bytes);
  expect([...files.keys()].filter((name) => !name.endsWith("/"))).toEqual(["TASKDATA/TASKDATA.XML"]);
  parseXml(files.get("TASKDATA/TASKDATA.XML") ?? new Uint8Array());
  const manager = new ISOXMLManager();
  await manager.parseISOXMLFile(bytes, "application/zip");
  const { Task: tasks = [], Partfield: fields = [] } = manager.rootElement.attributes;
  const [task, field] = [tasks[0], fields[0]];
  if (task === undefined || field === undefined) throw new Error("the file has no task, or no field");
  const zones = task.attributes.TreatmentZone ?? [];
  const valueOf = ({ attributes }: TreatmentZone) =>
    attributes.ProcessDataVariable?.[0]?.attributes.ProcessDataValue ?? Number.NaN;
  const fieldName = field.attributes.PartfieldDesignator;
  return {
    warnings: manager.getWarnings(),
    task,
    values: new Map(zones.map((zone) => [zone.attributes.TreatmentZoneCode, valueOf(zone)])),
    zones: [
      {
        kind: "field",
        fieldName,
        rate: null,
        polygons: ground(field.attributes.PolygonnonTreatmentZoneonly ?? []),
      },
      ...zones.flatMap((zone) => {
        const { TreatmentZoneCode: code, PolygonTreatmentZoneonly: polygons } = zone.attributes;
        const kind = KIND_OF_ZONE[code];
        if (kind === undefined || polygons === undefined) return [];
        return [{ kind, fieldName, rate: valueOf(zone), polygons: ground(polygons) }];
      }),
    ],
  };
}

/** A ring that begins anywhere and runs either way, as one text. */
function ringText(ring: readonly Position[]): string {
  const open = ring.slice(0, -1).map(String);
  const [first = ""] = open.toSorted();
  const start = open.indexOf(first);
  const forward = [...open.slice(start), ...open.slice(0, start)];
  const backward = [first, ...forward.slice(1).reverse()];
  return [forward.join(" "), backward.join(" ")].toSorted()[0] ?? "";
}

/** The same ground gives the same texts, in whatever order its parts and holes come: exteriors first in each. */
export const groundText = (polygons: readonly Position[][][]): string[] =>
  polygons.map(([shell = [], ...holes]) => [ringText(shell), ...holes.map(ringText).toSorted()].join(" | ")).toSorted();

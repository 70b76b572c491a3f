import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bbox, booleanIntersects } from "@turf/turf";
import type { BBox, FeatureCollection, MultiPolygon, Polygon } from "geojson";
import { findAreas } from "@/bench/comparisons/esa-check";
import { startForked } from "@/bench/support/bare-server";
import type { Bench, Comparison } from "@/bench/support/bench";
import { ROOT } from "@/bench/support/build";
import { onDatabase } from "@/bench/support/database";
import { type BenchField, FIELD_SIZES, type FieldSize, pick } from "@/bench/support/fields";
import { bodyOf, type Client, openForms } from "@/bench/support/http";
import type { Row } from "@/bench/support/report";
import { checkOf } from "@/bench/support/requests";
import { inRounds, type Rounds, timeEach } from "@/bench/support/rounds";
import type { Service } from "@/bench/support/service";

const ROUNDS = 5;
const FIELDS = 40;
/** Seconds a query: it reads every position of every area each time. */
const KOOP_ROUNDS = 2;
const KOOP_FIELDS = 3;
const WARM_UP = 800;
const QUERY = "/rest/services/areas/FeatureServer/0/query";
const FOLDER = join(ROOT, ".data/bench-peers");
const PACKAGES = ["@koopjs/featureserver@9.3.0", "express@4.21.2"];

type Areas = FeatureCollection<Polygon | MultiPolygon, { pula_id: number }>;

/** The areas of every side, whole, as they came. */
const areasOf = ({ database }: Bench): Promise<Areas> =>
  onDatabase(database.owner, async (sql) => {
    const { rows } = await sql.query<{ pula_id: number; shape: string }>(
      `SELECT pula_id, ST_AsGeoJSON(feature.geom, 15) AS shape
       FROM active_data_set AS active JOIN pula_feature AS feature USING (data_set_id) WHERE active.kind = 'pula'`,
    );
    const features = rows.map(({ pula_id, shape }) => ({
      type: "Feature" as const,
      properties: { pula_id },
      geometry: JSON.parse(shape) as Polygon | MultiPolygon,
    }));
    return { type: "FeatureCollection", features };
  });

/** Koop's packages, which are no part of the service, from the registry into a folder that nothing commits. */
function installKoop(say: Bench["say"]): void {
  if (existsSync(join(FOLDER, "node_modules/@koopjs/featureserver"))) return;
  say(`peers: installing ${PACKAGES.join(" and ")}`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "package.json"), '{ "private": true }\n');
  // Its native part is a quicker hash for objects without an id, and these have one.
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...PACKAGES], {
    cwd: FOLDER,
    stdio: "ignore",
  });
}

interface Koop {
  client: Client;
  stop: () => Promise<void>;
}

async function startKoop(areas: Areas, say: Bench["say"]): Promise<Koop> {
  installKoop(say);
  const path = join(FOLDER, "areas.geojson");
  writeFileSync(path, JSON.stringify({ ...areas, metadata: { name: "areas", idField: "pula_id" } }));
  const server = await startForked("bench/support/koop-server.mjs", { KOOP_FOLDER: FOLDER, KOOP_AREAS: path });
  const client = openForms(server.url);
  const stop = async (): Promise<void> => {
    client.close();
    await server.stop();
  };
  return { client, stop };
}

/** The query that EPA's own service is asked: which areas meet this field? */
async function askKoop({ client }: Koop, { boundary }: BenchField): Promise<number[]> {
  // Rings of one polygon after the other, as that protocol has them.
  const rings = boundary.geometry.coordinates.flat();
  const form = new URLSearchParams({
    geometry: JSON.stringify({ rings, spatialReference: { wkid: 4326 } }),
    geometryType: "esriGeometryPolygon",
    spatialRel: "esriSpatialRelIntersects",
    inSR: "4326",
    outFields: "pula_id",
    returnGeometry: "false",
    f: "json",
  });
  const answer = bodyOf(await client.post(QUERY, form.toString()), "the feature server") as {
    features: { attributes: { pula_id: number } }[];
  };
  return idsOf(answer.features.map(({ attributes }) => attributes.pula_id));
}

const idsOf = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);

const isApart = (a: BBox, b: BBox): boolean => a[0] > b[2] || b[0] > a[2] || a[1] > b[3] || b[1] > a[3];

/** What an application without a database does: boxes first, then each area that is left, by turf. */
function turfSearch(areas: Areas): (field: BenchField) => number[] {
  const boxed = areas.features.map((area) => ({ area, box: bbox(area) }));
  return ({ boundary }) => {
    const own = bbox(boundary.geometry);
    const near = boxed.filter(({ box }) => !isApart(box, own));
    const meeting = near.filter(({ area }) => booleanIntersects(area, boundary.geometry));
    return idsOf(meeting.map(({ area }) => area.properties.pula_id));
  };
}

/** The service's own statement: areas with their limitations, those within a mile, and the counties. */
const ask = async (service: Service, field: BenchField): Promise<number[]> =>
  idsOf((await findAreas(service, field)).pulas.map(({ pulaId }) => pulaId));

interface Sides {
  service: Service;
  koop: Koop;
  turf: (field: BenchField) => number[];
}

const askedOfKoop = (fields: readonly BenchField[]): BenchField[] => pick(fields, KOOP_FIELDS);

/** On how many fields a peer finds other areas than the service. */
async function differing(
  bench: Bench,
  fields: readonly BenchField[],
  { service, koop, turf }: Sides,
): Promise<Record<"koop" | "turf", number>> {
  const found = { koop: 0, turf: 0 };
  const note = (peer: "koop" | "turf", { name }: BenchField, ours: string, theirs: string): void => {
    if (theirs === ours) return;
    found[peer] += 1;
    bench.say(`peers: ${name}: ours ${ours || "none"}, ${peer} ${theirs || "none"}`);
  };
  for (const field of fields) {
    const ours = (await ask(service, field)).join(" ");
    note("turf", field, ours, turf(field).join(" "));
    if (askedOfKoop(fields).includes(field)) note("koop", field, ours, (await askKoop(koop, field)).join(" "));
  }
  return found;
}

async function compare(bench: Bench, sides: Sides, size: FieldSize): Promise<Row[]> {
  const { service, koop, turf } = sides;
  const fields = pick(service.served[size], FIELDS);
  const differs = await differing(bench, fields, sides);
  const overHttp = await inRounds(KOOP_ROUNDS, {
    work: () => timeEach(fields, (field) => check(service, field)),
    base: () => timeEach(askedOfKoop(fields), (field) => askKoop(koop, field)),
  });
  const inProcess = await inRounds(ROUNDS, {
    work: () => timeEach(fields, (field) => ask(service, field)),
    base: () => timeEach(fields, async (field) => turf(field)),
  });
  const row = (work: string, comparedWith: string, rounds: Rounds, differing: number): Row => ({
    work: `${work}, ${size} fields`,
    comparedWith,
    ratio: rounds.ratio,
    target: null,
    figures: { ...rounds, fields: fields.length, differing },
  });
  return [
    row("a whole check over HTTP", "Koop's feature server, the area query alone", overHttp, differs.koop),
    row("the area statement, a mile around and counties with it", "turf in process", inProcess, differs.turf),
  ];
}

const check = async ({ client }: Service, field: BenchField): Promise<unknown> =>
  bodyOf(await client.post("/api/v2/esa-check", checkOf(field, `peers-${randomUUID()}`)), "the check");

/** The same areas and fields by other means: an ArcGIS-style feature server (Koop), and turf over GeoJSON in process. */
export const peers: Comparison = {
  name: "peers",
  run: async (bench: Bench): Promise<Row[]> => {
    const service = await bench.service();
    const areas = await areasOf(bench);
    const koop = await startKoop(areas, bench.say);
    try {
      const { ordinary } = service.served;
      for (let done = 0; done < WARM_UP; done += ordinary.length) {
        for (const field of ordinary) await check(service, field);
      }
      const sides: Sides = { service, koop, turf: turfSearch(areas) };
      const rows: Row[] = [];
      for (const size of FIELD_SIZES) rows.push(...(await compare(bench, sides, size)));
      return rows;
    } finally {
      await koop.stop();
    }
  },
};

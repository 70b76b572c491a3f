import type { Position } from "geojson";
import { checkBoundary } from "@/lib/geo/boundary";
import { type Geos, startGeos } from "@/lib/geo/kernel";
import { localPlane } from "@/lib/geo/plane";
import { analyzeSoil } from "@/lib/usecases/fields/analyze-soil";
import type { Bench, Comparison } from "@/bench/support/bench";
import { cpuOf, postgresCpu } from "@/bench/support/cpu";
import { type BenchField, LIMITS, sha256 } from "@/bench/support/fields";
import { type Answer, type Client, openClient } from "@/bench/support/http";
import { loadNow, type Row } from "@/bench/support/report";
import { ACCOUNT, makeProvider, openParts, PROVIDER } from "@/bench/support/service";
import { APPLICATION_DATE, checkOf } from "@/bench/support/requests";
import { startServer } from "@/bench/support/server";
import type { PolygonFeature } from "@/bench/support/shared-files";

/**
 * Boundaries as costly as a stranger can make them, each at the limits of `lib/geo/cost.ts` and beyond, sent to every route
 * that works on one. Ground is divided as finely as hilly country: pieces of 4 ha. Everything at a boundary's first sight.
 */
const BAR_MS = 3000;
const TILES = 10;
const plane = localPlane({ lon: -87.2, lat: 32.4 });
const SMALL = 400;
const LARGE = 5500;
/** With this radius the field has nearly as many hectares as are accepted. */
const LARGEST = 11_000;

type Radius = (index: number) => number;
const ring = (positions: number, radiusAt: Radius, [east, north] = [0, 0]): Position[] => {
  const open = Array.from({ length: positions - 1 }, (_, index): Position => {
    const angle = (2 * Math.PI * index) / (positions - 1);
    return plane.toGround([east + radiusAt(index) * Math.cos(angle), north + radiusAt(index) * Math.sin(angle)]);
  });
  return [...open, ...open.slice(0, 1)];
};
const star =
  (radius: number, inner: number): Radius =>
  (index) =>
    index % 2 === 0 ? radius : inner * radius;
const recorded =
  (radius: number, byM: number): Radius =>
  (index) =>
    radius + byM * Math.sin(index ** 2);
const holes = (count: number, positions: number, radius: number, holeRadius: number): Position[][] => {
  const side = Math.ceil(Math.sqrt(count));
  const stepM = (1.3 * radius) / side;
  const place = (step: number): number => -0.65 * radius + (step + 0.5) * stepM;
  return Array.from({ length: count }, (_, index) =>
    ring(positions, () => holeRadius, [place(index % side), place(Math.floor(index / side))]),
  );
};

type Shape = [name: string, rings: Position[][]];
const SHAPES: readonly Shape[] = [
  ["circle of 60 positions", [ring(60, () => SMALL)]],
  ["large circle of 60 positions", [ring(60, () => LARGE)]],
  ["large circle of 5,000 positions", [ring(5000, () => LARGE)]],
  ["large star of 4,999 positions", [ring(4999, star(LARGE, 0.974))]],
  ["large star of 1,401 positions", [ring(1401, star(LARGE, 0.95))]],
  ["large star of 120 long spikes", [ring(241, star(LARGE, 0.35))]],
  ["large star of 60 long spikes", [ring(121, star(LARGE, 0.35))]],
  ["largest circle of 5,000 positions", [ring(5000, () => LARGEST)]],
  ["largest star of 1,401 positions", [ring(1401, star(LARGEST, 0.95))]],
  ["star of 4,999 positions, off by 5 m", [ring(4999, star(SMALL, 0.9875))]],
  ["5,000 positions, off by a foot", [ring(5000, recorded(SMALL, 0.3))]],
  ["5,000 positions, off by 3 inches", [ring(5000, recorded(SMALL, 0.08))]],
  ["2,500 positions, off by a foot", [ring(2500, recorded(SMALL, 0.3))]],
  ["200 holes of 20 positions", [ring(900, () => SMALL), ...holes(200, 20, SMALL, 7)]],
  ["50 holes of 98 positions", [ring(100, () => SMALL), ...holes(50, 98, SMALL, 7)]],
  ["20 holes of 240 positions", [ring(100, () => SMALL), ...holes(20, 240, SMALL, 20)]],
  ["20 large holes of 240 positions", [ring(100, () => LARGE), ...holes(20, 240, LARGE, 400)]],
];

function fieldOf(geos: Geos, name: string, coordinates: Position[][]): BenchField {
  const feature: PolygonFeature = { type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates } };
  const boundary = checkBoundary(geos, feature, LIMITS, { form: "feature", sha256 });
  // One that is refused is sent all the same: what it costs to refuse is asked too.
  const unread = { geometry: { type: "MultiPolygon" as const, coordinates: [coordinates] }, hash: sha256(name) };
  return { name, size: "large", feature, boundary: "faults" in boundary ? unread : boundary };
}

/** The same shape a little farther east, so that no earlier answer about its soil is at hand. */
const moved = (rings: Position[][], steps: number): Position[][] =>
  rings.map((each) => each.map(([lon = 0, lat = 0]): Position => [lon + steps * 1e-5, lat]));

const idOf = ({ boundary }: BenchField): string => boundary.hash.slice(0, 16);
const post = (client: Client, path: string, body: unknown): Promise<Answer> => client.post(path, JSON.stringify(body));

interface Route {
  name: string;
  /** Routes of one place are asked about one field; another place is the same shape beside it, at first sight. */
  place: number;
  ask: (client: Client, field: BenchField, eventId: string) => Promise<Answer>;
}

/** In this order: a check saves the application that the later ones need. */
const ROUTES: readonly Route[] = [
  {
    name: "soil",
    place: 0,
    ask: (client, { feature }) =>
      post(client, "/api/v2/soil/process", { provider_id: PROVIDER, field_boundary: feature }),
  },
  {
    name: "field",
    place: 1,
    ask: (client, field) =>
      post(client, "/api/v2/process-field", {
        provider_id: PROVIDER,
        account_id: ACCOUNT,
        field_name: field.name,
        provider_field_id: `field-${idOf(field)}`,
        field_boundary: field.feature,
      }),
  },
  {
    name: "check",
    place: 2,
    ask: (client, field) => client.post("/api/v2/esa-check", checkOf(field, `bomb-${idOf(field)}`)),
  },
  {
    name: "drift",
    place: 2,
    ask: (client, _, eventId) =>
      post(client, `/api/v2/applications/${eventId}/drift-buffer/compute?wind_rose=true`, {
        wind_direction_deg: 225,
        wind_speed_mph: 7.5,
        humidity_percent: 64,
        geometry: "both",
      }),
  },
  {
    name: "report",
    place: 2,
    ask: (client, field) =>
      client.get(`/api/v2/fields/${idOf(field)}/reports/runoff?year=${APPLICATION_DATE.slice(0, 4)}`),
  },
];
const PLACES = [0, 1, 2];
/** A first turn that is not counted: threads start, code is compiled, and statements are planned. */
const WARM_UPS = 3;

/** Every shape on every route: the time of the answer, and the processor time of web process and database. */
export const bombs: Comparison = {
  name: "bombs",
  run: async (bench: Bench): Promise<Row[]> => {
    const geos = await startGeos();
    const [first, ...others] = SHAPES;
    if (first === undefined) throw new RangeError("there are no shapes");
    const fields = [...Array<Shape>(WARM_UPS).fill(first), first, ...others].map(([name, rings], turn) =>
      PLACES.map((place) => fieldOf(geos, name, moved(rings, turn * PLACES.length + place))),
    );
    const { deps, env, stop } = await openParts(bench.database, fields.flat(), TILES);
    const stops = [stop];
    try {
      const apiKey = await makeProvider(deps);
      bench.say("bombs: the survey's squares under all shapes");
      await analyzeSoil({ deps, signal: new AbortController().signal }, around(geos).boundary);
      const server = await startServer(env, bench.say);
      stops.push(server.stop);
      const client = openClient(server.url, apiKey, 1);
      stops.push(async () => {
        client.close();
        await Promise.resolve();
      });
      const databaseCpu = (await postgresCpu(bench.sql)) ?? (() => Number.NaN);
      const cpu = (): [number, number] => [cpuOf(server.pid), databaseCpu()];
      const rows: Row[] = [];
      for (const places of fields) rows.push(...(await askAll(client, places, cpu)));
      return rows.slice(WARM_UPS * ROUTES.length);
    } finally {
      for (const each of stops.reverse()) await each();
    }
  },
};

/** A field that covers what all shapes cover. */
const around = (geos: Geos): BenchField => fieldOf(geos, "all ground", [ring(8, () => 1.15 * LARGEST)]);

/** One shape on every route, until one refuses it. */
async function askAll(client: Client, places: readonly BenchField[], cpu: () => [number, number]): Promise<Row[]> {
  const rows: Row[] = [];
  let eventId = "none";
  for (const { name, place, ask } of ROUTES) {
    const field = places[place];
    if (field === undefined) throw new RangeError(`the route ${name} has no field`);
    const [before, started] = [cpu(), performance.now()];
    const { status, text } = await ask(client, field, eventId);
    const ms = performance.now() - started;
    const [webMs, databaseMs] = [cpu()[0] - before[0], cpu()[1] - before[1]];
    const figures = { status, ms, webMs, databaseMs, load: loadNow()[0] };
    rows.push(rowOf(`${field.name}, ${name}: ${status} after ${(ms / 1000).toFixed(2)} s`, figures));
    if (status === 422) break;
    if (name === "check") eventId = eventOf(text);
  }
  return rows;
}

const eventOf = (text: string): string =>
  (JSON.parse(text) as { application_event_id?: string }).application_event_id ?? "none";

const rowOf = (
  work: string,
  figures: Record<"ms" | "webMs" | "databaseMs", number> & Record<string, unknown>,
): Row => ({
  work: `${work}, of a processor ${(figures.webMs / 1000).toFixed(2)} s web and ${(figures.databaseMs / 1000).toFixed(2)} s database`,
  comparedWith: `${BAR_MS / 1000} s`,
  ratio: figures.ms / BAR_MS,
  target: { bound: "at most", value: 1 },
  figures,
});

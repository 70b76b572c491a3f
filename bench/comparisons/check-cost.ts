import { randomUUID } from "node:crypto";
import { STORED_ASSESSMENT_FORMAT } from "@/lib/data/stored/assessment";
import type { Bench, Comparison } from "@/bench/support/bench";
import { type BareServer, startBareServer } from "@/bench/support/bare-server";
import { cpuOf, postgresCpu } from "@/bench/support/cpu";
import { onDatabase } from "@/bench/support/database";
import type { BenchField } from "@/bench/support/fields";
import { type Client, openClient } from "@/bench/support/http";
import { flood } from "@/bench/support/overload";
import type { Row } from "@/bench/support/report";
import { checkOf, earlyReturnOf } from "@/bench/support/requests";
import { median } from "@/bench/support/rounds";
import { startServer } from "@/bench/support/server";
import type { Service } from "@/bench/support/service";

/** A second checkout, built there: both are measured in turns, and the rows compare with it. */
const BASELINE = process.env.BENCH_BASELINE ?? "";
/** The program of another Node: our own checkout is measured under it too, in turns. */
const OTHER_NODE = process.env.BENCH_NODE ?? "";
/** `BENCH_PARTS=check`: only these, for who tries one change after another. */
const PARTS = new Set((process.env.BENCH_PARTS ?? "check,early,overload").split(","));
const ROUNDS = 8;
/** Enough for the clock's hundredths of a second to be exact to a percent. */
const CHECKS = 200;
const REQUESTS = 1000;
const WARM_UP = 800;
const AT_ONCE = 8;
const OVERLOAD_S = 8;
const PATH = "/api/v2/esa-check";

interface Side {
  name: string;
  pid: number;
  client: Client;
  /** Without a key. */
  stranger: Client;
  url: string;
  close: () => Promise<void>;
}

interface Cost {
  webMs: number;
  databaseMs: number | null;
  wallMs: number;
}

/** What a batch of requests costs, each: the web process's time, PostgreSQL's, and the clock's. */
async function costOf(
  pid: number,
  database: (() => number) | null,
  count: number,
  send: (index: number) => Promise<unknown>,
): Promise<Cost> {
  const [web, server, started] = [cpuOf(pid), database?.() ?? null, performance.now()];
  let next = 0;
  const line = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await send(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  return {
    webMs: (cpuOf(pid) - web) / count,
    databaseMs: server === null || database === null ? null : (database() - server) / count,
    wallMs: (performance.now() - started) / count,
  };
}

async function expecting(status: number, answer: Promise<{ status: number; text: string }>): Promise<void> {
  const found = await answer;
  if (found.status !== status) throw new Error(`answered ${found.status}, not ${status}: ${found.text.slice(0, 300)}`);
}

const at = (fields: readonly BenchField[], index: number): BenchField => {
  const field = fields[index % fields.length];
  if (field === undefined) throw new RangeError("there is no field");
  return field;
};

type Work = (side: Side, index: number) => Promise<void>;

/** Every kind of request whose cost is measured. */
function worksOf({ served }: Service): Record<"check" | "early" | "unreadable" | "stranger", Work> {
  const field = (index: number) => at(served.ordinary, index);
  return {
    check: ({ client }, index) => expecting(200, client.post(PATH, checkOf(field(index), `cost-${randomUUID()}`))),
    early: ({ client }, index) => expecting(200, client.post(PATH, earlyReturnOf(field(index)))),
    unreadable: ({ client }, index) =>
      expecting(422, client.post(PATH, checkOf(field(index), "faulty", { application_date: "never" }))),
    stranger: ({ stranger }, index) => expecting(401, stranger.post(PATH, earlyReturnOf(field(index)))),
  };
}

async function openSide(service: Service, name: string, server: { url: string; pid: number }): Promise<Side> {
  const client = openClient(server.url, service.apiKey, AT_ONCE);
  const stranger = openClient(server.url, "not-a-key", AT_ONCE);
  const close = async (): Promise<void> => {
    client.close();
    stranger.close();
    await Promise.resolve();
  };
  return { name, pid: server.pid, url: server.url, client, stranger, close };
}

/** One whose server is its own. */
async function startSide(bench: Bench, service: Service, name: string, how: { root?: string; node?: string }) {
  const server = await startServer(service.env, bench.say, how.root, how.node);
  const side = await openSide(service, name, server);
  const close = async (): Promise<void> => {
    await side.close();
    await server.stop();
  };
  return { ...side, close };
}

/** Ours, the baseline's where there is one, and ours under another Node where one is named. */
async function openSides(bench: Bench, service: Service): Promise<Side[]> {
  const sides = [await openSide(service, "ours", service.server)];
  if (BASELINE !== "") sides.push(await startSide(bench, service, "baseline", { root: BASELINE }));
  if (OTHER_NODE !== "") sides.push(await startSide(bench, service, "other node", { node: OTHER_NODE }));
  return sides;
}

/** Costs of both sides in turns, the first of a round changing each time. */
async function inTurns(sides: readonly Side[], measure: (side: Side) => Promise<Cost>): Promise<Map<string, Cost>> {
  const found = new Map(sides.map(({ name }) => [name, [] as Cost[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of round % 2 === 0 ? sides : [...sides].reverse()) found.get(side.name)?.push(await measure(side));
  }
  return new Map([...found].map(([name, costs]) => [name, middleOf(costs)]));
}

const middleOf = (costs: readonly Cost[]): Cost => ({
  webMs: median(costs.map(({ webMs }) => webMs)),
  databaseMs: costs.some(({ databaseMs }) => databaseMs === null)
    ? null
    : median(costs.map(({ databaseMs }) => databaseMs ?? 0)),
  wallMs: median(costs.map(({ wallMs }) => wallMs)),
});

const noCost: Cost = { webMs: Number.NaN, databaseMs: null, wallMs: Number.NaN };

/** Bytes of the assessments that this checkout saved, as they lie in the table, each. */
async function storedBytes({ database }: Bench): Promise<Record<string, number>> {
  return onDatabase(database.admin ?? database.owner, async (sql) => {
    const { rows } = await sql.query<Record<string, number>>(
      `SELECT count(*)::int AS assessments, avg(pg_column_size(body))::float8 AS "bodyBytes",
              avg(length(body::text))::float8 AS "textBytes",
              avg(length((body->'explanation')::text))::float8 AS "explanationBytes"
       FROM (SELECT body FROM assessment WHERE format_version = $1 ORDER BY calculated_at DESC LIMIT 1000) AS newest`,
      [STORED_ASSESSMENT_FORMAT],
    );
    return rows[0] ?? {};
  });
}

async function checkRows(bench: Bench, service: Service, sides: readonly Side[]): Promise<Row[]> {
  const { check } = worksOf(service);
  const database = await postgresCpu(bench.sql);
  const costs = await inTurns(sides, (side) => costOf(side.pid, database, CHECKS, (index) => check(side, index)));
  const [ours = noCost, base, other] = [costs.get("ours"), costs.get("baseline"), costs.get("other node")];
  bench.say(`cost of a check: ${JSON.stringify({ ours, base, other })}`);
  const stored = await storedBytes(bench);
  bench.say(`stored: ${JSON.stringify(stored)}`);
  const figures = { ...Object.fromEntries(costs), stored, rounds: ROUNDS, checks: CHECKS };
  const row = (work: string, comparedWith: string, ratio: number, most: number): Row => ({
    work,
    comparedWith,
    ratio,
    target: { bound: "at most", value: most },
    figures,
  });
  return [
    row("web process, CPU a check", "1 ms", ours.webMs, 4.5),
    ...(ours.databaseMs === null ? [] : [row("PostgreSQL, CPU a check", "1 ms", ours.databaseMs, 4)]),
    {
      work: "checks a second that a core of the web process makes",
      comparedWith: "1 a second",
      ratio: 1000 / ours.webMs,
      target: { bound: "at least", value: 200 },
      figures,
    },
    ...(base === undefined ? [] : [row("web process, CPU a check", "the baseline's", ours.webMs / base.webMs, 0.5)]),
    ...(other === undefined
      ? []
      : [
          row("web process under the other Node, CPU a check", "1 ms", other.webMs, 4.5),
          row("web process under the other Node, CPU a check", "under this one", other.webMs / ours.webMs, 1),
        ]),
    ...(base === undefined || ours.databaseMs === null || base.databaseMs === null
      ? []
      : [row("PostgreSQL, CPU a check", "the baseline's", ours.databaseMs / base.databaseMs, 0.8)]),
  ];
}

/** Requests that end before any work, against a server that reads them and answers. */
async function earlyRows(bench: Bench, service: Service, sides: readonly Side[]): Promise<Row[]> {
  const works = worksOf(service);
  const bare: BareServer = await startBareServer();
  const client = openClient(bare.url, service.apiKey, AT_ONCE);
  const bareSide: Side = { ...bare, name: "bare", client, stranger: client, close: bare.stop };
  const bareWork: Work = ({ client: own }, index) =>
    expecting(200, own.post(PATH, earlyReturnOf(at(service.served.ordinary, index))));
  try {
    const rows: Row[] = [];
    for (const [name, work, most] of [
      ["early return", works.early, 1.3],
      ["422", works.unreadable, 1.3],
      ["401", works.stranger, 1.3],
    ] as const) {
      const costs = await inTurns([...sides, bareSide], (side) =>
        costOf(side.pid, null, REQUESTS, (index) => (side === bareSide ? bareWork : work)(side, index)),
      );
      const [ours = noCost, bareCost = noCost] = [costs.get("ours"), costs.get("bare")];
      const figures = { ...Object.fromEntries(costs), requests: REQUESTS };
      bench.say(`cost of ${name}: ${JSON.stringify(figures)}`);
      rows.push({
        work: `${name}, time of answer at ${AT_ONCE} at once`,
        comparedWith: "a bare node:http handler of the same body",
        ratio: ours.wallMs / bareCost.wallMs,
        target: { bound: "at most", value: most },
        figures,
      });
      rows.push({
        work: `${name}, CPU of the web process`,
        comparedWith: "1 ms",
        ratio: ours.webMs,
        target: { bound: "at most", value: 1 },
        figures,
      });
    }
    return rows;
  } finally {
    client.close();
    await bare.stop();
  }
}

/** Five times as many checks as the service can make, sent whether it answers or not. */
async function overloadRows(bench: Bench, service: Service, side: Side): Promise<Row[]> {
  let next = 0;
  const bodies = () => checkOf(at(service.served.ordinary, next++), `flood-${randomUUID()}`);
  const { check } = worksOf(service);
  const { wallMs } = await costOf(side.pid, null, CHECKS, (index) => check(side, index));
  const capacity = 1000 / wallMs;
  const client = openClient(side.url, service.apiKey, 200);
  try {
    const normal = await flood(client, { path: PATH, bodies, perSecond: capacity / 2, seconds: OVERLOAD_S });
    const over = await flood(client, { path: PATH, bodies, perSecond: 5 * capacity, seconds: OVERLOAD_S });
    const after = await flood(client, { path: PATH, bodies, perSecond: capacity / 2, seconds: OVERLOAD_S });
    const figures = { side: side.name, capacity, normal, over, after };
    bench.say(`overload of ${side.name}: ${JSON.stringify(figures)}`);
    return [
      {
        work: `accepted checks at five times the load, p99, ${side.name}`,
        comparedWith: "p99 at half the load",
        ratio: over.acceptedP99Ms / normal.acceptedP99Ms,
        target: { bound: "at most", value: 3 },
        figures,
      },
      {
        work: `checks accepted a second meanwhile, ${side.name}`,
        comparedWith: "a second at full load",
        ratio: over.accepted / OVERLOAD_S / capacity,
        target: null,
        better: "higher",
        figures,
      },
    ];
  } finally {
    client.close();
  }
}

/** Processor time of a check in the web process and in PostgreSQL, of what is refused, and answers under overload. */
export const checkCost: Comparison = {
  name: "cost",
  run: async (bench: Bench): Promise<Row[]> => {
    const service = await bench.service();
    const sides = await openSides(bench, service);
    const { check } = worksOf(service);
    try {
      bench.say(`cost: ${WARM_UP} checks a side to warm up`);
      for (const side of sides) await costOf(side.pid, null, WARM_UP, (index) => check(side, index));
      await onDatabase(bench.database.owner, (owner) => owner.query("ANALYZE"));
      const rows: Row[] = [];
      if (PARTS.has("check")) rows.push(...(await checkRows(bench, service, sides)));
      if (PARTS.has("early")) rows.push(...(await earlyRows(bench, service, sides)));
      if (PARTS.has("overload")) for (const side of sides) rows.push(...(await overloadRows(bench, service, side)));
      return rows;
    } finally {
      for (const side of sides) await side.close();
    }
  },
};

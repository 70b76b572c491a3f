import type { Bench, Comparison } from "@/bench/support/bench";
import { type BenchField, positionsOf } from "@/bench/support/fields";
import { bodyOf } from "@/bench/support/http";
import { loadFor } from "@/bench/support/load";
import type { Row } from "@/bench/support/report";
import { earlyReturnOf } from "@/bench/support/requests";
import { inRounds } from "@/bench/support/rounds";
import type { Service } from "@/bench/support/service";

const CONNECTIONS = 50;
const ROUNDS = 6;
const SECONDS = 2;
/** A process whose code is not compiled yet takes fifty at once for a rush, and refuses some. */
const WARM_UP = 400;

/** A check that ends early, ready to be sent; a field of more positions takes longer to read and to judge. */
async function bodyFor({ client }: Service, field: BenchField): Promise<string> {
  const body = earlyReturnOf(field);
  const answer = bodyOf(await client.post("/api/v2/esa-check", body), "the early return") as { esa_required: boolean };
  if (answer.esa_required) throw new Error("the early return's product has ESA language");
  return body;
}

async function compare(service: Service, field: BenchField): Promise<Row> {
  const { server, apiKey } = service;
  const body = await bodyFor(service, field);
  const work = () =>
    loadFor({
      url: `${server.url}/api/v2/esa-check`,
      connections: CONNECTIONS,
      duration: SECONDS,
      method: "POST",
      headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
      body,
    });
  const base = () =>
    loadFor({
      url: `${server.url}/api/health`,
      connections: CONNECTIONS,
      duration: SECONDS,
      method: "GET",
      headers: {},
    });
  for (let done = 0; done < WARM_UP; done += 1) await bodyFor(service, field);
  await work();
  await base();
  const rounds = await inRounds(ROUNDS, { work, base });
  return {
    work: `early return over HTTP, 50 connections, ${positionsOf(field)} positions`,
    comparedWith: "GET /api/health of the same server",
    ratio: rounds.ratio,
    target: { bound: "at most", value: 2 },
    figures: {
      ...rounds,
      meanRatio: rounds.work.meanMs / rounds.base.meanMs,
      bodyBytes: Buffer.byteLength(body),
    },
  };
}

/** The field in the middle by its number of positions. */
const middle = (fields: readonly BenchField[]): BenchField => {
  const sorted = [...fields].sort((a, b) => positionsOf(a) - positionsOf(b));
  const field = sorted[Math.floor(sorted.length / 2)];
  if (field === undefined) throw new Error("there is no field");
  return field;
};

/** The answer for products without ESA language against a handler that does nothing, both under load. */
export const earlyReturn: Comparison = {
  name: "early-return",
  run: async (bench: Bench): Promise<Row[]> => {
    const service = await bench.service();
    bench.say(
      `early return: ${ROUNDS} rounds of ${SECONDS} s a side at ${CONNECTIONS} connections, two sizes of field`,
    );
    const ordinary = await compare(service, middle(service.served.ordinary));
    return [ordinary, await compare(service, middle(service.served.large))];
  },
};

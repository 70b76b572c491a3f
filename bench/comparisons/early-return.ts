import type { Bench, Comparison } from "@/bench/support/bench";
import { bodyOf } from "@/bench/support/http";
import { loadFor } from "@/bench/support/load";
import type { Row } from "@/bench/support/report";
import { earlyReturnOf } from "@/bench/support/requests";
import { inRounds } from "@/bench/support/rounds";

const CONNECTIONS = 50;
const ROUNDS = 6;
const SECONDS = 2;

/** The answer for products without ESA language against a handler that does nothing, both under load. */
export const earlyReturn: Comparison = {
  name: "early-return",
  run: async (bench: Bench): Promise<Row[]> => {
    const { server, client, apiKey, served } = await bench.service();
    const [field] = served;
    if (field === undefined) throw new Error("there is no field");
    const body = earlyReturnOf(field);
    const answer = bodyOf(await client.post("/api/v2/esa-check", body), "the early return") as { esa_required: boolean };
    if (answer.esa_required) throw new Error("the early return's product has ESA language");
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
    bench.say(`early return: ${ROUNDS} rounds of ${SECONDS} s a side at ${CONNECTIONS} connections`);
    await work();
    await base();
    const rounds = await inRounds(ROUNDS, { work, base });
    return [
      {
        work: "early return over HTTP, 50 connections",
        comparedWith: "GET /api/health of the same server",
        ratio: rounds.ratio,
        target: { bound: "at most", value: 2 },
        figures: { ...rounds, bodyBytes: Buffer.byteLength(body), positions: positionsOf(field.boundary) },
      },
    ];
  },
};

const positionsOf = ({ geometry }: { geometry: { coordinates: unknown[][][] } }): number =>
  geometry.coordinates.flat(2).length;

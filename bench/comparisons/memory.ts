import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Comparison } from "@/bench/support/bench";
import { type Client, openClient } from "@/bench/support/http";
import type { Row } from "@/bench/support/report";
import { checkOf, earlyReturnOf } from "@/bench/support/requests";
import { median } from "@/bench/support/rounds";
import type { Service } from "@/bench/support/service";
import { fillGroup, GROUP_PATH, singlePath } from "@/bench/comparisons/compliance";

/** Requests of one half; BENCH_REQUESTS=10000 is the whole form. */
const HALF = Math.max(100, Number(process.env.BENCH_REQUESTS ?? 2000) || 2000);
const AT_ONCE = 8;
const SETTLE_MS = 3000;
const SAMPLE_MS = 50;

interface Mixed {
  send: (client: Client) => Promise<{ status: number }>;
  expected: number;
}

/** One request in turn of every kind: checks, early returns, reads, soil, faults. */
function mixOf({ served }: Service, ids: readonly string[]): (index: number) => Mixed {
  const kinds: ((index: number) => Mixed)[] = [
    (index) => post("/api/v2/esa-check", checkOf(at(served.ordinary, index), `mixed-${index}`)),
    (index) => post("/api/v2/esa-check", earlyReturnOf(at(served.ordinary, index))),
    (index) => get(singlePath(at(ids, index))),
    () => get("/api/health"),
    (index) => post("/api/v2/esa-check", checkOf(at(served.ordinary, index), `again-${index % 50}-${index % 8}`)),
    () => get(GROUP_PATH),
    (index) => post("/api/v2/esa-check", earlyReturnOf(at(served.ordinary, index))),
    (index) =>
      post("/api/v2/esa-check", checkOf(at(served.ordinary, index), "faulty", { application_date: "never" }), 422),
    () => get("/api/v2/mitigations/epa_runoff"),
    (index) => get(singlePath(at(ids, index + 7))),
  ];
  return (index) => at(kinds, index)(index);
}

const at = <T>(items: readonly T[], index: number): T => {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError("nothing to choose from");
  return item;
};
const post = (path: string, body: string, expected = 200): Mixed => ({
  send: (client) => client.post(path, body),
  expected,
});
const get = (path: string, expected = 200): Mixed => ({ send: (client) => client.get(path), expected });

/** Sends requests `from` to `from + HALF`, several at once. Two on one field may meet, and one of them is refused. */
async function sendHalf(client: Client, mix: (index: number) => Mixed, from: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  let next = from;
  const line = async (): Promise<void> => {
    for (let index = next++; index < from + HALF; index = next++) {
      const { send, expected } = mix(index);
      const { status } = await send(client);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status !== expected && status !== 409) throw new Error(`mixed request ${index} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  return statuses;
}

/** Resident memory once the process has come to rest: the middle of a second of samples. */
export async function residentAtRest({ server }: Service): Promise<number> {
  await pause(SETTLE_MS);
  const samples: number[] = [];
  for (let count = 0; count < 20; count += 1) {
    samples.push(server.residentBytes());
    await pause(SAMPLE_MS);
  }
  return median(samples);
}

export const memory: Comparison = {
  name: "memory",
  run: async (bench: Bench): Promise<Row[]> => {
    const service = await bench.service();
    const ids = await fillGroup(service);
    const mix = mixOf(service, ids);
    const client = openClient(service.server.url, service.apiKey, AT_ONCE);
    try {
      const resident = [service.server.residentBytes()];
      const statuses: Record<string, number>[] = [];
      for (const half of [0, 1]) {
        bench.say(`memory: ${HALF} mixed requests, half ${half + 1} of 2`);
        statuses.push(await sendHalf(client, mix, half * HALF));
        resident.push(await residentAtRest(service));
      }
      const [before = 0, first = 0, second = 0] = resident;
      bench.say(`memory: ${[before, first, second].map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`).join(", then ")}`);
      return [
        {
          work: `RSS after ${2 * HALF} mixed requests`,
          comparedWith: `RSS after ${HALF}`,
          ratio: second / first,
          target: { bound: "at most", value: 1.05 },
          figures: { residentBytes: { before, first, second }, growthPct: 100 * (second / first - 1), statuses },
        },
      ];
    } finally {
      client.close();
    }
  },
};

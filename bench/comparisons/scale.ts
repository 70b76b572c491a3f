import { randomUUID } from "node:crypto";
import type { Bench, Comparison } from "@/bench/support/bench";
import { makeDatabase } from "@/bench/support/database";
import { ofSize, pick } from "@/bench/support/fields";
import { bodyOf, followLink } from "@/bench/support/http";
import { multiplyApplications, multiplyAreas } from "@/bench/support/multiply";
import type { Row } from "@/bench/support/report";
import { checkOf } from "@/bench/support/requests";
import { inRounds, timeEach } from "@/bench/support/rounds";
import { startService, type Service } from "@/bench/support/service";
import { fillGroup, GROUP_PATH, singlePath } from "@/bench/comparisons/compliance";

/** Applications of the larger side; the smaller has a tenth. */
const LARGE = Number(process.env.SCALE_APPLICATIONS ?? 1_000_000) || 1_000_000;
const TIMES = 10;
const ROUNDS = 10;
const REPEATS = 20;
const WARM_UP = 400;

/** One side: a service on its own database, with a group to read and a portal page to open. */
interface Side {
  service: Service;
  ids: string[];
  openPage: () => Promise<unknown>;
}

async function makeSide(service: Service): Promise<Side> {
  const ids = await fillGroup(service);
  const [field] = service.served.ordinary;
  if (field === undefined) throw new RangeError("no field is served");
  const checked = bodyOf(await service.client.post("/api/v2/esa-check", checkOf(field, "portal")), "the check");
  const { mitigation_portal_url: link } = checked as { mitigation_portal_url: string };
  const { client, page } = await followLink(service.server.url, link);
  const openPage = async (): Promise<void> => {
    const { status, text } = await client.get(page);
    if (status !== 200 || !text.includes("</html>")) throw new Error(`the overview: ${status}`);
  };
  return { service, ids, openPage };
}

/** The two workloads, one after the other. */
const WORK: Record<string, (side: Side, index: number) => Promise<unknown>> = {
  "ESA check, soil reused": async ({ service: { client, served } }, index) => {
    const field = served.ordinary[index % served.ordinary.length];
    if (field === undefined) throw new RangeError("no field is served");
    return bodyOf(await client.post("/api/v2/esa-check", checkOf(field, `scale-${randomUUID()}`)), "the check");
  },
  "compliance GET": async ({ service: { client }, ids }, index) =>
    bodyOf(await client.get(singlePath(ids[index % ids.length] ?? "")), "the compliance"),
  "compliance GET of a group of 100": async ({ service: { client } }) =>
    bodyOf(await client.get(GROUP_PATH), "the group"),
  "overview page of the portal": ({ openPage }) => openPage(),
};

async function warmUp(sides: readonly Side[]): Promise<void> {
  for (const side of sides) {
    for (const work of Object.values(WORK)) {
      for (let index = 0; index < WARM_UP; index += 1) await work(side, index);
    }
  }
}

/** Two services on one cluster, one with ten times the areas and applications of the other, asked in turns. */
export const scale: Comparison = {
  name: "scale",
  run: async (bench: Bench): Promise<Row[]> => {
    const { say, database } = bench;
    if (database.admin === null) throw new Error("growing needs the private cluster's own superuser");
    const fields = pick(ofSize(bench.fields, "ordinary"), 100);
    const name = `hedgerow_bench_${process.pid}_large`;
    const grown = await makeDatabase(name, say);
    try {
      const large = await startService(grown, fields, say);
      try {
        const sides = { small: await makeSide(await bench.service()), large: await makeSide(large) };
        await multiplyApplications(database.admin, LARGE / TIMES, say);
        if (grown.admin === null) throw new Error("both databases are the cluster's own");
        await multiplyApplications(grown.admin, LARGE, say);
        say(`scale: ${await multiplyAreas(grown.admin, TIMES)} pieces of areas more on the larger side`);
        await warmUp([sides.small, sides.large]);
        return await compare(sides, say);
      } finally {
        await large.stop();
      }
    } finally {
      await grown.drop();
    }
  },
};

async function compare({ small, large }: { small: Side; large: Side }, say: Bench["say"]): Promise<Row[]> {
  const rows: Row[] = [];
  const repeats = Array.from({ length: REPEATS }, (_, index) => index);
  for (const [name, work] of Object.entries(WORK)) {
    say(`scale: ${name}; ${ROUNDS} rounds`);
    const rounds = await inRounds(ROUNDS, {
      work: () => timeEach(repeats, (index) => work(large, index)),
      base: () => timeEach(repeats, (index) => work(small, index)),
    });
    rows.push({
      work: `${name}, ${LARGE} applications, ${TIMES} times the areas`,
      comparedWith: `the same with ${LARGE / TIMES} applications`,
      ratio: rounds.ratio,
      target: { bound: "at most", value: 1.3 },
      figures: { ...rounds },
    });
  }
  return rows;
}

import type { Bench, Comparison } from "@/bench/support/bench";
import { cpuOf } from "@/bench/support/cpu";
import { bodyOf, followLink, openClient } from "@/bench/support/http";
import type { Row } from "@/bench/support/report";
import { checkOf } from "@/bench/support/requests";
import { median, timeEach } from "@/bench/support/rounds";
import { startServer, type WebServer } from "@/bench/support/server";
import type { Service } from "@/bench/support/service";

/** A second checkout, built there: both are measured in turns on the same season. */
const BASELINE = process.env.BENCH_BASELINE ?? "";
const FIELDS = 500;
const OPENINGS = 7;
const AT_ONCE = 4;
const BAR_MS = 1500;
const GROUP = "bench-season";
const PRODUCTS = [
  { product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" },
  { product_name: "Engenia", epa_number: "7969-507", rate: 12.8, rate_unit: "fl oz/ac" },
  { product_name: "Enlist One", epa_number: "62719-695", rate: 2, rate_unit: "pt/ac" },
  { product_name: "Enlist Duo", epa_number: "62719-649", rate: 4.75, rate_unit: "pt/ac" },
  { product_name: "Liberty ULTRA", epa_number: "7969-500", rate: 24, rate_unit: "fl oz/ac" },
  { product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" },
];

/** Real checks: each field with an application of each product. Gives a link to the group. */
async function plan({ server, apiKey, served }: Service): Promise<string> {
  const wanted = Array.from({ length: FIELDS }, (_, index) => index);
  const clients = Array.from({ length: AT_ONCE }, () => openClient(server.url, apiKey, 1));
  let link = "";
  try {
    await Promise.all(
      clients.map(async (client, lane) => {
        for (const index of wanted.filter((each) => each % AT_ONCE === lane)) {
          const field = served.ordinary[index % served.ordinary.length];
          if (field === undefined) throw new RangeError("no field is served");
          for (const [place, product] of PRODUCTS.entries()) {
            const body = checkOf(field, `season-${index}-${place}`, {
              provider_group_id: GROUP,
              provider_field_id: `season-${index}`,
              field_name: `Field ${String(index + 1).padStart(3, "0")}`,
              products: [product],
            });
            const answer = bodyOf(await client.post("/api/v2/esa-check", body), "a check of the season");
            link = (answer as { mitigation_portal_url: string }).mitigation_portal_url;
          }
        }
      }),
    );
  } finally {
    for (const client of clients) client.close();
  }
  return link;
}

interface Side {
  name: string;
  times: number[];
  /** Processor time of the web process. */
  ownMs: number;
  open: () => Promise<void>;
  pid: number;
  close: () => void;
}

async function sideOf(name: string, server: WebServer, link: string): Promise<Side> {
  const { page, client } = await followLink(server.url, link);
  const path = `${page.split("/").slice(0, 4).join("/")}/season`;
  const open = async (): Promise<void> => {
    const { status, text } = await client.get(path);
    const rows = text.split("<tr").length - 1;
    if (status !== 200 || rows <= FIELDS) throw new Error(`the season: ${status}, ${rows} rows`);
  };
  return { name, times: [], ownMs: 0, open, pid: server.pid, close: () => client.close() };
}

/** One after the other, so that what else the machine does falls on both. */
async function openInTurns(sides: readonly Side[]): Promise<void> {
  for (const { open } of sides) await timeEach([1, 2, 3], open);
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    for (const side of sides) {
      const cpu = cpuOf(side.pid);
      side.times.push(...(await timeEach([opening], side.open)));
      side.ownMs += (cpuOf(side.pid) - cpu) / OPENINGS;
    }
  }
}

const rowOf = ({ name, times, ownMs }: Side): Row => ({
  work: `season of ${FIELDS} fields by ${PRODUCTS.length} products${name}: whole page ${median(times).toFixed(0)} ms, ${ownMs.toFixed(0)} of them the web process's own`,
  comparedWith: `${BAR_MS} ms`,
  ratio: median(times) / BAR_MS,
  target: { bound: "at most", value: 1 },
  figures: { times, ownMs },
});

/** The season of a retailer's group: from the request to the last byte of the table. */
export const season: Comparison = {
  name: "season",
  run: async (bench: Bench): Promise<Row[]> => {
    const service = await bench.service();
    bench.say(`season: ${FIELDS * PRODUCTS.length} checks`);
    const link = await plan(service);
    const before = BASELINE === "" ? null : await startServer(service.env, bench.say, BASELINE);
    try {
      const sides = [await sideOf("", service.server, link)];
      if (before !== null) sides.push(await sideOf(", before", before, link));
      await openInTurns(sides);
      for (const { close } of sides) close();
      return sides.map(rowOf);
    } finally {
      await before?.stop();
    }
  },
};

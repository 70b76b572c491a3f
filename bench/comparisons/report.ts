import { chromium, type Page } from "@playwright/test";
import { agree, type Bench, type Comparison } from "@/bench/support/bench";
import { bodyOf, openClient, type Client } from "@/bench/support/http";
import type { Row } from "@/bench/support/report";
import { APPLICATION_DATE, checkOf } from "@/bench/support/requests";
import { inRounds, spreadOf, timeEach } from "@/bench/support/rounds";
import type { Service } from "@/bench/support/service";
import { CHROMIUM } from "@/tests/support/chromium";
import { residentAtRest } from "@/bench/comparisons/memory";

const ROUNDS = 6;
const PRINTS = 5;
const OWN_FIELD = "bench-report";
const WARM_ROUNDS = 24;
/** BENCH_REPORTS is for a short form on a slow machine. */
const REPORTS = Math.max(20, Number(process.env.BENCH_REPORTS ?? 200) || 200);
const AT_ONCE = 4;
/** Before anything is measured: threads start, code is compiled, memory finds its level. */
const WARM_REPORTS = REPORTS / 2;
const IDLE_CHECKS = REPORTS;
const YEAR = APPLICATION_DATE.slice(0, 4);

interface Subject {
  /** Of the provider's API. */
  reportPath: string;
  portalUrl: string;
}

/** A field with a saved check, and how to get at its report. */
async function makeSubject({ client, served }: Service): Promise<Subject> {
  const [field] = served.ordinary;
  if (field === undefined) throw new RangeError("no field is served");
  // A field of its own: others have the applications of every comparison before this one.
  const body = checkOf(field, "report", { provider_field_id: OWN_FIELD });
  const answer = bodyOf(await client.post("/api/v2/esa-check", body), "the check to report");
  const { mitigation_portal_url: portalUrl } = answer as { mitigation_portal_url: string };
  return { reportPath: `/api/v2/fields/${OWN_FIELD}/reports/runoff?year=${YEAR}`, portalUrl };
}

async function download(client: Client, path: string): Promise<string> {
  const { status, text } = await client.get(path);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 500)}`);
  return text;
}

const HASH = /[0-9a-f]{64}/;

/** The page that holds the same report: what the peer prints. */
async function openTwin(page: Page, { server }: Service, { portalUrl }: Subject): Promise<string> {
  const { pathname, search } = new URL(portalUrl);
  await page.goto(`${server.url}${pathname}${search}`);
  const base = new URL(page.url()).pathname;
  const twin = `${server.url}${base}/report/view/runoff?year=${YEAR}`;
  await page.goto(twin);
  return twin;
}

/** Both hold the same record, which the hash says. */
async function compareRecords(page: Page, client: Client, { reportPath }: Subject): Promise<void> {
  const [ours] = HASH.exec(/record sha-256 [0-9a-f]{64}/.exec(await download(client, reportPath))?.[0] ?? "") ?? [];
  const [theirs] = HASH.exec(/Record SHA-256: [0-9a-f]{64}/.exec(await page.innerText("main"))?.[0] ?? "") ?? [];
  if (ours === undefined) throw new Error("the PDF names no record");
  agree("the record of the PDF and of the page", ours, theirs);
}

/** From the request to the last byte, each with its process warm: ours over HTTP, and a browser that loads and prints. */
async function comparePrinting(bench: Bench, service: Service, subject: Subject): Promise<Row> {
  const browser = await chromium.launch(CHROMIUM);
  try {
    const page = await browser.newPage();
    const twin = await openTwin(page, service, subject);
    await compareRecords(page, service.client, subject);
    const print = async (): Promise<void> => {
      await page.goto(twin);
      await page.pdf({ format: "Letter" });
    };
    const times = Array.from({ length: PRINTS }, (_, index) => index);
    // Each with its code compiled, which takes our thread some 100 reports.
    for (let round = 0; round < WARM_ROUNDS; round += 1) {
      await timeEach(times, () => download(service.client, subject.reportPath));
      await timeEach(times, print);
    }
    bench.say(`report: both hold the same record; ${ROUNDS} rounds`);
    const rounds = await inRounds(ROUNDS, {
      work: () => timeEach(times, () => download(service.client, subject.reportPath)),
      base: () => timeEach(times, print),
    });
    bench.say(`report: a PDF takes ${rounds.ratio.toFixed(2)} of the time of the print`);
    return {
      work: "runoff PDF, over HTTP",
      comparedWith: "its page printed by Chromium",
      ratio: rounds.ratio,
      target: { bound: "at most", value: 0.5 },
      figures: { ...rounds },
    };
  } finally {
    await browser.close();
  }
}

/** So many reports, several at once. */
async function makeReports(client: Client, path: string, count: number): Promise<void> {
  let left = count;
  const line = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await download(client, path);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
}

/** Checks one after another until `isDone`, each an application of its own, none on the report's field. */
async function checksUntil({ client, served }: Service, name: string, isDone: (sent: number) => boolean) {
  const times: number[] = [];
  const others = served.ordinary.slice(1);
  while (!isDone(times.length)) {
    const field = others[times.length % others.length];
    if (field === undefined) throw new RangeError("no field is served");
    const body = checkOf(field, `${name}-${times.length}`);
    const started = performance.now();
    bodyOf(await client.post("/api/v2/esa-check", body), "a check");
    times.push(performance.now() - started);
  }
  return times;
}

/** What a check costs while reports are made, and what is left in memory after them. */
async function compareUnderReports(bench: Bench, service: Service, { reportPath }: Subject): Promise<Row[]> {
  const client = openClient(service.server.url, service.apiKey, AT_ONCE);
  try {
    bench.say(`report: ${WARM_REPORTS} reports to warm up, ${AT_ONCE} at once`);
    await makeReports(client, reportPath, WARM_REPORTS);
    // Reports alone: what checks do to memory is the comparison of that name.
    await makeReports(client, reportPath, REPORTS);
    const first = await residentAtRest(service);
    await makeReports(client, reportPath, REPORTS);
    const second = await residentAtRest(service);
    bench.say(`report: ${(first / 1e6).toFixed(0)} MB, ${REPORTS} reports later ${(second / 1e6).toFixed(0)} MB`);
    await checksUntil(service, "warm", (sent) => sent >= IDLE_CHECKS);
    const idle = await checksUntil(service, "idle", (sent) => sent >= IDLE_CHECKS);
    bench.say(`report: ${REPORTS} reports, ${AT_ONCE} at once, with checks beside them`);
    let isMade = false;
    const started = performance.now();
    const reports = makeReports(client, reportPath, REPORTS).finally(() => {
      isMade = true;
    });
    const busy = await checksUntil(service, "busy", () => isMade);
    await reports;
    const seconds = (performance.now() - started) / 1000;
    const figures = { idle: spreadOf(idle), busy: spreadOf(busy), reports: REPORTS, seconds };
    return [
      {
        work: `ESA check while ${REPORTS} reports are made, ${AT_ONCE} at once`,
        comparedWith: "ESA check on the idle service",
        ratio: figures.busy.p50Ms / figures.idle.p50Ms,
        target: { bound: "at most", value: 1.5 },
        figures,
      },
      {
        work: `RSS after ${REPORTS} more reports`,
        comparedWith: `RSS after ${WARM_REPORTS + REPORTS} reports`,
        ratio: second / first,
        target: { bound: "at most", value: 1.05 },
        figures: { residentBytes: { first, second } },
      },
    ];
  } finally {
    client.close();
  }
}

export const report: Comparison = {
  name: "report",
  run: async (bench: Bench): Promise<Row[]> => {
    const service = await bench.service();
    const subject = await makeSubject(service);
    return [await comparePrinting(bench, service, subject), ...(await compareUnderReports(bench, service, subject))];
  },
};

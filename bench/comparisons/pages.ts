import { chromium, type BrowserContext, type Page } from "@playwright/test";
import type { Bench, Comparison } from "@/bench/support/bench";
import { bodyOf } from "@/bench/support/http";
import type { Row } from "@/bench/support/report";
import { checkOf } from "@/bench/support/requests";
import { median } from "@/bench/support/rounds";
import type { Service } from "@/bench/support/service";
import { CHROMIUM } from "@/tests/support/chromium";

const ROUNDS = 5;
/** As Lighthouse's "slow 4G" and its phone. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
} as const;
const CPU_TIMES_SLOWER = 4;
const PHONE = { width: 360, height: 640 };
const PAGES = ["", "drift", "measures", "exemptions", "limitations", "record", "report"] as const;
const BARS = { paintMs: 2000, blockingMs: 300, scriptKb: 150 };
/** A task that is shorter lets a tap through in time. */
const LONG_TASK_MS = 50;

interface Opening {
  /** Largest paint. */
  paintMs: number;
  /** What tasks took beyond 50 ms after the first paint, summed. */
  blockingMs: number;
  /** As it came over the wire. */
  scriptKb: number;
  loadedMs: number;
}

/**
 * Runs in the page before anything of it: notes what the browser tells of paints and long tasks. As text, because what
 * runs these programs adds calls to compiled functions that a page does not have.
 */
const WATCH = `
  const seen = (window.seenByBench = { paintMs: 0, firstMs: 0, tasks: [] });
  const listen = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  listen("largest-contentful-paint", ({ startTime }) => (seen.paintMs = startTime));
  listen("paint", ({ name, startTime }) => name === "first-contentful-paint" && (seen.firstMs = startTime));
  listen("longtask", ({ startTime: from, duration: ms }) => seen.tasks.push({ from, ms }));
`;

interface Seen {
  paintMs: number;
  firstMs: number;
  tasks: { from: number; ms: number }[];
}

/** Bytes of the scripts that a page asks for, packed as they came and without their headers. */
function countScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script")
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function measure(page: Page, address: string): Promise<Opening> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_TIMES_SLOWER });
  const scriptBytes = countScripts(page);
  await page.addInitScript(WATCH);
  const answer = await page.goto(address, { waitUntil: "load" });
  if (answer?.status() !== 200) throw new Error(`${address} answered ${answer?.status() ?? "nothing"}`);
  await page.waitForLoadState("networkidle");
  const { seen, loadedMs } = await page.evaluate(() => ({
    seen: (window as unknown as { seenByBench: Seen }).seenByBench,
    loadedMs: (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).loadEventEnd,
  }));
  if (seen.paintMs === 0) throw new Error(`${address}: the browser noted no paint`);
  const blockingMs = seen.tasks
    .filter(({ from }) => from >= seen.firstMs)
    .reduce((sum, { ms }) => sum + Math.max(0, ms - LONG_TASK_MS), 0);
  return { paintMs: seen.paintMs, blockingMs, scriptKb: (await scriptBytes()) / 1024, loadedMs };
}

/** A page of a field on a device that has nothing of it but the session. */
async function openOnce(open: () => Promise<BrowserContext>, link: string, part: string): Promise<Opening> {
  const context = await open();
  try {
    // The redirect alone, which gives the cookie: none of the page's files are fetched.
    const led = new URL((await context.request.get(link)).url());
    led.pathname = part === "" ? led.pathname : `${led.pathname}/${part}`;
    return await measure(await context.newPage(), led.href);
  } finally {
    await context.close();
  }
}

async function makeLink({ client, served, server }: Service): Promise<string> {
  const [field] = served.ordinary;
  if (field === undefined) throw new RangeError("no field is served");
  const answer = bodyOf(await client.post("/api/v2/esa-check", checkOf(field, "pages")), "the check");
  const { mitigation_portal_url: link } = answer as { mitigation_portal_url: string };
  return new URL(new URL(link).pathname, server.url).href;
}

function rowsOf(part: string, openings: readonly Opening[]): Row[] {
  const name = part === "" ? "overview" : part;
  const middle = (key: keyof Opening): number => median(openings.map((opening) => opening[key]));
  const row = (key: keyof typeof BARS, what: string, unit: string): Row => ({
    work: `${name}: ${what} ${middle(key).toFixed(0)} ${unit}`,
    comparedWith: `${BARS[key]} ${unit}`,
    ratio: middle(key) / BARS[key],
    target: { bound: "at most", value: 1 },
    figures: { openings: openings.map((opening) => opening[key]), loadedMs: middle("loadedMs") },
  });
  return [
    row("paintMs", "largest paint", "ms"),
    row("blockingMs", "total blocking", "ms"),
    row("scriptKb", "script without its map", "kB"),
  ];
}

/** How soon a page is there, and can be used, on slow 4G by a processor four times slower (docs/portal.md). */
export const pages: Comparison = {
  name: "pages",
  run: async (bench: Bench): Promise<Row[]> => {
    const service = await bench.service();
    const link = await makeLink(service);
    const browser = await chromium.launch(CHROMIUM);
    const open = (): Promise<BrowserContext> => browser.newContext({ viewport: PHONE, locale: "en-US" });
    try {
      const rows: Row[] = [];
      for (const part of PAGES) {
        // The server's code compiled, and what it keeps of the field at hand.
        await openOnce(open, link, part);
        const openings: Opening[] = [];
        for (let round = 0; round < ROUNDS; round += 1) openings.push(await openOnce(open, link, part));
        const found = rowsOf(part, openings);
        for (const { work, comparedWith } of found) bench.say(`${work} (${comparedWith})`);
        rows.push(...found);
      }
      return rows;
    } finally {
      await browser.close();
    }
  },
};

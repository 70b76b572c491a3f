import { setTimeout as pause } from "node:timers/promises";
import { CELLS_PER_DEGREE } from "@/lib/domain/soil-survey";
import type { SoilFault } from "@/lib/gateways/stub/soil-faults";
import { startSoilStub } from "@/lib/gateways/stub/soil-stub";
import { audit } from "@/tests/faults/audit";
import { feature, PROVIDER, square } from "@/tests/faults/ground";
import { checkBody, send, type Answered } from "@/tests/faults/load";
import type { Scenario } from "@/tests/faults/scenario";
import { startWeb } from "@/tests/faults/web";
import { groundOf } from "@/tests/support/soil-ground";

/** What ends in an answer at once; the slow survey takes its whole deadline of 20 s each time. */
const FAULTS = [
  "error_500",
  "html",
  "maintenance",
  "cut_json",
  "wrong_schema",
  "huge",
  "closed",
  "slow",
] as const satisfies readonly SoilFault[];
/** The breaker lets one question through after this long. */
const OPEN_MS = 30_000;
const MOST_LOOKS = 15;
const hasSoilIssue = ({ body }: Answered): boolean =>
  body.compliance?.issues?.some(({ code }) => code === "SOIL_UNAVAILABLE") ?? false;

export const soilFaults: Scenario = {
  name: "soil survey in trouble",
  fault:
    "Slow, 500, HTML, cut, wrong, huge, closed: checks 200 with SOIL_UNAVAILABLE, soil/process 503, the breaker opens and closes.",
  run: async ({ apiKey, isShort }) => {
    const stub = await startSoilStub(groundOf([{ box: [-88, 32, -86, 34], mukey: "101", group: "B", slope: 2 }]));
    const run: Run = { apiKey, stub, faults: [], acknowledged: new Map(), opened: 0, closed: 0, place: 0 };
    for (const fault of isShort ? FAULTS.slice(0, 1) : FAULTS) {
      // A process of its own for each fault: its breaker is closed, and no one waits for another fault's to be.
      const web = await startWeb({ SOIL_URL: stub.url, LOG_LEVEL: "warn" });
      await underFault(run, web, { fault, waitsForClosing: fault === FAULTS[0] || fault === FAULTS.at(-2) });
      await web.kill("SIGTERM");
    }
    if (run.opened === 0 || run.closed === 0) {
      run.faults.push(`the breaker opened ${run.opened} times and closed ${run.closed} times`);
    }
    run.faults.push(...(await audit(run.acknowledged)));
    await stub.close();
    return {
      figures: `${run.acknowledged.size} checks answered 200, the breaker opened ${run.opened} times; waited for ${run.closed} times, it closed again`,
      faults: run.faults,
    };
  },
};

interface Run {
  apiKey: string;
  stub: Awaited<ReturnType<typeof startSoilStub>>;
  faults: string[];
  acknowledged: Map<string, string>;
  opened: number;
  closed: number;
  place: number;
}
type Web = Awaited<ReturnType<typeof startWeb>>;

/**
 * Ground in a square of the survey's own for each number up to a hundred, in the area of the faults: soil that was fetched for one
 * must be no answer for another.
 */
const groundNo = (number: number) =>
  square(-87.896 + (number % 10) / CELLS_PER_DEGREE, 32.204 + Math.floor(number / 10) / CELLS_PER_DEGREE, 0.004);

async function check(run: Run, web: Web, name: string): Promise<Answered> {
  run.place += 1;
  const body = { ...checkBody(name, 0), field_boundary: feature({}, groundNo(run.place)) };
  const answered = await send(web.url, "/api/v2/esa-check", run.apiKey, body);
  if (answered.status === 200) run.acknowledged.set(name, answered.body.application_event_id ?? "");
  else run.faults.push(`${name}: a check was answered ${answered.status}`);
  return answered;
}

async function underFault(
  run: Run,
  web: Web,
  { fault, waitsForClosing }: { fault: SoilFault; waitsForClosing: boolean },
): Promise<void> {
  run.stub.setFault(null);
  if (hasSoilIssue(await check(run, web, `${fault}-before`))) run.faults.push(`${fault}: there was no soil before it`);
  run.stub.setFault(fault);
  for (let asked = 0; asked < (fault === "slow" ? 2 : 6); asked += 1) {
    if (!hasSoilIssue(await check(run, web, `${fault}-${asked}`))) run.faults.push(`${fault}: soil was made up`);
  }
  const processed = await send(web.url, "/api/v2/soil/process", run.apiKey, {
    provider_id: PROVIDER,
    field_boundary: feature({}, groundNo((run.place += 1))),
  });
  if (processed.status !== 503) run.faults.push(`${fault}: soil/process was answered ${processed.status}`);
  const hasOpened = web.words().includes('"state":"open"');
  if (hasOpened) run.opened += 1;
  if (!hasOpened || !waitsForClosing) return;
  run.stub.setFault(null);
  for (let attempt = 0; attempt < MOST_LOOKS; attempt += 1) {
    if (!hasSoilIssue(await check(run, web, `${fault}-again-${attempt}`))) {
      run.closed += 1;
      return;
    }
    await pause(OPEN_MS / 5);
  }
  run.faults.push(`after ${fault} there was no soil for a minute and a half`);
}

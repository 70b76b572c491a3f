import { setTimeout as pause } from "node:timers/promises";
import type { SoilFault } from "@/lib/gateways/stub/soil-faults";
import { startSoilStub } from "@/lib/gateways/stub/soil-stub";
import { audit } from "@/tests/faults/audit";
import { feature, PROVIDER } from "@/tests/faults/ground";
import { placeOf, send, sendCheck, type Answered } from "@/tests/faults/load";
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
const hasSoilIssue = ({ body }: Answered): boolean =>
  body.compliance?.issues?.some(({ code }) => code === "SOIL_UNAVAILABLE") ?? false;

export const soilFaults: Scenario = {
  name: "soil survey in trouble",
  fault:
    "Slow, 500, HTML, cut, wrong, huge, closed: checks 200 with SOIL_UNAVAILABLE, soil/process 503, the breaker opens and closes.",
  run: async ({ apiKey, isShort }) => {
    const stub = await startSoilStub(groundOf([{ box: [-88, 32, -86, 34], mukey: "101", group: "B", slope: 2 }]));
    const faults: string[] = [];
    const acknowledged = new Map<string, string>();
    let breakers = 0;
    const web = await startWeb({ SOIL_URL: stub.url, LOG_LEVEL: "warn" });
    let place = 0;
    const check = async (name: string): Promise<Answered> => {
      place += 37;
      const answered = await sendCheck(web.url, apiKey, name, place);
      if (answered.status === 200) acknowledged.set(name, answered.body.application_event_id ?? "");
      else faults.push(`${name}: a check was answered ${answered.status}`);
      return answered;
    };
    const untilSoil = async (name: string): Promise<void> => {
      stub.setFault(null);
      for (let attempt = 0; attempt < 30; attempt += 1) {
        if (!hasSoilIssue(await check(`${name}-again-${attempt}`))) return;
        await pause(OPEN_MS / 10);
      }
      faults.push(`after ${name} there was no soil for a minute and a half`);
    };
    await untilSoil("nothing");
    for (const fault of isShort ? FAULTS.slice(0, 1) : FAULTS) {
      stub.setFault(fault);
      for (let asked = 0; asked < 6; asked += 1) {
        if (!hasSoilIssue(await check(`${fault}-${asked}`))) faults.push(`${fault}: soil was made up`);
        if (fault === "slow" && asked === 1) break;
      }
      const processed = await send(web.url, "/api/v2/soil/process", apiKey, {
        provider_id: PROVIDER,
        field_boundary: feature({}, placeOf(place + 1)),
      });
      if (processed.status !== 503) faults.push(`${fault}: soil/process was answered ${processed.status}`);
      const opened = web.words().split('"state":"open"').length - 1;
      if (opened > breakers) breakers = opened;
      await untilSoil(fault);
    }
    if (breakers === 0) faults.push("the breaker never opened");
    faults.push(...(await audit(acknowledged)));
    await web.kill("SIGTERM");
    await stub.close();
    return {
      figures: `${acknowledged.size} checks answered 200, the breaker opened ${breakers} times and closed again`,
      faults,
    };
  },
};

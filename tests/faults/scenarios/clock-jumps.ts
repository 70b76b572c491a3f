import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { audit } from "@/tests/faults/audit";
import { inFigures, startLoad, untilServed } from "@/tests/faults/load";
import type { Scenario } from "@/tests/faults/scenario";
import { startWeb } from "@/tests/faults/web";

const LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
const JUMPS = ["+600s", "-600s", "+1d", "-3600s", "+0s"];

export const clockJumps: Scenario = {
  name: "clock jumps",
  fault:
    "The web process's clock jumps by minutes and by a day under load: leases and times are the database's, nothing is lost.",
  run: async ({ apiKey, isShort }) => {
    if (!existsSync(LIBRARY)) {
      return { figures: "", faults: [], notRun: "libfaketime is not installed (apt-get install faketime)" };
    }
    const folder = mkdtempSync(join(tmpdir(), "hedgerow-clock-"));
    const clock = join(folder, "clock");
    const jumpTo = (offset: string): void => writeFileSync(clock, `${offset}\n`);
    jumpTo("+0s");
    // What measures durations is left alone, as it is where an operator or a time service sets a clock.
    const web = await startWeb({
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    });
    const load = startLoad(() => web.url, apiKey);
    const jumps = isShort ? JUMPS.slice(0, 2) : [...JUMPS, ...JUMPS];
    for (const offset of jumps) {
      await pause(3_000);
      jumpTo(offset);
    }
    await pause(3_000);
    await untilServed(web.url, apiKey, "recovery");
    const report = await load.stop();
    const faults = [...report.faults, ...(await audit(report.acknowledged))];
    const refused = Object.keys(report.statuses).filter((kind) => kind !== "200");
    if (refused.length > 0) faults.push(`a clock that jumped had requests answered ${refused.join(", ")}`);
    const code = await web.kill("SIGTERM");
    if (code !== 0) faults.push(`the web process left with ${code}`);
    rmSync(folder, { recursive: true });
    return { figures: `${jumps.length} jumps (${jumps.join(", ")}); ${inFigures(report)}`, faults };
  },
};

import { setTimeout as pause } from "node:timers/promises";
import { audit } from "@/tests/faults/audit";
import { inFigures, startLoad, untilServed } from "@/tests/faults/load";
import type { Scenario } from "@/tests/faults/scenario";
import { startWeb } from "@/tests/faults/web";

export const databaseRestarted: Scenario = {
  name: "database restarted",
  fault: "The database crashes, and is stopped in order, under load: 503 while it is away, recovery by itself.",
  run: async ({ apiKey, database, isShort }) => {
    const web = await startWeb();
    const load = startLoad(() => web.url, apiKey);
    const recoveries: number[] = [];
    for (let round = 0; round < (isShort ? 1 : 4); round += 1) {
      await pause(2_000);
      await database.stop(round % 2 === 0 ? "immediate" : "fast");
      await pause(isShort ? 1_000 : 4_000);
      await database.start();
      recoveries.push(await untilServed(web.url, apiKey, "recovery"));
    }
    const report = await load.stop();
    const faults = [...report.faults, ...(await audit(report.acknowledged))];
    if ((report.statuses["503 REQUEST_FAILED"] ?? 0) === 0) faults.push("no request met the database away");
    const code = await web.kill("SIGTERM");
    if (code !== 0) faults.push(`the web process left with ${code}`);
    const longest = (Math.max(...recoveries) / 1000).toFixed(1);
    return {
      figures: `${recoveries.length} restarts, served ${longest} s after the start; ${inFigures(report)}`,
      faults,
    };
  },
};

import { setTimeout as pause } from "node:timers/promises";
import { audit } from "@/tests/faults/audit";
import { inFigures, send, startLoad, untilServed } from "@/tests/faults/load";
import type { Scenario } from "@/tests/faults/scenario";
import { startWeb } from "@/tests/faults/web";

/** The answer may not wait for the database any longer than this. */
const DEADLINE_S = 5;

export const databaseFrozen: Scenario = {
  name: "database frozen",
  fault:
    "Every process of the database is stopped where it stands: answers by their deadline, not ready, recovery by itself.",
  run: async ({ apiKey, database, isShort }) => {
    const web = await startWeb({ REQUEST_DEADLINE_S: String(DEADLINE_S) });
    const load = startLoad(() => web.url, apiKey);
    await load.until("200", 10);
    database.freeze();
    const faults: string[] = [];
    try {
      await pause((isShort ? DEADLINE_S + 2 : 25) * 1000);
      const live = await send(web.url, "/api/health", apiKey);
      if (live.status !== 200) faults.push(`the web process said of its own health ${live.status}`);
      const ready = await send(web.url, "/api/ready", apiKey);
      if (ready.status !== 503) faults.push(`it said it was ready (${ready.status})`);
    } finally {
      database.thaw();
    }
    const recoveryMs = await untilServed(web.url, apiKey, "recovery");
    const report = await load.stop();
    faults.push(...report.faults, ...(await audit(report.acknowledged)));
    if ((report.statuses["503 DEADLINE_EXCEEDED"] ?? 0) + (report.statuses["503 REQUEST_FAILED"] ?? 0) === 0)
      faults.push("no request met the frozen database");
    await web.kill("SIGTERM");
    return { figures: `served ${(recoveryMs / 1000).toFixed(1)} s after the thaw; ${inFigures(report)}`, faults };
  },
};

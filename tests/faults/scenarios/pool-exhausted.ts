import pg from "pg";
import { audit } from "@/tests/faults/audit";
import { inFigures, send, startLoad, untilServed } from "@/tests/faults/load";
import type { Scenario } from "@/tests/faults/scenario";
import { startWeb } from "@/tests/faults/web";

export const poolExhausted: Scenario = {
  name: "pool exhausted",
  fault:
    "Every connection of the process waits inside the database: 503 within seconds, the process lives, recovery by itself.",
  run: async ({ apiKey, isShort }) => {
    const web = await startWeb({ DATABASE_POOL_MAX: "2" });
    const load = startLoad(() => web.url, apiKey, { clients: 10 });
    await load.until("200", 10);
    const holder = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
    await holder.connect();
    // Every check reads these tables, so each one holds its connection until the lock is let go.
    await holder.query("BEGIN; LOCK TABLE pula_piece, claim IN ACCESS EXCLUSIVE MODE");
    await load.until("503 REQUEST_FAILED", isShort ? 1 : 20);
    const faults: string[] = [];
    const live = await send(web.url, "/api/health", apiKey);
    if (live.status !== 200) faults.push(`the web process said of its own health ${live.status}`);
    await holder.query("ROLLBACK");
    await holder.end();
    const recoveryMs = await untilServed(web.url, apiKey, "recovery");
    const report = await load.stop();
    faults.push(...report.faults, ...(await audit(report.acknowledged)));
    if ((report.statuses["503 REQUEST_FAILED"] ?? 0) === 0) faults.push("no request met the exhausted pool");
    await web.kill("SIGTERM");
    return { figures: `served ${(recoveryMs / 1000).toFixed(1)} s after it; ${inFigures(report)}`, faults };
  },
};

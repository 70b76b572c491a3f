import pg from "pg";
import { setTimeout as pause } from "node:timers/promises";
import { audit } from "@/tests/faults/audit";
import { look } from "@/tests/faults/ground";
import { sendCheck } from "@/tests/faults/load";
import type { Scenario } from "@/tests/faults/scenario";
import { startWeb } from "@/tests/faults/web";

const IN_FLIGHT = 4;

/** Resolves when so many statements wait for the lock. */
async function untilWaiting(statements: number): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    const [row] = await look<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_locks WHERE relation = 'pula_piece'::regclass AND NOT granted",
    );
    if ((row?.n ?? 0) >= statements) return;
    await pause(50);
  }
  throw new Error("the requests did not arrive");
}

export const webDrained: Scenario = {
  name: "web process drained",
  fault: "SIGTERM while requests are at work: each of them is answered, no claim stays, exit code 0.",
  run: async ({ apiKey, isShort }) => {
    const rounds = isShort ? 1 : 5;
    const faults: string[] = [];
    const acknowledged = new Map<string, string>();
    for (let round = 0; round < rounds; round += 1) {
      const web = await startWeb();
      await sendCheck(web.url, apiKey, `warm-${round}`, 1500);
      const holder = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
      await holder.connect();
      await holder.query("BEGIN; LOCK TABLE pula_piece IN ACCESS EXCLUSIVE MODE");
      const names = Array.from({ length: IN_FLIGHT }, (_, index) => `drained-${round}-${index}`);
      const sent = names.map((name, index) => sendCheck(web.url, apiKey, name, round * IN_FLIGHT + index));
      await untilWaiting(IN_FLIGHT);
      const leaving = web.kill("SIGTERM");
      await pause(500);
      await holder.query("ROLLBACK");
      await holder.end();
      for (const [index, answered] of (await Promise.all(sent)).entries()) {
        if (answered.status === 200) acknowledged.set(names[index] ?? "", answered.body.application_event_id ?? "");
        else faults.push(`${names[index]} was at work and was answered ${answered.status}`);
      }
      const code = await leaving;
      if (code !== 0) faults.push(`the web process left with ${code}`);
      const [left] = await look<{ n: number }>("SELECT count(*)::int AS n FROM claim");
      if (left?.n !== 0) faults.push(`${left?.n ?? "?"} claims stayed`);
    }
    faults.push(...(await audit(acknowledged)));
    return { figures: `${rounds} stops with ${IN_FLIGHT} requests at work, ${acknowledged.size} answered 200`, faults };
  },
};

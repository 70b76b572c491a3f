import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { stopCluster, type Cluster, urlsFor } from "@/scripts/setup/cluster.mjs";
import { audit } from "@/tests/faults/audit";
import { inFigures, type Load, startLoad, untilServed } from "@/tests/faults/load";
import { setEnvironment } from "@/tests/faults/own-cluster";
import { missingBackup, startBackedUp } from "@/tests/faults/pgbackrest";
import type { FaultStage, Outcome, Scenario } from "@/tests/faults/scenario";
import { makeGround } from "@/tests/faults/stage";
import { runTool } from "@/tests/faults/tool";
import { startWeb } from "@/tests/faults/web";

const DATABASE = "hedgerow_ground";
const RECOVERED_MS = 120_000;

export const backToAMoment: Scenario = {
  name: "back to a moment (pgBackRest)",
  fault:
    "A full backup under load; then someone empties the table of applications by mistake. The database is restored elsewhere as it was at the moment before: everything acknowledged until then is there, whole, and the service works on it.",
  run: async (stage) => {
    const missing = missingBackup();
    if (missing !== null) return { figures: "", faults: [], notRun: missing };
    const { user } = stage.database.cluster;
    const folder = mkdtempSync(join(tmpdir(), "hedgerow-moment-"));
    chmodSync(folder, 0o755);
    if (user !== null) chownSync(folder, user.uid, user.gid);
    const clusters: Cluster[] = [];
    try {
      return await lossAndReturn(stage, folder, clusters);
    } finally {
      for (const cluster of clusters) stopCluster(cluster, "immediate");
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function lossAndReturn(
  { database, isShort, say }: FaultStage,
  folder: string,
  clusters: Cluster[],
): Promise<Outcome> {
  const server = await startBackedUp(folder, database.cluster.user);
  clusters.push(server.cluster);
  const apiKey = await makeGround(server.cluster);
  const web = await startWeb();
  const load = startLoad(() => web.url, apiKey);
  const answers = isShort ? 30 : 300;
  await load.until("200", answers);
  await server.backUp();
  say(`  backed up; ${load.acknowledged()} acknowledged`);
  const backedUp = await databaseTime(server.cluster);
  await load.until("200", load.acknowledged() + answers);
  await untilRestorable(server.cluster, backedUp);
  const { kept, moment } = await momentOf(load, server.cluster);
  await load.until("200", load.acknowledged() + answers);
  await query(server.cluster, "TRUNCATE application CASCADE");
  const report = await load.stop();
  await web.kill("SIGTERM");
  await query(server.cluster, "SELECT pg_switch_wal()");
  stopCluster(server.cluster);
  say(
    `  ${kept.size} acknowledged before the moment, ${report.acknowledged.size - kept.size} after it; all of them emptied`,
  );

  const began = performance.now();
  const restored = await server.restoreTo(moment);
  clusters.push(restored);
  await recovered(restored);
  const { app, owner } = urlsFor(restored, DATABASE);
  setEnvironment(app, owner);
  const { code, lines } = await runTool(["scripts/migrate.ts"]);
  const again = await startWeb();
  await untilServed(again.url, apiKey, "after-the-restore");
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const faults = [...report.faults, ...(await audit(kept)), ...(await notReady(again.url))];
  if (code !== 0 || !lines.includes("database is up to date")) faults.push(`migrate said: ${lines.join(" ")}`);
  await again.kill("SIGTERM");
  return {
    figures: `${kept.size} acknowledged before the moment are back, served ${seconds} s after the restore began; ${inFigures(report)}`,
    faults,
  };
}

/** What is acknowledged at a moment, and the moment by the database's clock: all of it was committed by then. */
async function momentOf(load: Load, cluster: Cluster): Promise<{ kept: Map<string, string>; moment: Date }> {
  const kept = new Map(load.seen());
  // A date holds milliseconds and the database's clock more.
  return { kept, moment: new Date((await databaseTime(cluster)).getTime() + 1) };
}

/** pgBackRest knows the end of a backup by the second, and goes back to moments after it alone. */
async function untilRestorable(cluster: Cluster, backedUp: Date): Promise<void> {
  while ((await databaseTime(cluster)).getTime() < backedUp.getTime() + 2000) await pause(100);
}

async function databaseTime(cluster: Cluster): Promise<Date> {
  const [row] = await query<{ now: Date }>(cluster, "SELECT clock_timestamp() AS now");
  if (row === undefined) throw new Error("the database told no time");
  return row.now;
}

async function query<Row extends pg.QueryResultRow>(cluster: Cluster, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: urlsFor(cluster, DATABASE).admin });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function recovered(cluster: Cluster): Promise<void> {
  const until = Date.now() + RECOVERED_MS;
  for (;;) {
    const [row] = await query<{ standby: boolean }>(cluster, "SELECT pg_is_in_recovery() AS standby");
    if (row?.standby === false) return;
    if (Date.now() > until)
      throw new Error(`the restored server was not at the moment within ${RECOVERED_MS / 1000} s`);
    await pause(200);
  }
}

async function notReady(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/ready`);
  return answer.ok ? [] : [`/api/ready answers ${answer.status}: ${await answer.text()}`];
}

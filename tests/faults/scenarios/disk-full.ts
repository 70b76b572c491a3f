import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { audit } from "@/tests/faults/audit";
import { inFigures, send, startLoad, untilServed } from "@/tests/faults/load";
import { startDatabase, type BreakableDatabase } from "@/tests/faults/own-cluster";
import type { Outcome, Scenario } from "@/tests/faults/scenario";
import { makeGround } from "@/tests/faults/stage";
import { startWeb } from "@/tests/faults/web";

const DISK_MB = 1024;
const PIECE = Buffer.alloc(1 << 20);

/** A file that takes all that is left of the disk, to the last page. */
function fill(file: string): void {
  for (const size of [PIECE.length, 4096]) {
    try {
      for (;;) appendFileSync(file, PIECE.subarray(0, size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}

async function underFullDisk(
  database: BreakableDatabase,
  folder: string,
  apiKey: string,
  seconds: number,
): Promise<Outcome> {
  const web = await startWeb();
  const load = startLoad(() => web.url, apiKey);
  await load.until("200", 10);
  const ballast = join(folder, "ballast");
  fill(ballast);
  await pause(seconds * 1000);
  const ready = await send(web.url, "/api/ready", apiKey);
  const whileFull = load.acknowledged();
  rmSync(ballast);
  // Where it could not write its log it has ended itself, as it must; the operator starts it once there is room.
  await database.start();
  const recoveryMs = await untilServed(web.url, apiKey, "recovery");
  const report = await load.stop();
  const faults = [...report.faults, ...(await audit(report.acknowledged))];
  if (ready.status !== 503) faults.push(`/api/ready answered ${ready.status} on a full disk`);
  if ((report.statuses["503 REQUEST_FAILED"] ?? 0) === 0) faults.push("no request met the full disk");
  const code = await web.kill("SIGTERM");
  if (code !== 0) faults.push(`the web process left with ${code}`);
  return {
    figures: `${whileFull} acknowledged by the end of the full disk, served ${(recoveryMs / 1000).toFixed(1)} s after there was room; ${inFigures(report)}`,
    faults,
  };
}

export const diskFull: Scenario = {
  name: "disk full",
  fault: "The database's disk is full to the last page under load: 503, not ready, no crash loop, all read back.",
  run: async ({ isShort }) => {
    const folder = mkdtempSync(join(tmpdir(), "hedgerow-disk-"));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m,mode=755`, "tmpfs", folder]);
    if (mounted.status !== 0) {
      rmSync(folder, { recursive: true });
      return { figures: "", faults: [], notRun: "a small disk of its own may not be mounted here" };
    }
    const place = join(folder, "database");
    mkdirSync(place);
    const database = await startDatabase(place);
    const before = { app: process.env.DATABASE_URL ?? "", owner: process.env.DATABASE_DIRECT_URL ?? "" };
    try {
      const key = await makeGround(database.cluster);
      return await underFullDisk(database, folder, key, isShort ? 5 : 20);
    } finally {
      Object.assign(process.env, { DATABASE_URL: before.app, DATABASE_DIRECT_URL: before.owner });
      await database.stop("immediate");
      spawnSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

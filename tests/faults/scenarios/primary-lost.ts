import { mkdtempSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { audit } from "@/tests/faults/audit";
import { inFigures, type Load, startLoad, untilServed } from "@/tests/faults/load";
import { type FailoverCluster, missingParts, startFailoverCluster } from "@/tests/faults/patroni";
import type { Scenario } from "@/tests/faults/scenario";
import { makeGround } from "@/tests/faults/stage";
import { startWeb } from "@/tests/faults/web";

/** Every fourth kill takes the whole machine, which is noticed only when its lease has run out. */
const MACHINE_EVERY = 4;

export const primaryLost: Scenario = {
  name: "primary lost (failover)",
  fault:
    "The primary of a Patroni cluster with a synchronous standby is killed again and again under load, its whole machine every fourth time: the standby takes over, nothing acknowledged is lost, no one lends a hand.",
  run: async ({ database, isShort, say }) => {
    const missing = missingParts();
    if (missing !== null) return { figures: "", faults: [], notRun: missing };
    const folder = mkdtempSync(join(tmpdir(), "hedgerow-failover-"));
    chmodSync(folder, 0o755);
    const failover = await startFailoverCluster(database.cluster, folder);
    try {
      await failover.whole();
      const apiKey = await makeGround(failover.cluster);
      const web = await startWeb();
      const load = startLoad(() => web.url, apiKey);
      const seconds: Record<Kind, number[]> = { server: [], machine: [] };
      for (let round = 1; round <= (isShort ? MACHINE_EVERY : 20); round += 1) {
        const kind = round % MACHINE_EVERY === 0 ? "machine" : "server";
        const ms = await killPrimary(failover, {
          kind,
          load,
          served: () => untilServed(web.url, apiKey, `after-${round}`),
        });
        seconds[kind].push(ms / 1000);
        say(`  ${round}: a ${kind} killed, served again after ${(ms / 1000).toFixed(1)} s`);
      }
      const report = await load.stop();
      const faults = [...report.faults, ...(await audit(report.acknowledged))];
      const code = await web.kill("SIGTERM");
      if (code !== 0) faults.push(`the web process left with ${code}`);
      const figures = `${timesOf("server", seconds)}; ${timesOf("machine", seconds)}; ${inFigures(report)}`;
      return { figures, faults };
    } finally {
      await failover.stop();
    }
  },
};

type Kind = "server" | "machine";

/** Milliseconds from the kill to the next check that is answered 200. */
async function killPrimary(
  failover: FailoverCluster,
  { kind, load, served }: { kind: Kind; load: Load; served: () => Promise<number> },
): Promise<number> {
  const primary = await failover.whole();
  await load.until("200", load.acknowledged() + 5);
  if (kind === "server") {
    failover.killServer(primary);
    return served();
  }
  await failover.killMachine(primary);
  const ms = await served();
  failover.startMachine(primary);
  return ms;
}

function timesOf(kind: Kind, seconds: Record<Kind, number[]>): string {
  const sorted = seconds[kind].toSorted((a, b) => a - b);
  const [middle = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return `${sorted.length} ${kind}s killed, served after ${middle.toFixed(1)} s (longest ${longest.toFixed(1)} s)`;
}

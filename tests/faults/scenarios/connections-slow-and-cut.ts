import { setTimeout as pause } from "node:timers/promises";
import { audit } from "@/tests/faults/audit";
import { inFigures, startLoad, untilServed } from "@/tests/faults/load";
import { startLine } from "@/tests/faults/proxy";
import type { Scenario } from "@/tests/faults/scenario";
import { startWeb } from "@/tests/faults/web";
import { Random } from "@/tests/support/fuzz-random";

const SLOW_MS = 150;
/** One commit in so many loses its answer. */
const LOST_EVERY = 4;

export const connectionsSlowAndCut: Scenario = {
  name: "connections slow and cut",
  fault:
    "The line to the database is slow, is cut at random, and loses the answers of commits: what was in doubt is saved once.",
  run: async ({ apiKey, database, isShort, seed }) => {
    const random = new Random(seed);
    const line = await startLine(database.cluster.port);
    const web = await startWeb({ DATABASE_URL: line.through(process.env.DATABASE_URL ?? "") });
    const load = startLoad(() => web.url, apiKey);
    const seconds = isShort ? 3 : 15;
    line.setDelay(SLOW_MS);
    await pause(seconds * 1000);
    line.setDelay(0);
    let cuts = 0;
    for (const until = Date.now() + seconds * 1000; Date.now() < until;) {
      await pause(random.between(50, 600));
      cuts += line.cutAll();
    }
    line.setLostCommits(() => random.chance(1 / LOST_EVERY));
    await pause(seconds * 1000);
    line.setLostCommits(() => false);
    await untilServed(web.url, apiKey, "recovery");
    const report = await load.stop();
    const faults = [...report.faults, ...(await audit(report.acknowledged))];
    if (line.lostCommits() === 0) faults.push("no commit lost its answer");
    const code = await web.kill("SIGTERM");
    if (code !== 0) faults.push(`the web process left with ${code}`);
    line.close();
    return {
      figures: `${SLOW_MS} ms each way, ${cuts} connections cut, ${line.lostCommits()} commits without an answer; ${inFigures(report)}`,
      faults,
    };
  },
};

import { setTimeout as pause } from "node:timers/promises";
import { audit } from "@/tests/faults/audit";
import { inFigures, startLoad, untilServed } from "@/tests/faults/load";
import type { Scenario } from "@/tests/faults/scenario";
import { startWeb } from "@/tests/faults/web";
import { Random } from "@/tests/support/fuzz-random";

const CLIENTS = 6;

export const webKilled: Scenario = {
  name: "web process killed",
  fault:
    "kill -9 under load, again and again: no acknowledged write lost, none half-saved, its claims free within their lease.",
  run: async ({ apiKey, isShort, seed }) => {
    const random = new Random(seed + 1);
    const kills = isShort ? 2 : 15;
    let web = await startWeb();
    const load = startLoad(() => web.url, apiKey, { clients: CLIENTS });
    for (let round = 0; round < kills; round += 1) {
      // On a busy machine a start takes longer than a pause: each of the clients gets an answer between two kills.
      await load.until("200", load.acknowledged() + CLIENTS);
      await pause(random.between(300, 2_500));
      const { port } = web;
      await web.kill("SIGKILL");
      web = await startWeb({}, { port });
    }
    await untilServed(web.url, apiKey, "recovery");
    const report = await load.stop();
    const faults = [...report.faults, ...(await audit(report.acknowledged))];
    const code = await web.kill("SIGTERM");
    if (code !== 0) faults.push(`the web process left with ${code}`);
    return { figures: `${kills} kills; ${inFigures(report)}`, faults };
  },
};

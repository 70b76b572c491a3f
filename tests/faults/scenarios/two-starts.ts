import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "@/bench/support/build";
import { freePort } from "@/scripts/setup/cluster.mjs";
import { send } from "@/tests/faults/load";
import type { Scenario } from "@/tests/faults/scenario";
import { runTool, startTool, type Tool } from "@/tests/faults/tool";

const LONGEST_MS = 15 * 60_000;

const DEMONSTRATION = join(ROOT, ".data", "demo.json");

const serves = async (url: string): Promise<boolean> => (await send(url, "/api/ready", "")).status === 200;

async function untilStarted(url: string, start: Tool): Promise<boolean> {
  const until = Date.now() + LONGEST_MS;
  while (Date.now() < until && start.child.exitCode === null) {
    if (existsSync(DEMONSTRATION) && (await serves(url))) return true;
    await pause(1_000);
  }
  return false;
}

export const twoStarts: Scenario = {
  name: "two starts in one folder",
  fault:
    "A second npm start in the folder is refused before it touches anything; the first one serves on, and leaves no child behind.",
  run: async ({ isShort }) => {
    if (isShort) return { figures: "", faults: [], notRun: "it loads the whole demonstration; the long form runs it" };
    const port = String(await freePort());
    // As from a terminal: a private database of the folder, and none of the scenario's settings.
    const own = {
      DATABASE_URL: "",
      DATABASE_DIRECT_URL: "",
      HEDGEROW_MODE: undefined,
      PORT: port,
      LOG_LEVEL: undefined,
    };
    const first = startTool(["scripts/start.mjs"], own);
    const url = `http://127.0.0.1:${port}`;
    if (!(await untilStarted(url, first))) {
      return { figures: "", faults: [`the first one did not start: ${first.lines().slice(-3).join(" ")}`] };
    }
    const second = await runTool(["scripts/start.mjs"], { env: { ...own, PORT: String(await freePort()) } });
    const faults = [
      ...(second.code === 0 || second.code === null ? [`the second one ended with ${second.code}`] : []),
      ...(second.lines.some((line) => line.includes("already")) ? [] : ["it did not say why"]),
      ...(existsSync(DEMONSTRATION) ? [] : ["it took the first one's files"]),
      ...((await serves(url)) ? [] : ["the first one serves no more"]),
    ];
    first.child.kill("SIGTERM");
    const { code } = await first.ended;
    if (code !== 0) faults.push(`the first one left with ${code}`);
    if (await serves(url)) faults.push("a web process is left");
    return { figures: `the second one ended with ${second.code}`, faults };
  },
};

import { runTool } from "@/tests/faults/tool";
import type { Scenario } from "@/tests/faults/scenario";

/** The two campaigns have clusters of their own and print what they did; they end with 1 when anything was wrong. */
const campaign = (
  name: string,
  fault: string,
  program: string,
  rounds: { whole: number; short: number },
): Scenario => ({
  name,
  fault,
  run: async ({ isShort, seed, say }) => {
    const count = isShort ? rounds.short : rounds.whole;
    const { code, lines } = await runTool([program, String(count), String(seed)], { say });
    const told = lines.map((line) => line.replace(/^\[faults \+\d+s\] /, ""));
    const wrong = told.filter((line) => line.startsWith("WRONG ")).map((line) => line.slice("WRONG ".length));
    const faults = code === 0 || wrong.length > 0 ? wrong : [`it ended with ${code}: ${told.slice(-2).join(" ")}`];
    const sums = told.filter((line) => /items at the|things are wrong/.test(line));
    return { figures: `${count} kills; ${sums.join("; ")}`, faults };
  },
});

export const workersKilled = campaign(
  "workers killed and drained",
  "Workers are killed and stopped at random over jobs of 100, with clocks ten minutes off and a database that crashes.",
  "tests/faults/bulk.ts",
  { whole: 50, short: 1 },
);

export const radarKilled = campaign(
  "radar killed",
  "Workers are killed while they look at a switch of areas: each change is announced once.",
  "tests/faults/radar.ts",
  { whole: 20, short: 1 },
);

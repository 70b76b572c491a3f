import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { writePulaFile } from "@/tests/contract/imports/generated-pulas";
import { look } from "@/tests/faults/ground";
import { sendCheck } from "@/tests/faults/load";
import type { Scenario } from "@/tests/faults/scenario";
import { runTool, startTool } from "@/tests/faults/tool";
import { startWeb } from "@/tests/faults/web";
import { Random } from "@/tests/support/fuzz-random";

const inForce = async (): Promise<string> =>
  (
    await look<{ version: string }>(
      "SELECT d.version FROM active_data_set a JOIN data_set d ON d.data_set_id = a.data_set_id WHERE a.kind = 'pula'",
    )
  )[0]?.version ?? "none";

/** Whether the import was killed before its end. */
async function killedImport(command: string[], afterMs: number): Promise<boolean> {
  const { child, ended } = startTool(command);
  await pause(afterMs);
  child.kill("SIGKILL");
  return (await ended).code === null;
}

async function faultsAfterKill(
  url: string,
  apiKey: string,
  { before, round }: { before: string; round: number },
): Promise<string[]> {
  const now = await inForce();
  const answered = await sendCheck(url, apiKey, `import-${round}`, round);
  return [
    // One that came to its end before it was killed, or in that moment, is in force by right.
    ...(now === before || now.startsWith("killed-") ? [] : [`the set in force is ${now}`]),
    ...(answered.status === 200 ? [] : [`a check after a killed import was answered ${answered.status}`]),
  ];
}

export const importInterrupted: Scenario = {
  name: "import interrupted",
  fault:
    "npm run data -- import is killed at random: the set in force and its answers stay, and the next import works.",
  run: async ({ apiKey, isShort, seed }) => {
    const random = new Random(seed + 3);
    const kills = isShort ? 1 : 8;
    const folder = mkdtempSync(join(tmpdir(), "hedgerow-import-"));
    const file = join(folder, "areas.geojson");
    await writePulaFile(file, isShort ? 400 : 1_500, 400);
    const web = await startWeb();
    const before = await inForce();
    const faults: string[] = [];
    const importing = ["scripts/data.ts", "import", "pula", file, "--activate", "--force", "--version"];
    let killed = 0;
    for (let round = 0; round < kills; round += 1) {
      const afterMs = random.between(1_000, isShort ? 2_500 : 8_000);
      if (!(await killedImport([...importing, `killed-${round}`], afterMs))) continue;
      killed += 1;
      faults.push(...(await faultsAfterKill(web.url, apiKey, { before, round })));
    }
    const last = await runTool([...importing, "whole"]);
    if (last.code !== 0)
      faults.push(`the import after them ended with ${last.code}: ${last.lines.slice(-2).join(" ")}`);
    if ((await inForce()) !== "whole") faults.push(`the set in force is ${await inForce()}`);
    const [left] = await look<{ n: number }>("SELECT count(*)::int AS n FROM data_set WHERE state = 'loading'");
    if (left?.n !== 0) faults.push(`${left?.n ?? "?"} half sets are left`);
    await web.kill("SIGTERM");
    rmSync(folder, { recursive: true });
    return { figures: `${killed} of ${kills} imports killed, the next one in force`, faults };
  },
};

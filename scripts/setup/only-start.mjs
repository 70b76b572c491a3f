import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";
import { giveUp } from "./say.mjs";

const file = join(root, ".data", "start.pid");

/**
 * One `npm start` a folder: a second one would take the first one's database and files from it. Refused at once, before
 * anything is touched. What a killed one left behind stands in no one's way.
 */
export function beOnlyStart() {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    const other = Number(readFileSync(file, "utf8"));
    if (isStart(other)) {
      giveUp(
        `npm start or npm run dev is at work in this folder already (process ${other}). Stop it first, or use another checkout.`,
      );
    }
    writeFileSync(file, String(process.pid));
  }
  process.on("exit", () => rmSync(file, { force: true }));
}

/** Whether the process is there and is one of ours: its number may have gone to another program. */
function isStart(pid) {
  try {
    process.kill(pid, 0);
    return pid !== process.pid && commandOf(pid).includes("start.mjs");
  } catch {
    return false;
  }
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // No such file where there is no Linux: the process is there, and that has to do.
    return "start.mjs";
  }
}

import { stopRunning } from "./run.mjs";
import { say } from "./say.mjs";
import { stopWithParent } from "./stop-with-parent.mjs";

/** How someone asks the start to end. Node takes SIGHUP back from `nohup`, so that it ends a start like the others. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** What has to be let go of, in the order it was taken. */
const held = [];
let stopping = false;

/**
 * From the first step on, no end goes without a word: a signal during the build used to end the start in silence and leave
 * the database behind. Only SIGKILL, and a machine without memory, still do.
 */
export function sayHowItEnds() {
  process.on("exit", (code) => say(stopping ? `ended (${code})` : `ended by itself (${code})`));
  for (const signal of SIGNALS) process.on(signal, () => void stopAll(0, signal));
  stopWithParent(() => void stopAll(0, "what started it has ended"));
  // A reader that went away, as of `npm start | head`, would be an exception that no one reads either.
  process.stdout.on("error", () => void stopAll(1, "no one reads its output"));
  process.stderr.on("error", () => undefined);
}

/** `letGo` is called when everything stops, after that of whatever was taken later. */
export const letGoAtEnd = (letGo) => void held.push(letGo);

/** Ends programs that run now, lets go of everything, and then this process. Only the first call counts. */
export async function stopAll(code, why) {
  if (stopping) return new Promise(() => undefined);
  stopping = true;
  say(`stopping: ${why}`);
  await stopRunning();
  for (const letGo of held.reverse()) await letGo();
  process.exit(code);
}

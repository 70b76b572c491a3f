/** Progress lines of the set-up: what is being done, and how long it took. */
const started = Date.now();

export const say = (line) => process.stdout.write(`[setup +${((Date.now() - started) / 1000).toFixed(1)}s] ${line}\n`);

/** Ends the program with one clear message and no stack trace. */
export function giveUp(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

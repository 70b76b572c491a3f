import { format } from "node:util";
import pino from "pino";

/**
 * The log of a process, beside that of the service's own code: how it started, and what libraries say. One line of JSON
 * each, of the same form (deploy/log-line.schema.json).
 */
export const processLog = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });

/** Libraries write plain text to the console, and Node its warnings: from here on these are lines of the log as well. */
export function logConsole() {
  for (const [method, level] of Object.entries({ error: "error", warn: "warn", info: "info", log: "info" })) {
    console[method] = (...words) => {
      const text = format(...words).trim();
      if (text !== "") processLog[level]({ part: "console" }, text);
    };
  }
  process.removeAllListeners("warning");
  process.on("warning", (warning) => processLog.warn({ part: "node" }, `${warning.name}: ${warning.message}`));
}

/** Ends the process for a reason that an operator can do something about, without a stack trace. */
export function endWith(error) {
  processLog.fatal(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

import { Logger, type LogFunctionFactory } from "graphile-worker";
import type { Log } from "@/lib/runtime/log";

const LEVELS = { error: "error", warning: "warn", info: "info", debug: "debug" } as const;

/** What the queue's library says, as lines of our own log: by itself it writes plain text. */
export const queueLogger = (log: Log): Logger => {
  const factory: LogFunctionFactory = (scope) => {
    const { label, workerId, taskIdentifier, jobId } = scope;
    const of = { part: label ?? "queue", queue_worker: workerId, task: taskIdentifier, job: jobId };
    return (level, message) => log[LEVELS[level]](of, message);
  };
  return new Logger(factory);
};

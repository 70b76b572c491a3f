import pino, { type Logger } from "pino";

export type Log = Logger;

/** Structured logs on standard output. Keys, links, e-mail addresses and boundaries never go in. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ["req.headers", "*.apiKey", "*.userEmail", "*.boundary"], remove: true },
  });

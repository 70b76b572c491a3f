import type { Logger } from "pino";
export const processLog: Logger;
export function logConsole(): void;
export function endWith(error: unknown): never;

import type { Server } from "node:http";

export interface Drain {
  announce: () => void;
  close: (ended: () => void) => void;
}

export function drainOf(server: Server): Drain;
export function stopWaitMs(seconds: string | undefined): number;

import type { Server } from "node:http";

export function drainOf(server: Server): (ended: () => void) => void;

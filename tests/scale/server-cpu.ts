import { cpuWithChildren } from "@/bench/support/cpu";
import { processesOf } from "@/tests/faults/own-cluster";

/** Processor time of PostgreSQL servers with all that they started, in milliseconds. */
export const cpuOfServers = (folders: readonly string[]): number =>
  folders.reduce((sum, data) => sum + cpuWithChildren(processesOf({ data })[0] ?? 0), 0);

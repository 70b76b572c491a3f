import type { Cluster } from "./database.mjs";
export function stopCluster(cluster: Cluster): void;

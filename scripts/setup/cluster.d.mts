import type { Cluster } from "./database.mjs";
export type { Cluster };
export function ensureCluster(
  ownFolder?: string | null,
  ownPort?: number | null,
  other?: { bin?: string | null; settings?: readonly string[] },
): Promise<Cluster>;
export function ensureTestCluster(): Promise<Cluster>;
export function stopCluster(cluster: Cluster, mode?: "fast" | "immediate"): void;
export function urlsFor(cluster: Cluster, database: string): { admin: string; owner: string; app: string };
export function freePort(): Promise<number>;

export interface Cluster {
  port: number;
  startedHere: boolean;
}
export function ensureDatabase(name: string): Promise<{ app: string; owner: string; cluster: Cluster | null }>;
export function recreateDatabase(name: string): Promise<{ app: string; owner: string; cluster: Cluster | null }>;
export function ensureDatabaseIn(cluster: Cluster, name: string): Promise<{ app: string; owner: string }>;

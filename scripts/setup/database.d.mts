export interface Cluster {
  port: number;
  startedHere: boolean;
  /** Where the server's files lie. */
  data: string;
}
export function ensureDatabase(name: string): Promise<{ app: string; owner: string; cluster: Cluster | null }>;
export function recreateDatabase(name: string): Promise<{ app: string; owner: string; cluster: Cluster | null }>;
export function ensureDatabaseIn(cluster: Cluster, name: string): Promise<{ app: string; owner: string }>;

export interface Cluster {
  port: number;
  startedHere: boolean;
  /** Where the server's files lie. */
  data: string;
  /** The folder of the server's programs, and who runs them; null: who runs this process. */
  bin: string;
  user: { uid: number; gid: number } | null;
}
export function ensureDatabase(name: string): Promise<{ app: string; owner: string; cluster: Cluster | null }>;
export function recreateDatabase(
  name: string,
  startCluster?: () => Promise<Cluster>,
): Promise<{ app: string; owner: string; cluster: Cluster | null }>;
export function ensureDatabaseIn(cluster: Cluster, name: string): Promise<{ app: string; owner: string }>;

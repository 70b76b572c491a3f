import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type Cluster, freePort } from "@/scripts/setup/cluster.mjs";
import { processesOf } from "@/tests/faults/own-cluster";

const PROGRAMS = { patroni: "/usr/bin/patroni", etcd: "/usr/bin/etcd", haproxy: "/usr/sbin/haproxy" };

/** Why no cluster can be made here; null: it can. */
export function missingParts(): string | null {
  const missing = Object.entries(PROGRAMS).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  if (missing.length === 0) return null;
  return `${missing.join(", ")} missing: apt-get install --no-install-recommends patroni etcd-server haproxy`;
}

interface Node {
  name: string;
  /** Where PostgreSQL and Patroni's own service listen. */
  port: number;
  restPort: number;
  data: string;
  settings: string;
  patroni: ChildProcess | null;
}

const membersSchema = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});
type Member = z.output<typeof membersSchema>["members"][number];

/** A primary and its synchronous standby under Patroni, with etcd, and HAProxy before them. */
export interface FailoverCluster {
  /** The cluster as clients see it: `port` is HAProxy's. */
  cluster: Cluster;
  /** The name of the primary, once its standby is synchronous and both run. */
  whole: () => Promise<string>;
  /** Ends every process of PostgreSQL on a node at once; Patroni there lives on. */
  killServer: (name: string) => void;
  /** Ends Patroni as well, as when a machine loses its power. */
  killMachine: (name: string) => Promise<void>;
  /** The machine is on again: its supervisor starts Patroni, and nothing else. */
  startMachine: (name: string) => void;
  stop: () => Promise<void>;
}

/** A busy machine takes its time to copy a database back. */
const WHOLE_MS = 240_000;

export async function startFailoverCluster(
  own: Pick<Cluster, "bin" | "user">,
  folder: string,
): Promise<FailoverCluster> {
  const children = new Set<ChildProcess>();
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const options: SpawnOptions = {
      ...(own.user ?? {}),
      cwd: "/",
      stdio: process.env.FAULTS_VERBOSE ? "inherit" : "ignore",
    };
    const child = spawn(program, args, options);
    children.add(child);
    child.once("exit", () => children.delete(child));
    return child;
  };
  const etcd = await settleEtcd(folder);
  const nodes: Node[] = [await nodeIn(folder, "node1"), await nodeIn(folder, "node2")];
  for (const node of nodes) writeFileSync(node.settings, JSON.stringify(patroniSettings(node, own.bin, etcd.port)));
  const port = await freePort();
  const proxySettings = join(folder, "haproxy.cfg");
  writeFileSync(proxySettings, haproxySettings(port, nodes));
  if (own.user !== null) chownSync(folder, own.user.uid, own.user.gid);
  const nodeOf = (name: string): Node => {
    const node = nodes.find((each) => each.name === name);
    if (node === undefined) throw new RangeError(`no node ${name}`);
    return node;
  };
  const startMachine = (name: string): void => {
    nodeOf(name).patroni = start(PROGRAMS.patroni, [nodeOf(name).settings]);
  };
  const killServer = (name: string): void => {
    for (const pid of running(nodeOf(name))) kill(pid);
  };
  const end = (): void => {
    for (const child of children) child.kill("SIGKILL");
    for (const node of nodes) killServer(node.name);
  };
  process.on("exit", end);
  start(PROGRAMS.etcd, etcd.args);
  for (const { name } of nodes) startMachine(name);
  start(PROGRAMS.haproxy, ["-db", "-f", proxySettings]);
  return {
    cluster: { bin: own.bin, user: own.user, port, data: folder, startedHere: true },
    whole: () => untilWhole(nodes),
    killServer,
    killMachine: async (name) => {
      const { patroni } = nodeOf(name);
      const ended = new Promise((resolve) => patroni?.once("exit", resolve));
      patroni?.kill("SIGKILL");
      killServer(name);
      await ended;
    },
    startMachine,
    stop: async () => {
      end();
      while (children.size > 0) await pause(50);
      process.off("exit", end);
      // A back end outlives its killed server for a moment, and writes.
      rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended with its parent.
  }
}

function running({ data }: Node): number[] {
  try {
    return processesOf({ data });
  } catch {
    return [];
  }
}

async function nodeIn(folder: string, name: string): Promise<Node> {
  return {
    name,
    port: await freePort(),
    restPort: await freePort(),
    data: join(folder, name),
    settings: join(folder, `${name}.yml`),
    patroni: null,
  };
}

async function settleEtcd(folder: string): Promise<{ port: number; args: string[] }> {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const flags = {
    name: "one",
    "data-dir": join(folder, "etcd"),
    "listen-client-urls": client,
    "advertise-client-urls": client,
    "listen-peer-urls": peer,
    "initial-advertise-peer-urls": peer,
    "initial-cluster": `one=${peer}`,
    // Many drills share one disk here; a second without an answer is no election's end.
    "heartbeat-interval": "500",
    "election-timeout": "5000",
  };
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return { port, args: Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]) };
}

/** As docs/operations.md recommends it. Patroni reads YAML, which JSON is. */
const patroniSettings = ({ name, port, restPort, data }: Node, bin: string, etcdPort: number): object => ({
  scope: "hedgerow",
  name,
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  etcd3: { host: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: {
      ttl: 20,
      loop_wait: 2,
      retry_timeout: 5,
      master_start_timeout: 0,
      synchronous_mode: true,
      postgresql: { use_pg_rewind: true, use_slots: true },
    },
    initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: data,
    bin_dir: bin,
    pgpass: `${data}.pgpass`,
    authentication: { superuser: { username: "postgres" }, replication: { username: "postgres" } },
    pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
    parameters: { unix_socket_directories: "", shared_buffers: "128MB", max_connections: 100, jit: "off" },
  },
});

/** Sends everyone to the node that Patroni names the primary, and ends connections to one that no longer is. */
const haproxySettings = (port: number, nodes: readonly Node[]): string => `global
  maxconn 400
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk
  http-check send meth OPTIONS uri /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join("\n")}
`;

async function untilWhole(nodes: readonly Node[]): Promise<string> {
  const until = Date.now() + WHOLE_MS;
  let last: Member[] = [];
  while (Date.now() < until) {
    last = await membersOf(nodes);
    const [leader] = last.filter(({ role, state }) => role === "leader" && state === "running");
    const isSafe = last.some(({ role, state }) => role === "sync_standby" && /^(running|streaming)$/.test(state));
    if (leader !== undefined && isSafe) return leader.name;
    await pause(200);
  }
  throw new Error(`the cluster did not become whole: ${JSON.stringify(last)}`);
}

/** As any node that answers tells it. */
async function membersOf(nodes: readonly Node[]): Promise<Member[]> {
  for (const { restPort } of nodes) {
    try {
      const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(3000) });
      return membersSchema.parse(await response.json()).members;
    } catch {
      // Another one may know.
    }
  }
  return [];
}

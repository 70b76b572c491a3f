import { createHash } from "node:crypto";
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { read, root } from "./run.mjs";
import { giveUp, say } from "./say.mjs";

/**
 * The private PostgreSQL cluster of this checkout, on loopback. Nothing else on the machine is touched: its
 * data lies under `.data/pg`, or under the system's temporary folder when the server's user cannot reach that. A test
 * that breaks its server names a folder of its own, and the port it had before; one that needs another build of PostgreSQL
 * names its programs, and settings of its own.
 */
export async function ensureCluster(ownFolder = null, ownPort = null, { bin = null, settings = [] } = {}) {
  const cluster = describeCluster(ownFolder, bin);
  if (!existsSync(join(cluster.data, "PG_VERSION"))) initialize(cluster);
  if (isRunning(cluster)) return { ...cluster, port: readPort(cluster), startedHere: false };
  const port = ownPort ?? (await freePort());
  say(`starting PostgreSQL on 127.0.0.1:${port}`);
  const options = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=`,
    "max_connections=200",
    "shared_buffers=256MB",
    "max_wal_size=2GB",
    "jit=off",
    // A connection that loads PostGIS by itself takes three times the processor time of one that finds it there.
    "shared_preload_libraries=postgis-3",
    ...settings,
  ];
  control(cluster, [
    "-w",
    "-s",
    "-l",
    join(cluster.folder, "log"),
    "-o",
    options.map((o) => `-c ${o}`).join(" "),
    "start",
  ]);
  writeFileSync(join(cluster.folder, "port"), String(port));
  return { ...cluster, port, startedHere: true };
}

/** A file system in memory, as Linux has it. */
const MEMORY = "/dev/shm";
/** Many times what the tests of a run have at once; a container may be given 64 MB. */
const MEMORY_NEEDED_BYTES = 3 * 2 ** 30;

/** Null: there is none, it has no room, or another user has a folder of the name. What was begun there is gone on with. */
function folderInMemory() {
  const folder = join(MEMORY, `hedgerow-tests-${rootDigest()}`);
  if (existsSync(join(folder, "data", "PG_VERSION"))) return folder;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < MEMORY_NEEDED_BYTES) return null;
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return null;
  }
}

/** The checkout in a name that is no other's. */
const rootDigest = () => createHash("sha256").update(root).digest("hex").slice(0, 12);

/**
 * The cluster of the tests, beside the demonstration's. Its data need not outlive the machine, so nothing waits for the
 * disk, which each commit of theirs waited for, and it lies in memory where that has room: every test file works in a copy
 * of 600 files that is deleted afterwards, and ext4 makes a file four times as slowly while others were deleted lately. A
 * server that is killed loses nothing all the same. After a crash of the machine, delete its folder.
 */
export const ensureTestCluster = () => {
  const folder = folderInMemory() ?? `${describeCluster().folder}-tests`;
  return ensureCluster(folder, null, { settings: ["fsync=off", "full_page_writes=off", "max_wal_size=512MB"] });
};

/** `immediate` is a crash: nothing is finished or written down first. */
export function stopCluster(cluster, mode = "fast") {
  if (isRunning(cluster)) control(cluster, ["-m", mode, "-s", "stop"]);
}

/** Connection strings for a database of the cluster: the server's own user, the owner, and the service. */
export const urlsFor = (cluster, database) => ({
  admin: `postgresql://postgres@127.0.0.1:${cluster.port}/${database}`,
  owner: `postgresql://hedgerow_owner@127.0.0.1:${cluster.port}/${database}`,
  app: `postgresql://hedgerow_app@127.0.0.1:${cluster.port}/${database}`,
});

function describeCluster(ownFolder = null, ownBin = null) {
  const bin = ownBin ?? findServerPrograms();
  const user = process.getuid?.() === 0 ? postgresUser() : null;
  const preferred = join(root, ".data", "pg");
  if (ownFolder !== null) return { bin, user, folder: ownFolder, data: join(ownFolder, "data") };
  const folder = user === null || canReach(preferred, user) ? preferred : join(tmpdir(), `hedgerow-pg-${rootDigest()}`);
  return { bin, user, folder, data: join(folder, "data") };
}

function findServerPrograms() {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
  const newest = versions
    .filter((v) => existsSync(`/usr/share/postgresql/${v}/extension/postgis.control`))
    .sort((a, b) => Number(b) - Number(a))[0];
  if (newest !== undefined) return `/usr/lib/postgresql/${newest}/bin`;
  const bin = read("pg_config", ["--bindir"]);
  if (bin !== null && existsSync(join(bin, "initdb"))) return bin;
  return giveUp("PostgreSQL with PostGIS was not found. Set DATABASE_URL to a database that has it, or install it.");
}

/** PostgreSQL refuses to run as root, so root starts it as the user that Debian's package made. */
function postgresUser() {
  const uid = read("id", ["-u", "postgres"]);
  const gid = read("id", ["-g", "postgres"]);
  if (uid === null || gid === null) return giveUp("There is no user `postgres` to run the private database as.");
  return { uid: Number(uid), gid: Number(gid) };
}

function canReach(folder, user) {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return spawnSync("ls", [folder], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

function initialize(cluster) {
  say(`making a private database cluster in ${cluster.folder}`);
  mkdirSync(cluster.folder, { recursive: true, mode: 0o755 });
  mkdirSync(cluster.data, { recursive: true, mode: 0o700 });
  if (cluster.user !== null) {
    chownSync(cluster.folder, cluster.user.uid, cluster.user.gid);
    chownSync(cluster.data, cluster.user.uid, cluster.user.gid);
  }
  const args = [
    "-D",
    cluster.data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "--no-sync",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
  ];
  serverProgram(cluster, "initdb", args);
}

const control = (cluster, args) => serverProgram(cluster, "pg_ctl", ["-D", cluster.data, ...args]);

function serverProgram(cluster, program, args) {
  const result = spawnSync(join(cluster.bin, program), args, {
    ...(cluster.user ?? {}),
    cwd: "/",
    env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" },
    // The server inherits these; a pipe would keep us waiting for as long as it runs.
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (result.status !== 0)
    giveUp(`${program} failed (${result.status}); the server's log is ${join(cluster.folder, "log")}`);
}

const isRunning = (cluster) =>
  existsSync(join(cluster.data, "postmaster.pid")) &&
  spawnSync(join(cluster.bin, "pg_ctl"), ["-D", cluster.data, "status"], {
    ...(cluster.user ?? {}),
    cwd: "/",
    env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" },
    stdio: "ignore",
  }).status === 0;

const readPort = (cluster) => Number(readFileSync(join(cluster.data, "postmaster.pid"), "utf8").split("\n")[3]);

/** A free port on loopback. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "@/bench/support/build";
import { type Cluster, ensureCluster, freePort } from "@/scripts/setup/cluster.mjs";

const PROGRAM = "/usr/bin/pgbackrest";
const SETTINGS = join(ROOT, "deploy", "postgres", "pgbackrest.conf");
const STANZA = "hedgerow";

/** Why no backup can be made here; null: it can. */
export const missingBackup = (): string | null =>
  existsSync(PROGRAM) ? null : "pgbackrest missing: apt-get install --no-install-recommends pgbackrest";

/** A database server whose write-ahead log goes into a repository of pgBackRest, with the settings of `deploy/postgres`. */
export interface BackedUp {
  cluster: Cluster;
  /** A full backup, while the server works. */
  backUp: () => Promise<unknown>;
  /** A second server in another folder, as the first was at a moment. The first must not be at work. */
  restoreTo: (moment: Date) => Promise<Cluster>;
}

export async function startBackedUp(folder: string, user: Cluster["user"]): Promise<BackedUp> {
  const own = (name: string): string => ownFolder(join(folder, name), user);
  const [first, second, repository] = [own("first"), own("second"), own("repository")];
  const port = await freePort();
  const shared = [
    `--config=${SETTINGS}`,
    `--repo1-path=${repository}`,
    `--log-path=${folder}`,
    `--lock-path=${folder}`,
  ];
  const dataOf = (place: string): string => `--pg1-path=${join(place, "data")}`;
  const server = [dataOf(first), `--pg1-socket-path=${first}`, `--pg1-port=${port}`];
  const run = (command: string, options: readonly string[]): Promise<unknown> =>
    promisify(execFile)(PROGRAM, [...shared, `--stanza=${STANZA}`, ...options, command], { ...user, cwd: "/" });
  const push = [PROGRAM, ...shared, dataOf(first), `--stanza=${STANZA}`, "archive-push", "%p"].join(" ");
  const settings = (place: string): string[] => [
    `unix_socket_directories=${place}`,
    "archive_mode=on",
    `archive_command='${push}'`,
  ];
  const cluster = await ensureCluster(first, port, { settings: settings(first) });
  await run("stanza-create", server);
  return {
    cluster,
    backUp: () => run("backup", [...server, "--type=full"]),
    restoreTo: async (moment) => {
      const target = ["--type=time", `--target=${moment.toISOString().replace("T", " ").replace("Z", "+00")}`];
      await run("restore", [dataOf(second), ...target, "--target-action=promote"]);
      return ensureCluster(second, port, { settings: [`unix_socket_directories=${second}`] });
    },
  };
}

function ownFolder(path: string, user: Cluster["user"]): string {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  if (user !== null) chownSync(path, user.uid, user.gid);
  return path;
}

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { read, root } from "./run.mjs";
import { giveUp, say } from "./say.mjs";

const programs = (folder) => ({ prometheus: join(folder, "prometheus"), promtool: join(folder, "promtool") });

/**
 * Debian's Prometheus, for the tests alone: the machine's own where it is installed, else unpacked under `.data`. Installing
 * the package would start a server on this machine, now and at each boot.
 *
 * @returns {{ prometheus: string, promtool: string }}
 */
export function ensurePrometheus() {
  const own = programs("/usr/bin");
  if (existsSync(own.prometheus) && existsSync(own.promtool)) return own;
  const folder = join(root, ".data", "debian", "prometheus");
  const unpacked = programs(join(folder, "usr", "bin"));
  if (!existsSync(unpacked.prometheus)) unpack(folder);
  return unpacked;
}

function unpack(folder) {
  const started = `${folder}.${process.pid}`;
  mkdirSync(started, { recursive: true });
  say("unpacking Debian's prometheus for the tests (19 MB)");
  const download = () => read("apt-get", ["download", "prometheus"], { cwd: started });
  if (download() === null && (read("apt-get", ["update", "-q"]) === null || download() === null)) {
    giveUp("Debian's package prometheus could not be had. Install it, or let apt-get reach its archive.");
  }
  const [file] = readdirSync(started).filter((name) => name.endsWith(".deb"));
  if (file === undefined || read("dpkg-deb", ["-x", join(started, file), started]) === null) {
    giveUp("Debian's package prometheus could not be unpacked.");
  }
  rmSync(join(started, file));
  // Whole or not at all: another run may be looking.
  if (!existsSync(folder)) renameSync(started, folder);
  else rmSync(started, { recursive: true });
}

import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addressed } from "./lock-addresses.mjs";
import { read, root, run } from "./run.mjs";
import { giveUp, say } from "./say.mjs";

const sha256 = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** npm packages from the lock file, once per lock file. */
export async function ensureNpmPackages() {
  const stamp = join(root, "node_modules", ".hedgerow-lock");
  const lock = sha256(join(root, "package-lock.json"));
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  if (read("npm", ["ls", "--silent", "--depth=0"]) === null || !existsSync(join(root, "node_modules", "next"))) {
    say("installing npm packages from the lock file (about a minute the first time)");
    if (!(await installedBeside()) && (await run("npm", NPM_CI)) !== 0)
      giveUp("npm ci failed; its messages are above.");
  }
  writeFileSync(stamp, lock);
}

const NPM_CI = ["ci", "--no-audit", "--no-fund"];

/**
 * The packages, installed in a folder beside by a lock file with addresses and moved here; false where that cannot be
 * done, as with a registry that keeps its files elsewhere. By the lock file as it is, npm reads the list of all versions
 * of each package first: 72 s of the processor in place of 30.
 */
async function installedBeside() {
  const folder = join(root, ".data", "npm-ci");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", ".npmrc"]) copyFileSync(join(root, name), join(folder, name));
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(addressed(lock)));
  const isInstalled = (await run("npm", NPM_CI, { cwd: folder })) === 0;
  if (isInstalled) {
    rmSync(join(root, "node_modules"), { recursive: true, force: true });
    renameSync(join(folder, "node_modules"), join(root, "node_modules"));
  }
  rmSync(folder, { recursive: true, force: true });
  return isInstalled;
}

/** The Prisma client is generated code, made when the schema changes. */
export async function ensurePrismaClient() {
  const schema = sha256(join(root, "prisma", "schema.prisma"));
  const stamp = join(root, "lib", "data", "generated", ".schema");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === schema) return;
  say("generating the Prisma client");
  const code = await run(process.execPath, ["node_modules/prisma/build/index.js", "generate"], {
    stdio: ["ignore", "ignore", "inherit"],
    // Generating needs no engine, but the command insists on finding one (docs/decisions/0003).
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
  });
  if (code !== 0) giveUp("prisma generate failed; its messages are above.");
  writeFileSync(stamp, schema);
}

/** What each part needs from Debian, and the file that shows it is there. */
const DEBIAN = {
  postgresql: {
    packages: ["postgresql-15", "postgresql-15-postgis-3", "postgresql-15-postgis-3-scripts"],
    present: () =>
      ["13", "14", "15", "16", "17", "18"].some((major) =>
        existsSync(`/usr/share/postgresql/${major}/extension/postgis.control`),
      ) || existsSync("/usr/local/share/postgresql/extension/postgis.control"),
  },
  // The build without windows: it draws with less of the processor than the desktop's.
  chromium: {
    packages: ["chromium-headless-shell"],
    present: () => existsSync("/usr/bin/chromium-headless-shell"),
    instead: () => existsSync("/usr/bin/chromium"),
  },
  pgbouncer: { packages: ["pgbouncer"], present: () => existsSync("/usr/sbin/pgbouncer") },
  jsonschema: {
    packages: ["python3-jsonschema"],
    present: () => existsSync("/usr/lib/python3/dist-packages/jsonschema"),
  },
  poppler: { packages: ["poppler-utils"], present: () => existsSync("/usr/bin/pdftoppm") },
};

/** Debian packages that are missing, installed when that can be done here. */
export async function ensureDebianPackages(parts) {
  const missing = parts.filter((part) => !DEBIAN[part].present()).flatMap((part) => DEBIAN[part].packages);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  // What does instead is slower and no reason to stop.
  const areAllHere = () => parts.every((part) => DEBIAN[part].present() || DEBIAN[part].instead?.() === true);
  if (process.getuid?.() !== 0 || read("apt-get", ["--version"]) === null) {
    if (areAllHere()) return;
    giveUp(`Missing on this machine: ${missing.join(", ")}.\nInstall them (Debian, as root):  ${command}`);
  }
  say(`installing Debian packages: ${missing.join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" };
  const quiet = { env, stdio: ["ignore", "ignore", "inherit"] };
  await run("apt-get", ["update", "-q"], quiet);
  await run("apt-get", command.split(" ").slice(1), quiet);
  if (!areAllHere()) {
    giveUp(`Could not install ${missing.join(", ")}. Install them by hand:  ${command}`);
  }
}

export const ensureDataFolder = () => mkdirSync(join(root, ".data"), { recursive: true, mode: 0o755 });

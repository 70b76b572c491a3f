import { readFileSync } from "node:fs";

/** The lock file names no download host (a mirror's would end there), and every direct dependency is pinned exactly. */
const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"));
const faults = [];
/** Packages that run a program of theirs when they are installed, each for what it does. A new one is looked at first. */
const INSTALL_SCRIPTS = {
  "@prisma/engines": "may fetch the native schema engine of migrations, which the service does not use",
  "@scarf/scarf": "reports installations of a linter, in development alone; package.json turns it off (scarfSettings)",
  esbuild: "puts the program for this machine in its place",
  prisma: "checks the version of Node",
};
for (const [name, entry] of Object.entries(read("package-lock.json").packages)) {
  if (/^https?:/.test(entry.resolved ?? "")) faults.push(`${name} names a download host: ${entry.resolved}`);
  const [, packageName] = /(?:^|.*\/)node_modules\/(.+)$/.exec(name) ?? [];
  if (entry.hasInstallScript === true && !(packageName in INSTALL_SCRIPTS)) {
    faults.push(`${packageName} runs a program when it is installed, and is not on the list`);
  }
  if (name !== "" && entry.link !== true && entry.integrity === undefined && entry.inBundle !== true) {
    faults.push(`${name} has no integrity hash`);
  }
}
const { dependencies, devDependencies } = read("package.json");
for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
  if (!/^\d+\.\d+\.\d+([-.0-9a-z]*)?$/.test(range)) faults.push(`${name} is not pinned to one version: ${range}`);
}
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);

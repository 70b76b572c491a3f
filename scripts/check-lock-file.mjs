import { readFileSync } from "node:fs";

/** The lock file names no download host (a mirror's would end there), and every direct dependency is pinned exactly. */
const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"));
const faults = [];
for (const [name, entry] of Object.entries(read("package-lock.json").packages)) {
  if (/^https?:/.test(entry.resolved ?? "")) faults.push(`${name} names a download host: ${entry.resolved}`);
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

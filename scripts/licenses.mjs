import { spawnSync } from "node:child_process";

/** `npm run licenses`: every package the service runs on, by license, from npm's own bill of materials. */
const { stdout, status } = spawnSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"], {
  encoding: "utf8",
  maxBuffer: 1 << 28,
});
if (status !== 0) {
  console.error("npm sbom failed: run npm ci first.");
  process.exit(1);
}
const byLicense = new Map();
for (const { name, version, licenses = [] } of JSON.parse(stdout).components) {
  const license = licenses.map((entry) => entry.expression ?? entry.license.id ?? entry.license.name).join(" and ");
  const key = license === "" ? "not stated in the package" : license;
  byLicense.set(key, [...(byLicense.get(key) ?? []), `${name}@${version}`]);
}
for (const [license, packages] of [...byLicense].sort((a, b) => b[1].length - a[1].length)) {
  console.log(`${license} (${packages.length})\n  ${packages.sort().join("\n  ")}`);
}

import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packStaticFiles } from "./pack-static.mjs";
import { root } from "./run.mjs";

/** What a build is made of. */
const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "next.config.js",
  "instrumentation.ts",
  "tsconfig.json",
  "package-lock.json",
];

/**
 * Runs `build` with the program's arguments for Node when a source differs from those of the last build, so that a second
 * start does not wait. `build` resolves when the program has succeeded and throws when it has not.
 */
export async function ensureBuild(build) {
  const stamp = join(root, ".next", ".hedgerow-sources");
  const sources = fingerprint(SOURCES);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  await build(["node_modules/next/dist/bin/next", "build"]);
  await packStaticFiles(join(root, ".next", "static"));
  writeFileSync(stamp, sources);
}

function fingerprint(paths) {
  const hash = createHash("sha256");
  const visit = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(path).update(readFileSync(path));
  };
  for (const path of paths) visit(join(root, path));
  return hash.digest("hex");
}

import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/** MapLibre's worker: the one file a bundler cannot place by itself. It imports nothing. */
const WORKER = "maplibre-gl-worker.mjs";

/**
 * Puts the map's worker where the service serves it, under the version that the page will ask for. Older versions are
 * removed. Made from node_modules, so it is ignored by git and costs nothing when it is there.
 */
export function ensureMapWorker() {
  const from = join(root, "node_modules", "maplibre-gl");
  const { version } = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
  const folder = join(root, "public", "maplibre");
  const target = join(folder, version);
  mkdirSync(target, { recursive: true });
  const [source, copy] = [join(from, "dist", WORKER), join(target, WORKER)];
  if (!existsSync(copy) || statSync(copy).size !== statSync(source).size) copyFileSync(source, copy);
  for (const other of readdirSync(folder)) {
    if (other !== version) rmSync(join(folder, other), { recursive: true });
  }
}

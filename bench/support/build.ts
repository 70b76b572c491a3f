import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What a build is made of: the list of scripts/start.mjs, whose stamp is used and written here too. */
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

/** A production build of the sources as they are now: the one that is there when it is of the same sources. */
export async function ensureBuild(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> {
  const stamp = join(ROOT, ".next", ".hedgerow-sources");
  const sources = fingerprint(SOURCES);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  say("building the web application");
  const build = spawn(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise<number>((resolve, reject) => {
    build.on("error", reject);
    build.on("exit", (status) => resolve(status ?? 1));
  });
  if (code !== 0) throw new Error(`the build failed (${code}); run npm run build to see why`);
  writeFileSync(stamp, sources);
}

function fingerprint(paths: readonly string[]): string {
  const hash = createHash("sha256");
  const visit = (path: string): void => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(path).update(readFileSync(path));
  };
  for (const path of paths) visit(join(ROOT, path));
  return hash.digest("hex");
}

import { rmSync } from "node:fs";
import { build } from "esbuild";
import { root } from "./setup/run.mjs";

/**
 * `npm run build:server`: web server, worker, threads and the operator's commands as plain JavaScript in `dist/`, so that
 * production compiles nothing when it starts. Packages stay in node_modules, where Next's own build looks for them too.
 */
const PROGRAMS = [
  "data",
  "field",
  "key",
  "labels",
  "migrate",
  "operator",
  "provider",
  "serve",
  "tables-audit",
  "verify",
  "webhook",
  "worker",
];

/** Threads are loaded by file: under the path of the module that loads their source in development (lib/gateways/threads.ts). */
const THREADS = {
  "lib/gateways/pdf/thread": "lib/gateways/pdf/worker.ts",
  "lib/usecases/applications/drift-buffer/thread/thread": "lib/usecases/applications/drift-buffer/thread/worker.ts",
};

const folder = "dist";
rmSync(`${root}/${folder}`, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: {
    ...Object.fromEntries(PROGRAMS.map((name) => [name, `scripts/${name}.ts`])),
    ...THREADS,
  },
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  // Says to lib/gateways/threads.ts, wherever Next has bundled it, that this process is built.
  banner: { js: `globalThis.hedgerowBuilt = "${folder}";` },
  chunkNames: "parts/[hash]",
  bundle: true,
  splitting: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "linked",
  logLevel: "warning",
});
process.stdout.write(`${folder}/: ${PROGRAMS.map((name) => `${name}.mjs`).join(", ")}\n`);

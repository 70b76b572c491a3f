import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureBuild as ensureBuildBy } from "@/scripts/setup/build.mjs";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A production build of the sources as they are now: the one that is there when it is of the same sources. */
export const ensureBuild = (env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> =>
  ensureBuildBy(async (args) => {
    say("building the web application");
    const build = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "ignore", "inherit"] });
    const code = await new Promise<number>((resolve, reject) => {
      build.on("error", reject);
      build.on("exit", (status) => resolve(status ?? 1));
    });
    if (code !== 0) throw new Error(`the build failed (${code}); run npm run build to see why`);
  });

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@/bench/support/build";

/** An earlier version of the project, built, in a folder of its own. */
export interface EarlierVersion {
  root: string;
  commit: string;
  /** Runs a module's text there, as that version; what it printed. Throws where it fails. */
  run: (text: string) => Promise<string>;
  remove: () => void;
}

/** The commit that froze the migrations of the last release: what has been installed until now. */
const RELEASED = "tests/unit/data/released-migrations.json";

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0] ?? ""} failed: ${stderr.trim()}`);
  return stdout.trim();
}

/** Why there is no earlier version here; null where there is. */
export function whyNoEarlierVersion(): string | null {
  if (spawnSync("git", ["rev-parse", "--verify", "HEAD"], { cwd: ROOT }).status !== 0) return "no git repository here";
  return chosenCommit() === "" ? "no release is known" : null;
}

const chosenCommit = (): string => process.env.UPGRADE_FROM ?? git("log", "-1", "--format=%H", "--", RELEASED);

/**
 * Takes the version out of git and builds it: the last release, or the commit that `UPGRADE_FROM` names. Beside our own
 * packages, since the build follows no link out of its folder; takes minutes.
 */
export async function buildEarlierVersion(say: (line: string) => void): Promise<EarlierVersion> {
  const commit = git("rev-parse", "--short", chosenCommit());
  const root = join(ROOT, ".data", `earlier-${commit}`);
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  remove();
  mkdirSync(root, { recursive: true });
  const version = {
    root,
    commit,
    run: (text: string) => runThere(root, ["--import", "tsx", "--input-type=module", "-e", text]),
    remove,
  };
  try {
    say(`  building ${commit}, the version before`);
    await shell(root, `git -C '${ROOT}' archive ${commit} | tar -x`);
    const isSame = git("diff", "--name-only", commit, "HEAD", "--", "package-lock.json") === "";
    await shell(root, isSame ? `cp -al '${join(ROOT, "node_modules")}' node_modules` : "npm ci --no-audit --no-fund");
    await shell(root, "npm run -s prisma:generate");
    await version.run(
      `const { ensureBuild } = await import("./bench/support/build.ts");
       await ensureBuild({ ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }, console.error);`,
    );
    return version;
  } catch (error) {
    remove();
    throw error;
  }
}

const shell = (cwd: string, command: string): Promise<string> => runThere(cwd, ["-c", command], "sh");

async function runThere(cwd: string, args: string[], program = process.execPath): Promise<string> {
  const child = spawn(program, args, { cwd, env: process.env, stdio: ["ignore", "pipe", "pipe"] });
  let [text, words] = ["", ""];
  child.stdout.on("data", (bytes: Buffer) => (text += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (words = (words + bytes.toString()).slice(-2000)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`the version before left with ${code}: ${words}${text.slice(-500)}`);
  return text.trim();
}

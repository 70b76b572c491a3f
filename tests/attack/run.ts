import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FAMILIES, type Family } from "@/tests/attack/families";
import { ensureBuild, ROOT as root } from "@/bench/support/build";

/**
 * `npm run attack [-- --short] [-- part of a family's name ...]`: the attacks of docs/security.md, told by family. The short
 * form, which `npm test` runs, is those on the built web process; the rest of its families stand in its other suites. The
 * whole form runs every family, and repeats what is counted in rounds. Exit code 1 when a test failed or did not run.
 */
const WHOLE_ROUNDS = "4";
const PROJECTS = ["attack", "unit", "laws", "contract"];

interface FileReport {
  name: string;
  startTime: number;
  endTime: number;
  assertionResults: { status: string }[];
}

const args = process.argv.slice(2);
const isShort = args.includes("--short");
const words = args.filter((arg) => !arg.startsWith("--"));
const chosen = FAMILIES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const filesOf = ({ files }: Family): readonly string[] =>
  isShort ? files.filter((file) => file.startsWith("tests/attack/")) : files;
const files = chosen.flatMap(filesOf);
if (files.length === 0) throw new Error(`no family is named ${words.join(", ")}`);

const folder = join(root, ".data", "attack");
mkdirSync(folder, { recursive: true });
const report = join(folder, "report.json");
// Before any test, whose hooks have an end: on a busy machine a build takes longer than they may.
if (files.some((file) => file.startsWith("tests/attack/")))
  await ensureBuild({ ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }, console.log);
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...(isShort ? ["attack"] : PROJECTS).flatMap((project) => ["--project", project]),
    ...files,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...(isShort ? {} : { ATTACK_ROUNDS: process.env.ATTACK_ROUNDS ?? WHOLE_ROUNDS }) },
  },
);
const { testResults } = JSON.parse(readFileSync(report, "utf8")) as { testResults: FileReport[] };

console.log(`| Family (${isShort ? "short" : "whole"} form) | Tests | Failed | Took |\n| --- | --- | --- | --- |`);
const rows = chosen.map((family) => {
  const of = testResults.filter(({ name }) => filesOf(family).some((file) => name.endsWith(file)));
  const tests = of.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === "failed").length;
  const seconds = of.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0);
  if (filesOf(family).length > 0)
    console.log(`| ${family.name} | ${tests.length} | ${failed} | ${seconds.toFixed(0)} s |`);
  return of.length === filesOf(family).length && of.every(({ assertionResults }) => assertionResults.length > 0);
});
process.exit(status === 0 && rows.every(Boolean) ? 0 : 1);

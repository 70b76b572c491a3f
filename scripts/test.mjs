import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureDataFolder, ensureDebianPackages, ensureNpmPackages, ensurePrismaClient } from "./setup/packages.mjs";
import { root, run, runKept } from "./setup/run.mjs";
import { say } from "./setup/say.mjs";

/**
 * `npm test`: sets everything up, runs every suite, and ends with one line that adds them all up. A suite that
 * could not run counts as a failure.
 */
ensureDataFolder();
await ensureDebianPackages(["postgresql", "chromium", "poppler", "pgbouncer"]);
await ensureNpmPackages();
await ensurePrismaClient();

const results = join(root, ".data", "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0 };
if (!existsSync(join(root, "..", "shared", "data")))
  say("../shared/data is not there: the suites that read it are skipped");

const node = (script, args, env = {}) => run(process.execPath, [script, ...args], { env: { ...process.env, ...env } });
const modules = (path) => join("node_modules", path);

/** The checks of `npm run check`, one test each. The longest begins first. */
const CHECKS = [
  ["lint", modules("eslint/bin/eslint.js"), [".", "--max-warnings", "0"]],
  ["format", modules("prettier/bin/prettier.cjs"), ["--check", "--log-level", "warn", "."]],
  ["types", modules("typescript/bin/tsc"), ["--noEmit"]],
  [
    "import rules",
    modules("dependency-cruiser/bin/dependency-cruise.mjs"),
    ["app", "components", "lib", "prisma", "scripts", "tests", "--config"],
  ],
  ["dead code", modules("knip/bin/knip.js"), []],
  ["code that lives for tests alone", modules("knip/bin/knip.js"), ["--production"]],
  ["schema and migrations agree", "scripts/db-drift.mjs", []],
  ["lock file", "scripts/check-lock-file.mjs", []],
  ["wording", "scripts/check-words.mjs", []],
];

/** Most of them work on one processor, so that two take half the time of one after the other. */
const CHECKS_AT_ONCE = 2;
const waiting = [...CHECKS];
async function runChecks() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, script, args] = next;
    const { code, output } = await runKept(process.execPath, [script, ...args]);
    total[code === 0 ? "passed" : "failed"] += 1;
    say(code === 0 ? `check: ${name}` : `FAILED: ${name}\n${output}`);
  }
}
await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, runChecks));

async function vitest(project) {
  say(`suite: ${project}`);
  const report = join(results, `${project}.json`);
  await node(modules("vitest/vitest.mjs"), [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  add(project, report, ({ numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, testResults }) => ({
    passed: numPassedTests,
    // A file that could not be loaded has no tests to fail and is a failure all the same.
    failed:
      numFailedTests +
      (numFailedTests === 0
        ? Math.min(numFailedTestSuites, testResults.filter((file) => file.status === "failed").length)
        : 0),
    skipped: numPendingTests,
  }));
}

async function playwright() {
  say("suite: e2e");
  const report = join(results, "e2e.json");
  await node(modules("@playwright/test/cli.js"), ["test"], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  add("e2e", report, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }));
}

function add(suite, report, read) {
  try {
    const counts = read(JSON.parse(readFileSync(report, "utf8")));
    if (counts.passed + counts.failed === 0) throw new Error("it ran no test");
    for (const [name, count] of Object.entries(counts)) total[name] += count;
  } catch (error) {
    say(`FAILED: suite ${suite} could not run: ${error.message}`);
    total.failed += 1;
  }
}

await vitest("unit");
await vitest("laws");
await vitest("contract");
await playwright();
// Last, because it runs on the build that the browser tests made.
await vitest("attack");

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exit(total.failed === 0 ? 0 : 1);

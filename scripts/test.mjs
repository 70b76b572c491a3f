import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBuild } from "./setup/build.mjs";
import { ensureMapWorker } from "./setup/map-worker.mjs";
import { ensureDataFolder, ensureDebianPackages, ensureNpmPackages, ensurePrismaClient } from "./setup/packages.mjs";
import { ensurePrometheus } from "./setup/prometheus.mjs";
import { root, run, runKept } from "./setup/run.mjs";
import { say } from "./setup/say.mjs";

/**
 * `npm test`: sets everything up, runs every suite, and ends with one line that adds them all up. A suite that
 * could not run counts as a failure.
 */
ensureDataFolder();
await ensureDebianPackages(["postgresql", "chromium", "poppler", "pgbouncer", "jsonschema"]);
ensurePrometheus();
await ensureNpmPackages();
await ensurePrismaClient();

const results = join(root, ".data", "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0 };
const LONGEST_CAUSE = 1500;
/** What failed: named again in the last lines, for a reader who has only the end of the output. */
const failures = [];
if (!existsSync(join(root, "..", "shared", "data")))
  say("../shared/data is not there: the suites that read it are skipped");

/** Commands and threads that suites run are those of scripts/build-server.mjs: from their sources they take three times as long to start. */
const BUILT = { TESTS_BUILT: "dist" };
const node = (script, args, env = {}) =>
  run(process.execPath, [script, ...args], { env: { ...process.env, ...BUILT, ...env } });
const modules = (path) => join("node_modules", path);

/** Makes the cluster of the tests and its roles, so it ends before any other suite that works in a database begins. */
const SCHEMA_CHECK = ["schema and migrations agree", "scripts/db-drift.mjs", []];

/** The longest. */
const LINT = ["lint", modules("oxlint/bin/oxlint"), ["--deny-warnings"]];

/** The other checks of `npm run check`, one test each. */
const CHECKS = [
  ["format", modules("oxfmt/bin/oxfmt"), ["--check", "."]],
  ["types", modules("typescript/bin/tsc"), ["--noEmit"]],
  [
    "import rules",
    modules("dependency-cruiser/bin/dependency-cruise.mjs"),
    ["app", "components", "lib", "prisma", "scripts", "tests", "--config"],
  ],
  ["dead code", modules("knip/bin/knip.js"), []],
  ["code that lives for tests alone", modules("knip/bin/knip.js"), ["--production"]],
  ["lock file", "scripts/check-lock-file.mjs", []],
  ["wording", "scripts/check-words.mjs", []],
];

async function check([name, script, args]) {
  const { code, output } = await runKept(process.execPath, [script, ...args]);
  total[code === 0 ? "passed" : "failed"] += 1;
  say(code === 0 ? `check: ${name}` : `FAILED: ${name}\n${output}`);
  if (code !== 0) failures.push(`check: ${name}\n${output.trim().slice(-LONGEST_CAUSE)}`);
}

/** The build that the attacks and the browser tests run on. Each of them would make it itself, both at once. */
async function build() {
  say("building the web application");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  try {
    ensureMapWorker();
    const made = async (args) => {
      const { code, output } = await runKept(process.execPath, args, { env });
      if (code !== 0) throw new Error(output);
    };
    await made(["scripts/build-server.mjs"]);
    await ensureBuild(made);
  } catch (error) {
    say(`FAILED: the build\n${error.message}`);
    failures.push(`the build\n${error.message.trim().slice(-LONGEST_CAUSE)}`);
    total.failed += 1;
  }
}

async function vitest(project, projects = project) {
  say(`suite: ${project}`);
  const report = join(results, `${project}.json`);
  await node(modules("vitest/vitest.mjs"), [
    "run",
    "--project",
    projects,
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
    names: testResults.flatMap((file) => vitestFailures(project, file)),
  }));
}

/** The failed tests of one file of a Vitest report, or the file's own fault where it could not be loaded. */
function vitestFailures(project, file) {
  const path = relative(root, file.name);
  const failed = file.assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0 && file.status === "failed") return [`${project}: ${path}\n${cause(file.message)}`];
  return failed.map((test) => `${project}: ${path} > ${test.fullName}\n${cause(test.failureMessages[0])}`);
}

async function playwright() {
  say("suite: e2e");
  const report = join(results, "e2e.json");
  await node(modules("@playwright/test/cli.js"), ["test"], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  add("e2e", report, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    names: [...suites.flatMap(playwrightFailures), ...errors.map((error) => `e2e:\n${cause(error.message)}`)],
  }));
}

/** The failed tests of one suite of a Playwright report and of the suites within it. */
function playwrightFailures(suite) {
  const own = (suite.specs ?? []).filter((spec) => !spec.ok || spec.tests.some((test) => test.status === "flaky"));
  return [
    ...own.map((spec) => {
      const error = spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error;
      return `e2e: ${spec.file}:${spec.line} > ${spec.title}\n${cause(error?.message)}`;
    }),
    ...(suite.suites ?? []).flatMap(playwrightFailures),
  ];
}

const cause = (message) =>
  stripVTControlCharacters(message ?? "no message")
    .trim()
    .slice(0, LONGEST_CAUSE);

function add(suite, report, read) {
  try {
    const { names, ...counts } = read(JSON.parse(readFileSync(report, "utf8")));
    failures.push(...names);
    if (counts.passed + counts.failed === 0) throw new Error("it ran no test");
    for (const [name, count] of Object.entries(counts)) total[name] += count;
  } catch (error) {
    say(`FAILED: suite ${suite} could not run: ${error.message}`);
    failures.push(`suite ${suite} could not run: ${error.message}`);
    total.failed += 1;
  }
}

const built = check(SCHEMA_CHECK).then(build);

async function onBuild() {
  await built;
  await vitest("attack");
  await playwright();
}

async function onSources() {
  await check(LINT);
  // The build writes types of its own, which the compiler must not read half-written.
  await built;
  for (const each of CHECKS) await check(each);
  await vitest("unit");
  await vitest("laws");
  // Most share their process; those that cannot are a project beside it.
  await vitest("contract", "contract*");
}

/*
 * Two rows beside each other, so that neither of two processors waits: each row has times in which it uses one processor or none (the
 * attacks wait for limits, a browser for its page), and each ends with a suite of two processes.
 */
await Promise.all([onBuild(), onSources()]);

for (const failure of failures) process.stdout.write(`\nFAILED: ${failure.replaceAll("\n", "\n  ")}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exit(total.failed === 0 ? 0 : 1);

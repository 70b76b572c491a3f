import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild } from "./setup/build.mjs";
import { ensureMapWorker } from "./setup/map-worker.mjs";
import { ensureDataFolder, ensureDebianPackages, ensureNpmPackages, ensurePrismaClient } from "./setup/packages.mjs";
import { ensurePrometheus } from "./setup/prometheus.mjs";
import { root, run, runKept } from "./setup/run.mjs";
import { say } from "./setup/say.mjs";
import {
  filesToLookAtAgain,
  judgeSecondLook,
  LONGEST_CAUSE,
  readPlaywright,
  readVitest,
} from "./setup/test-reports.mjs";

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
/** Every failure so far, as scripts/setup/test-reports.mjs gives it. */
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

/** With the file in which Next.js's build holds the exports of every page and route to their types. */
const LINT = ["lint and types", modules("oxlint/bin/oxlint"), ["--deny-warnings", ".", ".next/types/validator.ts"]];

/** The other checks of `npm run check`, one test each. */
const CHECKS = [
  ["format", modules("oxfmt/bin/oxfmt"), ["--check", "."]],
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
  say(code === 0 ? `check: ${name}` : `FAILED: ${name}\n${output}`);
  if (code === 0) total.passed += 1;
  else fail({ suite: "check", file: null, name, cause: output.trim().slice(-LONGEST_CAUSE) });
}

const MAKING = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };

async function made(args) {
  const { code, output } = await runKept(process.execPath, args, { env: MAKING });
  if (code !== 0) throw new Error(output);
}

async function step(name, work) {
  try {
    await work();
  } catch (error) {
    say(`FAILED: ${name}\n${error.message}`);
    fail({ suite: "check", file: null, name, cause: error.message.trim().slice(-LONGEST_CAUSE) });
  }
}

/** Commands and threads, which suites start. */
const buildServer = () => step("the build of the server", () => made(["scripts/build-server.mjs"]));

/** The build that the attacks and the browser tests run on. Each of them would make it itself, both at once. */
async function build() {
  say("building the web application");
  await step("the build", async () => {
    ensureMapWorker();
    await ensureBuild(made);
  });
}

async function vitest(project, files = []) {
  say(files.length === 0 ? `suite: ${project}` : `again: ${files.join(" ")}`);
  const report = join(results, `${project}.json`);
  rmSync(report, { force: true });
  await node(modules("vitest/vitest.mjs"), [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...files,
  ]);
  return reportOf(project, report, readVitest);
}

async function playwright(files = []) {
  say(files.length === 0 ? "suite: e2e" : `again: ${files.join(" ")}`);
  const report = join(results, "e2e.json");
  rmSync(report, { force: true });
  await node(modules("@playwright/test/cli.js"), ["test", ...files], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  return reportOf("e2e", report, readPlaywright);
}

/** Null: the suite could not run, which is said and counts as a failure. */
function reportOf(suite, path, read) {
  try {
    const report = read(suite, JSON.parse(readFileSync(path, "utf8")));
    if (report.passed + report.failed === 0) throw new Error("it ran no test");
    return report;
  } catch (error) {
    say(`FAILED: suite ${suite} could not run: ${error.message}`);
    return null;
  }
}

/** Adds a suite up. */
function add(suite, report) {
  if (report === null) {
    fail({ suite, file: null, name: "the suite", cause: "It could not run." });
    return;
  }
  const { failures: failed, ...counts } = report;
  failures.push(...failed);
  for (const [name, count] of Object.entries(counts)) total[name] += count;
}

function fail(failure) {
  failures.push(failure);
  total.failed += 1;
}

const serverBuilt = check(SCHEMA_CHECK).then(buildServer);
const built = serverBuilt.then(build);

async function attacks() {
  await built;
  add("attack", await vitest("attack"));
}

async function browsers() {
  await built;
  add("e2e", await playwright());
}

async function onSources() {
  for (const each of CHECKS) await check(each);
  await serverBuilt;
  add("unit", await vitest("unit"));
  add("laws", await vitest("laws"));
  // The build writes types of its own, which must not be read half-written.
  await built;
  await check(LINT);
  add("contract", await vitest("contract"));
}

/** What hangs on how busy the machine was is looked at again, one suite after the other, with nothing beside it. */
async function lookAgain() {
  const again = new Map();
  for (const [suite, files] of filesToLookAtAgain(failures, total.failed))
    again.set(suite, suite === "e2e" ? await playwright(files) : await vitest(suite, files));
  const { standing, settled } = judgeSecondLook(failures, again);
  total.passed += settled.length;
  total.failed += standing.length - failures.length;
  for (const failure of settled) tell("PASSED ON THE SECOND LOOK, mend it", failure);
  for (const failure of standing) tell("FAILED", failure);
}

/** In the last lines, for a reader who has only the end of the output. */
const tell = (title, { suite, name, cause }) =>
  process.stdout.write(`\n${title}: ${suite}: ${`${name}\n${cause}`.replaceAll("\n", "\n  ")}\n`);

/*
 * Rows beside each other, so that neither of two processors waits: each has times in which it uses one processor or none (the attacks
 * wait for limits, a browser for its page, a contract test for its database).
 */
await Promise.all([attacks(), browsers(), onSources()]);
await lookAgain();

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exit(total.failed === 0 ? 0 : 1);

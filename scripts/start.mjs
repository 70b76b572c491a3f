import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild } from "./setup/build.mjs";
import { isReady, startChildren } from "./setup/children.mjs";
import { ensureMapWorker } from "./setup/map-worker.mjs";
import { ensureDataFolder, ensureDebianPackages, ensureNpmPackages, ensurePrismaClient } from "./setup/packages.mjs";
import { root, run, tsx } from "./setup/run.mjs";
import { letGoAtEnd, sayHowItEnds, stopAll } from "./setup/ending.mjs";
import { beOnlyStart } from "./setup/only-start.mjs";
import { whyPortIsTaken } from "./setup/port.mjs";
import { giveUp, say } from "./setup/say.mjs";
import { demonstrationSecrets, forgetEnvironment, keepEnvironment } from "./setup/secrets.mjs";

/**
 * `npm start`: the demonstration, from nothing. `npm run dev` is the same with reload (`--dev`).
 * Runs before anything is installed, so it imports nothing from node_modules until that is there.
 */
const isDevelopment = process.argv.includes("--dev");
const port = process.env.PORT ?? "3000";
if (!/^\d{1,5}$/.test(port)) giveUp(`PORT has to be a port number, not "${port}".`);

ensureDataFolder();
beOnlyStart();
const taken = await whyPortIsTaken(port, process.env.HOST ?? "0.0.0.0");
if (taken !== null) giveUp(taken);
sayHowItEnds();
rmSync(join(root, ".data", "demo.json"), { force: true });
forgetEnvironment();
const hasOwnDatabase = (process.env.DATABASE_URL ?? "") !== "";
await ensureDebianPackages(hasOwnDatabase ? [] : ["postgresql"]);
await ensureNpmPackages();
await ensurePrismaClient();
ensureMapWorker();

const { ensureDatabase } = await import("./setup/database.mjs");
const { stopCluster } = await import("./setup/cluster.mjs");
const database = await ensureDatabase("hedgerow");
letGoAtEnd(() => database.cluster?.startedHere && stopCluster(database.cluster));

const env = {
  ...process.env,
  ...demonstrationSecrets(),
  NODE_ENV: isDevelopment ? "development" : "production",
  NEXT_TELEMETRY_DISABLED: "1",
  HEDGEROW_MODE: isDevelopment ? "development" : "demo",
  DATABASE_URL: database.app,
  DATABASE_DIRECT_URL: database.owner,
  PUBLIC_URLS: process.env.PUBLIC_URLS ?? `http://localhost:${port}`,
  PORT: port,
};

async function step(title, code) {
  if ((await code) !== 0) await stopAll(1, `${title} failed; its messages are above`);
}

// The seed refuses a database that is neither empty nor marked as a demonstration, before anything is changed.
await step("checking the database", tsx("prisma/seed.ts", ["--check"], { env }));
await startSoilStub();
await startForecastStub();
say("bringing the database up to date");
await step("migrating", tsx("scripts/migrate.ts", [], { env }));
say("loading the demonstration set");
await step("loading the demonstration set", tsx("prisma/seed.ts", [], { env }));
// The file says that the service is ready, so it is shown once it is.
const demoFile = join(root, ".data", "demo.json");
renameSync(demoFile, `${demoFile}.pending`);
if (!isDevelopment)
  await ensureBuild((args) => {
    say("building the web application");
    return step("the build", run(process.execPath, args, { env }));
  });

// For the operator's commands in another terminal, as long as the demonstration runs.
keepEnvironment(env);
letGoAtEnd(forgetEnvironment);
say("starting web and worker");
// Each process has a port of its own for its metrics.
const metricsPort = env.METRICS_PORT ?? "";
const workerEnv = metricsPort === "" ? env : { ...env, METRICS_PORT: String(Number(metricsPort) + 1) };
const started = startChildren([
  { name: "web", args: ["scripts/web-server.mjs", ...(isDevelopment ? ["--dev"] : [])], env },
  {
    name: "worker",
    args: ["--import", "tsx", ...(isDevelopment ? ["--watch"] : []), "scripts/worker.ts"],
    env: workerEnv,
  },
]);

letGoAtEnd(() => started.stop());
started.firstEnd.then(({ name, code }) => stopAll(code === 0 ? 1 : code, `${name} ended by itself (${code})`));

if (await isReady(started.children[0])) {
  renameSync(`${demoFile}.pending`, demoFile);
  printWelcome();
}

/** The demonstration's soil survey: a stub over the real protocol, unless SOIL_URL names the real one. */
async function startSoilStub() {
  if ((env.SOIL_URL ?? "") !== "") return;
  const { freePort } = await import("./setup/cluster.mjs");
  const soilPort = await freePort();
  env.SOIL_URL = `http://127.0.0.1:${soilPort}`;
  const args = [
    "--import",
    "tsx",
    "scripts/soil-stub.ts",
    "--port",
    String(soilPort),
    "--soils",
    ".data/seed/soil.geojson",
  ];
  const stub = startChildren([{ name: "soil", args, env }]);
  letGoAtEnd(() => stub.stop());
  await isReady(stub.children[0]);
  stub.firstEnd.then(({ code }) => code !== 0 && say(`the soil stub ended by itself (${code})`));
}

/** The demonstration's weather: a stub over the real protocol, unless FORECAST_URL names the real one. */
async function startForecastStub() {
  if ((env.FORECAST_URL ?? "") !== "") return;
  const { freePort } = await import("./setup/cluster.mjs");
  const weatherPort = await freePort();
  env.FORECAST_URL = `http://127.0.0.1:${weatherPort}`;
  env.FORECAST_NOTE = "Demonstration: this weather is made up.";
  const args = ["--import", "tsx", "scripts/forecast-stub.ts", "--port", String(weatherPort)];
  const stub = startChildren([{ name: "weather", args, env }]);
  letGoAtEnd(() => stub.stop());
  await isReady(stub.children[0]);
  stub.firstEnd.then(({ code }) => code !== 0 && say(`the weather stub ended by itself (${code})`));
}

function printWelcome() {
  const demo = JSON.parse(readFileSync(join(root, ".data", "demo.json"), "utf8"));
  const body = {
    provider_id: demo.providers[0].provider_id,
    account_id: "demo-account-1",
    field_name: "Home quarter",
    application_id: "readme-1",
    application_method: "Broadcast-Ground",
    application_date: new Date().toISOString().slice(0, 10),
    field_boundary: demo.demo_field_boundary,
    products: [{ product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" }],
    crop: ["soybeans"],
    pest: ["waterhemp"],
    gpa: 15,
    droplet_size: "UC",
    boom_height: "low",
  };
  writeFileSync(join(root, ".data", "demo-check.json"), JSON.stringify(body));
  process.stdout.write(`
Hedgerow is running (demonstration data; nothing here is a clearance to apply).

  API      ${demo.base_url}/api/v2/openapi.json
  Portal   ${demo.portal_url}
  Console  ${demo.base_url}/console   (${demo.operator.email}, password in .data/demo.json)
  Key      ${demo.providers[0].api_key}   (provider ${demo.providers[0].provider_id})

  curl -s ${demo.base_url}/api/v2/esa-check -H 'Content-Type: application/json' \\
    -H 'X-API-Key: ${demo.providers[0].api_key}' --data @${join(root, ".data", "demo-check.json")}

Ctrl-C stops everything.
`);
}

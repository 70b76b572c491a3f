import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ImportFailure } from "@/lib/imports/failure";
import { createDeps } from "@/lib/runtime/deps";
import { type Environment, readEnvironment } from "@/lib/runtime/env";
import { writeLandscape, writeWhole } from "@/prisma/seed/files";
import { asDemonstration, checkInstallation, SeedRefusal } from "@/prisma/seed/installation";
import { makeLandscape } from "@/prisma/seed/landscape/landscape";
import { boundaryOf, loadApplications } from "@/prisma/seed/load-applications";
import { loadDrift } from "@/prisma/seed/load-drift";
import { loadOperator } from "@/prisma/seed/load-operator";
import { loadProviders } from "@/prisma/seed/load-providers";
import { loadReference, type ReferenceOutcome } from "@/prisma/seed/load-reference";

/** `node --import tsx prisma/seed.ts [--check]`: loads the demonstration; `--check` says whether it may, and writes its landscape. */

export interface SeedOptions {
  /** Where files are kept: `.data` of this checkout by default. */
  folder?: string;
  say?: (line: string) => void;
}

export interface SeedSummary {
  reference: Record<string, ReferenceOutcome>;
  checks: number;
  demoFile: string;
}

const ownerUrl = (env: Environment): string => env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;

function refuseProduction(env: Environment): void {
  if (env.HEDGEROW_MODE !== "production") return;
  throw new SeedRefusal("HEDGEROW_MODE is production: demonstration data is never loaded there.");
}

/** Refuses, in one clear line, an environment or a database that the demonstration must not touch. */
export async function checkSeed(env: Environment): Promise<void> {
  refuseProduction(env);
  await checkInstallation(ownerUrl(env));
}

/** Loads the demonstration, or what of it is missing. Running it again changes nothing but the day it was verified. */
export async function runSeed(env: Environment, options: SeedOptions = {}): Promise<SeedSummary> {
  const { folder = fileURLToPath(new URL("../.data", import.meta.url)), say = () => undefined } = options;
  refuseProduction(env);
  if (env.PORTAL_LINK_KEYS.length === 0)
    throw new SeedRefusal("PORTAL_LINK_KEYS is not set, and the demonstration needs portal links.");
  return asDemonstration(ownerUrl(env), async () => {
    const landscape = makeLandscape();
    say(`landscape: ${landscape.fields.features.length} fields, ${landscape.soil.features.length} soil polygons`);
    const reference = await loadReference(ownerUrl(env), { landscape, folder: join(folder, "seed"), say });
    const deps = await createDeps(env);
    try {
      const providers = await loadProviders(deps, join(folder, "demo-secrets.json"));
      say(`providers: ${Object.keys(providers).join(", ")}`);
      const { checks, shown } = await loadApplications(deps, providers, landscape);
      say(checks === 0 ? "applications: all there" : `applications: ${checks} checks run`);
      const computed = await loadDrift(deps, providers["demo-provider"], shown);
      say(computed === 0 ? "drift: all there" : "drift: buffers computed for the shown field");
      const operator = await loadOperator(deps, join(folder, "demo-secrets.json"));
      const demoFile = join(folder, "demo.json");
      const demo = {
        base_url: env.PUBLIC_URLS[0] ?? "",
        providers: Object.values(providers).map(({ provider, apiKey }) => ({
          provider_id: provider.providerId,
          api_key: apiKey,
        })),
        portal_url: shown.portalUrl,
        demo_field_boundary: boundaryOf(shown.field),
        operator,
      };
      await writeWhole(demoFile, `${JSON.stringify(demo, null, 2)}\n`);
      return { reference, checks, demoFile };
    } finally {
      await deps.settled();
      await deps.db.close();
    }
  });
}

async function main(): Promise<void> {
  const started = Date.now();
  const say = (line: string): void => {
    process.stdout.write(`[seed +${((Date.now() - started) / 1000).toFixed(1)}s] ${line}\n`);
  };
  try {
    const env = readOrRefuse();
    await checkSeed(env);
    if (process.argv.includes("--check")) {
      await writeLandscape(fileURLToPath(new URL("../.data/seed", import.meta.url)), makeLandscape());
      return;
    }
    const { demoFile } = await runSeed(env, { say });
    say(`the demonstration is ready: ${demoFile}`);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${describe(error)}\n`);
  }
}

function readOrRefuse(): Environment {
  try {
    return readEnvironment();
  } catch (error) {
    throw new SeedRefusal(error instanceof Error ? error.message : String(error));
  }
}

/** What an operator can act on is one line; anything else is our defect, and its stack says where. */
function describe(error: unknown): string {
  if (error instanceof SeedRefusal || error instanceof ImportFailure) return error.message;
  return `the seed failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();

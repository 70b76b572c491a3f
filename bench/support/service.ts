import { randomBytes } from "node:crypto";
import { issueApiKey } from "@/lib/auth/api-keys";
import { createProvider } from "@/lib/data/providers";
import { groundOfGeoJson } from "@/lib/gateways/stub/soil-ground";
import { startSoilStub } from "@/lib/gateways/stub/soil-stub";
import { createDeps, type Deps } from "@/lib/runtime/deps";
import { readEnvironment } from "@/lib/runtime/env";
import { analyzeSoil } from "@/lib/usecases/fields/analyze-soil";
import type { BenchDatabase } from "@/bench/support/database";
import { type BenchField, type FieldSize, ofSize, pick } from "@/bench/support/fields";
import { type Client, openClient } from "@/bench/support/http";
import { startServer, type WebServer } from "@/bench/support/server";
import { soilsUnder } from "@/bench/support/soil-tiles";

export interface Service {
  server: WebServer;
  /** One connection: requests one after another. */
  client: Client;
  apiKey: string;
  /** The service's parts in this process, on the same database. */
  deps: Deps;
  /** What the service's other processes are started with. */
  env: Record<string, string>;
  /** Fields whose soil is stored. Ordinary ones: as many as a page of a group holds. */
  served: Record<FieldSize, readonly BenchField[]>;
  stop: () => Promise<void>;
}

export const PROVIDER = "bench";
export const ACCOUNT = "bench-account";
const SERVED: Record<FieldSize, number> = { ordinary: 100, large: 40 };
const NO_LIMIT = "100000000";

/** The service's parts in this process, on the benchmark's database and a stub survey with soils under some fields. */
export async function openParts(
  database: BenchDatabase,
  fields: readonly BenchField[],
  tiles?: number,
): Promise<{ deps: Deps; env: Record<string, string>; stop: () => Promise<void> }> {
  const survey = await startSoilStub(groundOfGeoJson(soilsUnder(fields, tiles)));
  const env = environmentOf(database, survey.url);
  const deps = await createDeps(readEnvironment({ ...env, LOG_LEVEL: "silent" } as unknown as NodeJS.ProcessEnv));
  const stop = async (): Promise<void> => {
    await deps.db.close();
    await survey.close();
  };
  return { deps, env, stop };
}

/** Provider, stub survey, stored soil and the real web process on the benchmark's database. */
export async function startService(
  database: BenchDatabase,
  fields: readonly BenchField[],
  say: (line: string) => void,
): Promise<Service> {
  const served = {
    ordinary: pick(ofSize(fields, "ordinary"), SERVED.ordinary),
    large: pick(ofSize(fields, "large"), SERVED.large),
  };
  const all = [...served.ordinary, ...served.large];
  const { deps, env, stop: stopParts } = await openParts(database, all);
  const stops: (() => Promise<void>)[] = [stopParts];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
  };
  try {
    const apiKey = await makeProvider(deps);
    say(`storing the soil of ${all.length} fields`);
    await storeSoil(deps, all);
    const server = await startServer(env, say);
    stops.push(server.stop);
    const client = openClient(server.url, apiKey, 1);
    stops.push(async () => client.close());
    return { server, client, apiKey, deps, env, served, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Production's own mode and log, so that nothing is left out of what is measured; only limits are lifted. */
const environmentOf = (database: BenchDatabase, surveyUrl: string): Record<string, string> => ({
  HEDGEROW_MODE: "production",
  DATABASE_URL: database.app,
  DATABASE_DIRECT_URL: database.owner,
  API_KEY_HASH_SECRET: randomBytes(32).toString("base64url"),
  PORTAL_LINK_KEYS: `bench:${randomBytes(32).toString("base64")}`,
  NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
  PUBLIC_URLS: "http://127.0.0.1:3000",
  SOIL_URL: surveyUrl,
  RATE_LIMIT_WRITES_PER_MIN: NO_LIMIT,
  RATE_LIMIT_READS_PER_MIN: NO_LIMIT,
  RATE_LIMIT_REPORTS_PER_MIN: NO_LIMIT,
  RATE_LIMIT_ADDRESS_PER_MIN: NO_LIMIT,
  // What is slow is measured, not refused.
  REPORT_TIMEOUT_S: "600",
});

const by = { actor: "bench", operatorId: null, requestId: null };

export async function makeProvider({ db, env, clock }: Deps): Promise<string> {
  await createProvider(db, {
    providerId: PROVIDER,
    name: "Benchmark",
    portalMode: "signed_link",
    portalLinkTtlS: 2_592_000,
  });
  const wanted = { providerId: PROVIDER, environment: "live", expiresAt: null } as const;
  return issueApiKey({ db, secret: env.API_KEY_HASH_SECRET, by, now: clock() }, wanted);
}

async function storeSoil(deps: Deps, fields: readonly BenchField[]): Promise<void> {
  const { signal } = new AbortController();
  for (const { name, boundary } of fields) {
    const { status } = await analyzeSoil({ deps, signal }, boundary);
    if (status !== "fetched") throw new Error(`the soil of ${name} could not be stored: ${status}`);
  }
}

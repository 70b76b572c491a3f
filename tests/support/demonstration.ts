import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runMigrations } from "graphile-worker";
import { readEnvironment } from "@/lib/runtime/env";
import { groundOfGeoJson } from "@/lib/gateways/stub/soil-ground";
import { runSeed } from "@/prisma/seed";
import { makeLandscape } from "@/prisma/seed/landscape/landscape";
import type { Caller } from "@/tests/support/api";
import { connectForecast, type ConnectedForecast } from "@/tests/support/forecast";
import { connectStub, type Connected } from "@/tests/support/soil-ground";

export interface Demonstration {
  caller: Caller;
  boundary: unknown;
  soil: Connected;
  weather: ConnectedForecast;
  close: () => Promise<void>;
}

interface DemoFile {
  providers: [{ provider_id: string; api_key: string }];
  demo_field_boundary: unknown;
}

/** The demonstration of `npm start`, loaded into the test's own database. Close it when the file is done. */
export async function loadDemonstration(): Promise<Demonstration> {
  const env = readEnvironment();
  await runMigrations({ connectionString: env.DATABASE_DIRECT_URL ?? "" });
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-demo-"));
  const { demoFile } = await runSeed(env, { folder });
  const demo = JSON.parse(readFileSync(demoFile, "utf8")) as DemoFile;
  rmSync(folder, { recursive: true });
  const [first] = demo.providers;
  // A crowded machine may take its time: no answer here is about a survey that is slow.
  const soil = await connectStub(groundOfGeoJson(makeLandscape().soil), { deadlineMs: 60_000 });
  const weather = await connectForecast();
  return {
    caller: { providerId: first.provider_id, apiKey: first.api_key },
    boundary: demo.demo_field_boundary,
    soil,
    weather,
    close: async () => {
      await weather.close();
      await soil.close();
    },
  };
}

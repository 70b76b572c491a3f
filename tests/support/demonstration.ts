import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { inject } from "vitest";
import { readEnvironment, type Environment } from "@/lib/runtime/env";
import { groundOfGeoJson } from "@/lib/gateways/stub/soil-ground";
import { runSeed } from "@/prisma/seed";
import { makeLandscape } from "@/prisma/seed/landscape/landscape";
import type { Caller } from "@/tests/support/api";
import { createTestDatabase, demonstrationOf, onDatabase, type Template } from "@/tests/support/database";
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

/** Loads the demonstration into the database of `env`. */
async function seed(env: Environment): Promise<DemoFile> {
  await runMigrations({ connectionString: env.DATABASE_DIRECT_URL ?? "" });
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-demo-"));
  try {
    const { demoFile } = await runSeed(env, { folder });
    return JSON.parse(readFileSync(demoFile, "utf8")) as DemoFile;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Loaded once a run, which takes as long as many tests, and cloned for each file. Tables that are spread over nodes are loaded each time. */
async function takeDemonstration(template: Template): Promise<DemoFile> {
  const env = readEnvironment();
  if (template.nodes !== undefined) return seed(env);
  const kept = demonstrationOf(template);
  const demo = await keptOnce(template, async () => {
    const { app, owner } = await createTestDatabase(template, kept);
    return seed({ ...env, DATABASE_URL: app, DATABASE_DIRECT_URL: owner });
  });
  await createTestDatabase({ ...template, name: kept }, new URL(env.DATABASE_URL).pathname.slice(1));
  return demo;
}

/** Makes what no process has made yet; what it gives is kept as the comment of its database, which says that it is whole. */
async function keptOnce(template: Template, make: () => Promise<DemoFile>): Promise<DemoFile> {
  const kept = demonstrationOf(template);
  const client = new pg.Client({ connectionString: onDatabase(template.owner, "postgres") });
  await client.connect();
  try {
    // Held until the connection ends.
    await client.query("SELECT pg_advisory_lock(hashtext($1))", [kept]);
    const { rows } = await client.query<{ told: string | null }>(
      "SELECT shobj_description(oid, 'pg_database') AS told FROM pg_database WHERE datname = $1",
      [kept],
    );
    const told = rows[0]?.told ?? null;
    if (told !== null) return JSON.parse(told) as DemoFile;
    const made = await make();
    await client.query(`COMMENT ON DATABASE "${kept}" IS ${pg.escapeLiteral(JSON.stringify(made))}`);
    return made;
  } finally {
    await client.end();
  }
}

/**
 * The demonstration of `npm start`, in the test's own database, which it takes the place of: called before anything is read of that.
 * Close it when the file is done.
 */
export async function loadDemonstration(): Promise<Demonstration> {
  const demo = await takeDemonstration(inject("template"));
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

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { authenticate } from "@/lib/auth/authenticate";
import { beginAs } from "@/lib/data/db";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { rollbackSet } from "@/lib/imports/switch";
import { createDeps, type Deps } from "@/lib/runtime/deps";
import { readEnvironment } from "@/lib/runtime/env";
import { openLink } from "@/lib/usecases/portal/open-link";
import { checkSeed, runSeed, type SeedSummary } from "@/prisma/seed";
import { DEMO_APPLICATIONS } from "@/prisma/seed/applications";
import { SeedRefusal } from "@/prisma/seed/installation";
import { makeLandscape } from "@/prisma/seed/landscape/landscape";
import { DEMO_PULAS } from "@/prisma/seed/landscape/pulas";

const env = readEnvironment();
const owner = env.DATABASE_DIRECT_URL ?? "";
const folder = mkdtempSync(join(tmpdir(), "hedgerow-seed-"));
const seed = (): Promise<SeedSummary> => runSeed(env, { folder });
const PROVIDERS = ["demo-provider", "demo-neighbor"];

let client: pg.Client;
let deps: Deps;
beforeAll(async () => {
  client = new pg.Client({ connectionString: owner });
  await client.connect();
  deps = await createDeps(env);
});
afterAll(async () => {
  await deps.db.close();
  await client.end();
  rmSync(folder, { recursive: true });
});

const rowsOf = async (sql: string): Promise<Record<string, unknown>[]> =>
  (await client.query<Record<string, unknown>>(sql)).rows;

/** Row-level security holds for the owner too: rows are asked for as their provider. */
async function asEach(sql: string, providers = PROVIDERS): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for (const id of providers) {
    await client.query(beginAs(id, { isOwnRole: true }));
    try {
      all.push(...(await rowsOf(sql)));
    } finally {
      await client.query("COMMIT");
    }
  }
  return all;
}

const MINE = "provider_id = current_setting('hedgerow.provider_id')";
const SHARED = [
  "data_set",
  "active_data_set",
  "pula",
  "pula_feature",
  "pula_piece",
  "limitation",
  "limitation_identity",
  "county",
  "county_piece",
  "catalogue_product",
  "limitation_rule",
  "feature",
  "feature_piece",
  "basemap_part",
  "installation_mark",
];
const OWNED = [
  "provider",
  "api_key",
  "field",
  "application",
  "requirement",
  "measure_selection",
  "assessment",
  "claim",
  "portal_token",
  "drawn_feature",
  "drift_placement",
  "change_event",
];

async function countRows(): Promise<Record<string, number[]>> {
  const counts: Record<string, number[]> = {};
  for (const table of SHARED)
    counts[table] = (await rowsOf(`SELECT count(*)::int AS n FROM ${table}`)).map(({ n }) => Number(n));
  for (const table of OWNED)
    counts[table] = (await asEach(`SELECT count(*)::int AS n FROM ${table} WHERE ${MINE}`)).map(({ n }) => Number(n));
  return counts;
}

const demoSchema = z.strictObject({
  base_url: z.literal("http://localhost:3000"),
  providers: z.tuple([
    z.strictObject({ provider_id: z.literal("demo-provider"), api_key: z.string().regex(/^esa_test_/) }),
    z.strictObject({ provider_id: z.literal("demo-neighbor"), api_key: z.string().regex(/^esa_test_/) }),
  ]),
  portal_url: z.url(),
  operator: z.strictObject({ email: z.email(), password: z.string().min(12) }),
  demo_field_boundary: z.strictObject({
    type: z.literal("Feature"),
    properties: z.strictObject({ name: z.string().startsWith("DEMO") }),
    geometry: z.strictObject({
      type: z.literal("Polygon"),
      coordinates: z.array(z.array(z.tuple([z.number(), z.number()]))),
    }),
  }),
});
const readDemo = () => demoSchema.parse(JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")));

describe("where the demonstration refuses to go", () => {
  it("production, whatever the database holds", async () => {
    await expect(runSeed({ ...env, HEDGEROW_MODE: "production" }, { folder })).rejects.toThrow(SeedRefusal);
    await expect(checkSeed({ ...env, HEDGEROW_MODE: "production" })).rejects.toThrow(SeedRefusal);
  });

  it("production is refused in one line, with an exit code", () => {
    const run = spawnSync(process.execPath, ["--import", "tsx", "prisma/seed.ts"], {
      encoding: "utf8",
      env: { ...process.env, HEDGEROW_MODE: "production" },
    });
    expect([run.status, run.stdout]).toEqual([1, ""]);
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
  });

  it("a database with a provider that is not the demonstration's stays as it is", async () => {
    await asEach("INSERT INTO provider (provider_id, name) VALUES ('real-provider', 'Real')", ["real-provider"]);
    await expect(seed()).rejects.toThrow(SeedRefusal);
    await expect(checkSeed(env)).rejects.toThrow(/not the demonstration's/);
    expect(await rowsOf("SELECT mark FROM installation_mark")).toEqual([]);
    expect(await rowsOf("SELECT kind FROM data_set")).toEqual([]);
    await asEach("DELETE FROM provider", ["real-provider"]);
  });

  it("a database without our tables may be migrated when it is empty, and not when something is in it", async () => {
    const name = `hedgerow_seed_foreign_${process.pid}`;
    const url = new URL(owner);
    url.pathname = `/${name}`;
    const there = { ...env, DATABASE_DIRECT_URL: url.href };
    await client.query(`CREATE DATABASE ${name}`);
    try {
      await expect(checkSeed(there)).resolves.toBeUndefined();
      await expect(runSeed(there, { folder })).rejects.toThrow(/npm run migrate/);
      const foreign = new pg.Client({ connectionString: url.href });
      await foreign.connect();
      await foreign.query("CREATE SCHEMA other; CREATE TABLE other.invoices (id int)");
      await foreign.end();
      await expect(checkSeed(there)).rejects.toThrow(SeedRefusal);
    } finally {
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });
});

describe("loading the demonstration", () => {
  let first: SeedSummary;
  let counts: Record<string, number[]>;
  beforeAll(async () => {
    first = await seed();
    counts = await countRows();
  });

  it("puts reference data, providers and applications in place", () => {
    expect(first.reference).toEqual({
      county: "loaded",
      catalogue: "loaded",
      pula: "loaded",
      features: "loaded",
      basemap: "loaded",
    });
    expect(first.checks).toBe(DEMO_APPLICATIONS.reduce((sum, { sent }) => sum + sent.length, 0));
    expect(counts).toMatchObject({
      data_set: [5],
      active_data_set: [5],
      pula: [5],
      pula_feature: [19],
      limitation: [9],
      installation_mark: [1],
      provider: [1, 1],
      api_key: [1, 1],
      application: [14, 1],
      assessment: [16, 1],
      drawn_feature: [1, 0],
      drift_placement: [1, 0],
      claim: [0, 0],
      portal_token: [0, 1],
    });
    expect(counts.county?.[0]).toBeGreaterThan(3000);
  });

  it("shows violations, open questions and complete evidence as they are, and nothing as met", async () => {
    const rows = await asEach(`
      SELECT a.application_id AS id, a.provider_group_id AS "group", a.revision, s.status, s.body->'summary'->>'totalPulas' AS pulas,
             array(SELECT i->>'code' FROM jsonb_array_elements(s.body->'issues') i) AS issues
      FROM application a JOIN assessment s ON s.provider_id = a.provider_id AND s.assessment_id = a.last_assessment_id
      WHERE a.provider_id = 'demo-provider' ORDER BY 1`);
    const of = (number: number) => rows.find(({ id }) => id === `demo-application-${String(number).padStart(2, "0")}`);
    expect(of(1)).toMatchObject({
      pulas: "2",
      issues: expect.arrayContaining(["LIMITATIONS_REVIEW_REQUIRED"]) as unknown,
    });
    expect(of(2)).toMatchObject({ pulas: "0", status: "indeterminate" });
    expect(of(3)?.issues).toContain("UNKNOWN_PRODUCT");
    expect(of(4)?.issues).toContain("ESA_STATUS_UNKNOWN");
    expect(of(5)).toMatchObject({
      status: "not_met",
      issues: expect.arrayContaining(["METHOD_NOT_PERMITTED"]) as unknown,
    });
    expect(of(10)?.issues).toContain("BULLETIN_EXPIRES");
    expect(of(11)?.issues).toContain("RUNOFF_APPLICABILITY_UNVERIFIED");
    expect(of(12)).toMatchObject({
      pulas: "1",
      issues: expect.arrayContaining(["LIMITATIONS_REVIEW_REQUIRED"]) as unknown,
    });
    expect(of(13)?.issues).toContain("DRIFT_REQUIREMENT_UNRESOLVED");
    expect(of(14)).toMatchObject({ revision: 2, status: "indeterminate" });
    expect(rows.filter(({ group }) => group === "demo-group-spring")).toHaveLength(2);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["indeterminate", "not_met"]));
  });

  it("has buffers computed for the shown field, with ground of the set and ground that was drawn", async () => {
    const [computed] = await asEach(`
      SELECT last_computation->>'featureScope' AS scope, last_computation->>'driftStatus' AS drift,
             (last_computation->>'exclusionFeatureCount')::int AS managed,
             (last_computation->>'nonManagedFeatureCount')::int AS protected
      FROM application WHERE last_computation IS NOT NULL`);
    expect(computed).toMatchObject({ scope: "global_and_field", drift: "met" });
    expect(computed?.managed).toBeGreaterThan(1);
    expect(computed?.protected).toBeGreaterThan(0);
  });

  it("meets the later PULA on the later day alone, and never takes absence of data for absence of PULAs", async () => {
    const rows = await asEach(`
      SELECT a.application_id AS id, p->>'pulaId' AS pula
      FROM application a JOIN assessment s ON s.provider_id = a.provider_id AND s.assessment_id = a.last_assessment_id,
           jsonb_array_elements(s.body->'products') pr, jsonb_array_elements(pr->'pulas') p`);
    const later = rows.filter(({ pula }) => Number(pula) === DEMO_PULAS.later.id);
    expect(new Set(later.map(({ id }) => id))).toEqual(new Set(["demo-application-10"]));
    const issues = await asEach("SELECT i->>'code' AS code FROM assessment, jsonb_array_elements(body->'issues') i");
    const codes = issues.map(({ code }) => code);
    expect(codes).not.toContain("PULA_COVERAGE_MISSING");
    expect(codes).not.toContain("COUNTY_CLASS_UNRESOLVED");
    expect(codes).not.toContain("DATA_SET_STALE");
  });

  it("writes demo.json with keys that open the service and a link that opens the portal", async () => {
    const demo = readDemo();
    for (const { provider_id, api_key } of demo.providers) {
      expect((await authenticate(deps, api_key, "local")).provider.providerId).toBe(provider_id);
    }
    const opened = await openLink(deps, demo.portal_url.split("/").at(-1) ?? "");
    expect(opened).toMatchObject({ field: { fieldName: demo.demo_field_boundary.properties.name } });
    const [inside] = await rowsOf(`
      SELECT count(*)::int AS pulas FROM pula_feature
      WHERE ST_Contains(geom, ST_Centroid(ST_SetSRID(ST_GeomFromGeoJSON('${JSON.stringify(demo.demo_field_boundary.geometry)}'), 4326)))`);
    expect(inside?.pulas).toBeGreaterThan(0);
  });

  it("keeps the keys to itself: only their hashes are in the database, and their file is the user's own", async () => {
    const keys = await asEach("SELECT to_jsonb(k)::text AS row FROM api_key k");
    for (const { api_key } of readDemo().providers) {
      expect(keys.filter(({ row }) => String(row).includes(api_key))).toEqual([]);
    }
    expect(statSync(join(folder, "demo-secrets.json")).mode & 0o777).toBe(0o600);
  });

  it("changes no count when it runs again, keeps the keys, and marks what is in force as verified now", async () => {
    const before = readDemo();
    await client.query("UPDATE data_set SET verified_at = '2026-01-01'");
    const again = await seed();
    expect(again.reference).toEqual({
      county: "current",
      catalogue: "current",
      pula: "current",
      features: "current",
      basemap: "current",
    });
    expect(again.checks).toBe(0);
    expect(await countRows()).toEqual(counts);
    expect(readDemo().providers).toEqual(before.providers);
    expect(readDemo().demo_field_boundary).toEqual(before.demo_field_boundary);
    expect(await rowsOf("SELECT kind FROM data_set WHERE verified_at < now() - interval '1 hour'")).toEqual([]);
  });

  it("stores a kept key again in a database that lost it, and replaces one that was revoked", async () => {
    const before = readDemo().providers;
    await asEach("DELETE FROM api_key");
    await seed();
    expect(readDemo().providers).toEqual(before);
    await asEach("UPDATE api_key SET revoked_at = now()");
    await seed();
    const after = readDemo().providers;
    expect(after.map(({ api_key }, index) => api_key === before[index]?.api_key)).toEqual([false, false]);
    // Two keys whose text is lost are live: the older one makes room.
    rmSync(join(folder, "demo-secrets.json"));
    await seed();
    rmSync(join(folder, "demo-secrets.json"));
    await seed();
    const live = await asEach(`SELECT count(*)::int AS n FROM api_key WHERE revoked_at IS NULL AND ${MINE}`);
    expect(live).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it("leaves real data in force that an operator loaded, and takes a roll-back to the demonstration as it is", async () => {
    const { pulas, limitations, coverage } = makeLandscape(7);
    const summary = await importPulas(owner, {
      source: { name: "real", records: pulas.features },
      limitations: { name: "real rows", records: limitations },
      coverage,
      activate: true,
    });
    expect(summary.activated).toBe(true);
    expect((await seed()).reference.pula).toBe("kept");
    expect(
      await rowsOf(
        "SELECT d.is_demonstration AS demo FROM active_data_set a JOIN data_set d USING (data_set_id) WHERE a.kind = 'pula'",
      ),
    ).toEqual([{ demo: false }]);
    await rollbackSet(owner, "pula");
    expect((await seed()).reference.pula).toBe("current");
  });
});

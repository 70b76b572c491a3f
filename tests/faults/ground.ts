import { beginAs } from "@/lib/data/db";
import type { Polygon } from "geojson";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { POST } from "@/app/api/v2/esa-check/bulk/route";
import { issueApiKey } from "@/lib/auth/api-keys";
import { createProvider } from "@/lib/data/providers";
import { importCatalogue } from "@/lib/imports/catalogue/import-catalogue";
import { importCounties } from "@/lib/imports/county/import-counties";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { DEMONSTRATION_DIRECTORY, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { getDeps } from "@/lib/runtime/deps";

export const ITEMS = 100;
export const PROVIDER = "bulk-faults";

export const by = { actor: "fault tests", operatorId: null, requestId: null };

const ownerUrl = (): string => process.env.DATABASE_DIRECT_URL ?? "";

export const square = (west: number, south: number, sideDeg: number): Polygon => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [west + sideDeg, south],
      [west + sideDeg, south + sideDeg],
      [west, south + sideDeg],
      [west, south],
    ],
  ],
});

export const feature = (properties: Record<string, unknown>, geometry: Polygon) => ({
  type: "Feature",
  properties,
  geometry,
});

/** A queue, a catalogue, one county and one area in a corner of two degrees of ground. */
export async function loadFaultGround(): Promise<void> {
  await runMigrations({ connectionString: ownerUrl() });
  const activate = { activate: true, force: true };
  const ground = square(-88, 32, 2);
  await importCatalogue(ownerUrl(), {
    source: RULEBOOK_DIRECTORY,
    demonstrationFiles: DEMONSTRATION_DIRECTORY,
    ...activate,
  });
  const county = feature({ geo_id: "01007", county_name: "Bibb" }, ground);
  await importCounties(ownerUrl(), {
    source: { name: "county of the faults", records: [county] },
    precision: "exact",
    ...activate,
  });
  const area = {
    objectid: 1,
    pula_id: 1,
    event_name: "Area of the faults",
    status: "effective",
    effective_date: "2026-01-01",
    codes: "",
  };
  await importPulas(ownerUrl(), {
    source: { name: "area of the faults", records: [feature(area, square(-87.9, 32.2, 0.2))] },
    limitations: { name: "none", records: [] },
    coverage: ground,
    ...activate,
  });
}

/** A provider with a key. */
export async function makeFaultCaller(): Promise<string> {
  const { db, env, clock } = await getDeps();
  await createProvider(db, { providerId: PROVIDER, name: PROVIDER, portalMode: "signed_link", portalLinkTtlS: 86_400 });
  const wanted = { providerId: PROVIDER, environment: "test", expiresAt: null } as const;
  return issueApiKey({ db, secret: env.API_KEY_HASH_SECRET, by, now: clock() }, wanted);
}

/** Submits a job of a hundred fields that no other job has, over the route itself. */
export async function submitJob(apiKey: string, name: string): Promise<string> {
  const fields = Array.from({ length: ITEMS }, (_, index) => ({
    application_id: `${name}-${index}`,
    field_name: `Field ${index}`,
    field_boundary: feature({}, square(-87.9 + (index % 10) * 0.02, 32.2 + Math.floor(index / 10) * 0.02, 0.004)),
  }));
  const body = {
    provider_id: PROVIDER,
    account_id: "account-1",
    provider_group_id: name,
    application_method: "Broadcast-Ground",
    application_date: "2026-06-15",
    products: [{ product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" }],
    crop: ["soybeans"],
    pest: ["waterhemp"],
    fields,
  };
  const request = new Request("http://localhost:3000/api/v2/esa-check/bulk", {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json", "Idempotency-Key": name },
    body: JSON.stringify(body),
  });
  const response = await POST(request, { params: Promise.resolve({}) });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`the submission answered ${response.status}: ${text.slice(0, 500)}`);
  return (JSON.parse(text) as { job_id: string }).job_id;
}

/** Puts a task of the worker into its queue, as its timetable does. */
export async function queueTask(task: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl() });
  await client.connect();
  try {
    await client.query("SELECT graphile_worker.add_job($1)", [task]);
  } finally {
    await client.end();
  }
}

/** After a crash the server has forgotten which tables grew and plans as if they were empty: joins of thousands take minutes. */
export async function refreshStatistics(): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl(), connectionTimeoutMillis: 20_000 });
  await client.connect();
  try {
    await client.query("ANALYZE application, assessment, requirement, field");
  } finally {
    await client.end();
  }
}

/** One look at the database as the provider, on a connection of its own: the server may have been away a moment ago. */
export async function look<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const limits = { connectionTimeoutMillis: 20_000, query_timeout: 20_000 };
  const client = new pg.Client({ connectionString: ownerUrl(), ...limits });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(beginAs(PROVIDER, {}));
    const { rows } = await client.query<Row>(statement, values);
    await client.query("COMMIT");
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

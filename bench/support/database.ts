import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MultiPolygon } from "geojson";
import pg from "pg";
import { applyMigrations } from "@/lib/data/migrations";
import { importCatalogue } from "@/lib/imports/catalogue/import-catalogue";
import { importCounties } from "@/lib/imports/county/import-counties";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import type { ImportSummary } from "@/lib/imports/run-import";
import { DEMONSTRATION_DIRECTORY, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { stopCluster, urlsFor } from "@/scripts/setup/cluster.mjs";
import { recreateDatabase } from "@/scripts/setup/database.mjs";
import { readFeatures, readText, sharedPath } from "@/bench/support/shared-files";

export interface BenchDatabase {
  /** As the service connects. */
  app: string;
  /** As migrations and imports connect. */
  owner: string;
  /** The private cluster's superuser, whom row-level security does not hold; null elsewhere. */
  admin: string | null;
  drop: () => Promise<void>;
}

/** A migrated database of the benchmark's own, with the reference data of every comparison. */
export async function makeDatabase(name: string, say: (line: string) => void): Promise<BenchDatabase> {
  say(`database ${name}: migrations`);
  const { app, owner, cluster } = await recreateDatabase(name);
  const drop = async (): Promise<void> => {
    await dropDatabase(owner, name);
    if (cluster?.startedHere === true) stopCluster(cluster);
  };
  try {
    await applyMigrations(owner, readMigrations());
    await loadReference(owner, say);
  } catch (error) {
    await drop();
    throw error;
  }
  return { app, owner, admin: cluster === null ? null : urlsFor(cluster, name).admin, drop };
}

function readMigrations(): { name: string; sql: string }[] {
  const folder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({ name: entry.name, sql: readFileSync(`${folder}/${entry.name}/migration.sql`, "utf8") }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

const boxRing = (west: number, south: number, east: number, north: number): MultiPolygon["coordinates"][number] => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];

/** Alabama and the large areas of North Carolina: the ground that the joint set speaks for. */
const COVERAGE: MultiPolygon = {
  type: "MultiPolygon",
  coordinates: [boxRing(-89, 30, -84.5, 35.5), boxRing(-79.6, 35.4, -78.4, 36.4)],
};

async function loadReference(owner: string, say: (line: string) => void): Promise<void> {
  const real = readFeatures("pula/pula_alabama_envelope_2026-06-25.geojson.gz");
  const large = readFeatures("pula/synthetic_stream_corridor_pulas_nc.geojson.gz").map((feature, index) => ({
    ...feature,
    properties: { ...feature.properties, objectid: 900_000 + index },
  }));
  const activate = { activate: true, force: true };
  const tell = ({ kind, counts, elapsedMs }: ImportSummary): void =>
    say(`  ${kind}: ${JSON.stringify(counts).slice(0, 100)} ${(elapsedMs / 1000).toFixed(1)} s`);
  tell(
    await importPulas(owner, {
      source: { name: "Alabama and five large areas", records: [...real, ...large] },
      limitations: {
        name: "DC125",
        records: JSON.parse(readText("pula/limitations_dc125.json")) as unknown[],
      },
      coverage: COVERAGE,
      ...activate,
    }),
  );
  tell(
    await importCounties(owner, { source: sharedPath("counties/us_counties_2024_lower48.geojson.gz"), ...activate }),
  );
  tell(
    await importCatalogue(owner, {
      source: RULEBOOK_DIRECTORY,
      demonstrationFiles: DEMONSTRATION_DIRECTORY,
      ...activate,
    }),
  );
}

export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function dropDatabase(owner: string, name: string): Promise<void> {
  const control = new URL(owner);
  control.pathname = "/postgres";
  await onDatabase(control.href, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
  );
}

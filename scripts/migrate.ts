import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runMigrations as prepareQueue } from "graphile-worker";
import pg from "pg";
import { applyMigrations } from "@/lib/data/migrations";
import { areOtherLabelsInForce } from "@/lib/imports/catalogue/own-files";

/** `npm run migrate`: brings a database to the newest migration, has Citus spread what is new, and prepares the job queue. */
const folder = fileURLToPath(new URL("../prisma/migrations", import.meta.url));
const url = process.env.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL;
if (url === undefined || url === "") {
  console.error("Set DATABASE_URL, or DATABASE_DIRECT_URL where that is a connection pooler.");
  process.exit(2);
}

const migrations = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => ({ name: entry.name, sql: readFileSync(`${folder}/${entry.name}/migration.sql`, "utf8") }))
  .sort((a, b) => a.name.localeCompare(b.name));

const spreadScript = readFileSync(fileURLToPath(new URL("../deploy/citus/distribute.sql", import.meta.url)), "utf8");
const applied = await applyMigrations(url, migrations, spreadScript);
await prepareQueue({ connectionString: url });
console.log(applied.length === 0 ? "database is up to date" : `applied: ${applied.join(", ")}`);

// Releases up to 20261205106000 wrote and read times by the zone of their sessions; the service's are in UTC since.
const isUpgrade = applied.includes("20261206000000_application_changed") && !applied.includes("20261121000000_house");
const zone = isUpgrade ? await zoneOf(url) : "UTC";
if (!/^(?:etc\/)?(?:utc|uct|gmt|zulu|universal)$/i.test(zone)) {
  console.log(
    `This database gives its sessions the time zone ${zone}. Where the service's sessions had it, times that it saved before this release are ` +
      "off by as many hours: CHANGELOG.md says below its steps of the upgrade what to do.",
  );
}

// A release brings label files, which count once they are loaded. Without them beside this command there is nothing to say.
if ((await areOtherLabelsInForce(url).catch(() => null)) === true) {
  console.log(
    "The labels in force were loaded from other files than this release has. Once its processes run, load them:\n" +
      "npm run data -- import catalogue lib/rulebook --activate",
  );
}

/** The time zone in which the sessions of a login begin. */
async function zoneOf(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ zone: string }>("SELECT current_setting('timezone') AS zone");
    return rows[0]?.zone ?? "UTC";
  } finally {
    await client.end();
  }
}

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runMigrations as prepareQueue } from "graphile-worker";
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

// A release brings label files, which count once they are loaded. Without them beside this command there is nothing to say.
if ((await areOtherLabelsInForce(url).catch(() => null)) === true) {
  console.log(
    "The labels in force were loaded from other files than this release has. Once its processes run, load them:\n" +
      "npm run data -- import catalogue lib/rulebook --activate",
  );
}

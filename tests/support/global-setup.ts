import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { applyMigrations } from "@/lib/data/migrations";
import { ensureTestCluster, stopCluster } from "@/scripts/setup/cluster.mjs";
import { recreateDatabase } from "@/scripts/setup/database.mjs";
import { demonstrationOf, dropDatabase, type Template } from "@/tests/support/database";

declare module "vitest" {
  export interface ProvidedContext {
    template: Template;
  }
}

/** One migrated template; every test file works in a clone of its own. `npm run scale:citus` names one that it has made. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_TEMPLATE;
  if (given !== undefined) {
    project.provide("template", JSON.parse(given) as Template);
    return async () => undefined;
  }
  // Named by process, so that two runs beside each other keep out of each other's way.
  const name = `hedgerow_template_${process.pid}`;
  const { app, owner, cluster } = await recreateDatabase(name, ensureTestCluster);
  const folder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  const migrations = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({ name: entry.name, sql: readFileSync(`${folder}/${entry.name}/migration.sql`, "utf8") }))
    .sort((a, b) => a.name.localeCompare(b.name));
  await applyMigrations(owner, migrations);
  const template = { name, app, owner };
  project.provide("template", template);
  return async () => {
    await dropDatabase(owner, demonstrationOf(template));
    await dropDatabase(owner, name);
    if (cluster?.startedHere === true) stopCluster(cluster);
  };
}

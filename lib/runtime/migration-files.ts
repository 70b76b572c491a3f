import { readdirSync } from "node:fs";
import { join } from "node:path";

let names: readonly string[] | null = null;

/** Names of the migrations that this version of the service was written for, in order. Read where the service runs. */
export function migrationNames(): readonly string[] {
  names ??= readdirSync(join(/* turbopackIgnore: true */ process.cwd(), "prisma", "migrations"), {
    withFileTypes: true,
  })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return names;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TableFile } from "@/lib/rulebook/schema";

/** A table of this release with another first day, in a file of its name. */
export function tableFileOf(
  table: string,
  edition: string,
  effectiveFrom = edition,
  more: Record<string, unknown> = {},
): { file: string; json: Record<string, unknown> & { rows?: { geoId: string }[] } } {
  const now = readFileSync(join("lib/rulebook/tables", `${table}-${edition}.json`), "utf8");
  const json = { ...(JSON.parse(now) as { rows?: { geoId: string }[] }), effectiveFrom };
  return { file: `${table}-${effectiveFrom}.json`, json: { ...json, ...more } };
}

/** The county of the fields, which has 2 points in this release. */
export function countyClasses(points: number, effectiveFrom: string): TableFile {
  const { json } = tableFileOf("epa-runoff-county-classes", "2024-10-01");
  const rows = json.rows?.map((row) => (row.geoId === "01007" ? { ...row, points } : row));
  return tableFileOf("epa-runoff-county-classes", "2024-10-01", effectiveFrom, { rows });
}

import type { TableFile } from "@/lib/rulebook/schema";
import * as shipped from "@/lib/rulebook/shipped-tables";

const memberOf = ({ json }: TableFile, name: string): unknown =>
  typeof json === "object" && json !== null ? (json as Record<string, unknown>)[name] : undefined;

/** The table that a file says it is of; undefined where it says nothing. */
export const tableOf = (file: TableFile): unknown => memberOf(file, "table");

/** One edition of one table, such as `epa-runoff-menu@2025-04-30`. */
export const editionKey = (file: TableFile): string => `${String(tableOf(file))}@${dayOf(file)}`;

export const dayOf = (file: TableFile): string => String(memberOf(file, "effectiveFrom"));

/** A table is named for what it says of itself, which a test compares with the folder. */
const asFile = (json: unknown): TableFile => {
  const table = { file: "", json };
  return { file: `lib/rulebook/tables/${String(tableOf(table))}-${dayOf(table)}.json`, json };
};

/** Every table of this release as it is shipped, editions of one table in order of their days. */
export const RELEASED_TABLES: readonly TableFile[] = Object.values(shipped)
  .map(asFile)
  .toSorted((a, b) => (a.file < b.file ? -1 : 1));

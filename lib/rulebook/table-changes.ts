import { createHash } from "node:crypto";
import { CHECK_RULES } from "@/lib/domain/versions";
import type { TableFile } from "@/lib/rulebook/schema";
import { dayOf, editionKey, RELEASED_TABLES, tableOf } from "@/lib/rulebook/table-files";

/** Who read a figure and where changes no answer, and changes with nearly every release. */
const EVIDENCE_ONLY = new Set(["citations", "cite", "note"]);

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Of what answers rest on, in an order that neither the file nor a database decides. */
const digestOf = (json: unknown): string =>
  sha256(
    JSON.stringify(json, (key, value: unknown) => {
      if (EVIDENCE_ONLY.has(key)) return undefined;
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    }),
  );

/** The same for two releases whose tables answer alike, whatever order their files stand in. */
const tablesDigest = (files: readonly TableFile[]): string =>
  sha256(
    files
      .map((file) => `${editionKey(file)} ${digestOf(file.json)}`)
      .toSorted()
      .join("\n"),
  );

/** What a release answers by: its rule tables, and the rules of its code. */
export interface TableRelease {
  digest: string;
  tables: readonly TableFile[];
  checkRules: number;
  /** Such as `epa-runoff-menu@2025-04-30`, in order. */
  editions: string[];
}

export const releaseOf = (tables: readonly TableFile[], checkRules = CHECK_RULES): TableRelease => ({
  digest: sha256(`${tablesDigest(tables)} ${checkRules}`),
  tables,
  checkRules,
  editions: tables.map(editionKey).toSorted(),
});

export const OWN_RELEASE = releaseOf(RELEASED_TABLES);

/** In what two releases' tables differ. */
export interface TableChanges {
  /** Such as `epa-runoff-menu@2027-01-01`, in order. */
  editions: string[];
  /** The first day whose answers can differ, `YYYY-MM-DD`; null: none can. */
  firstDay: string | null;
}

/** Days before a table's first edition are judged by it, so a change of that one reaches back without end. */
const ALWAYS = "0000-01-01";

export function changesOfTables(before: readonly TableFile[], after: readonly TableFile[]): TableChanges {
  const [old, fresh] = [before, after].map(
    (files) => new Map(files.map((file) => [editionKey(file), digestOf(file.json)])),
  );
  const firstDays = new Map<unknown, string>();
  for (const file of [...before, ...after]) {
    const known = firstDays.get(tableOf(file));
    if (known === undefined || dayOf(file) < known) firstDays.set(tableOf(file), dayOf(file));
  }
  const changed = [...before, ...after].filter((file) => old?.get(editionKey(file)) !== fresh?.get(editionKey(file)));
  const days = changed.map((file) => (firstDays.get(tableOf(file)) === dayOf(file) ? ALWAYS : dayOf(file)));
  return { editions: [...new Set(changed.map(editionKey))].toSorted(), firstDay: days.toSorted()[0] ?? null };
}

import type { ChangedPula } from "@/lib/data/imports/pula-difference";
import {
  diffAreas,
  drawAreas,
  type DrawnAreas,
  listStoredSets,
  type ListedDataSet,
} from "@/lib/data/operators/data-sets";
import type { Db } from "@/lib/data/db";
import type { Check } from "@/lib/imports/checks";
import { checksOf, figuresOf } from "@/lib/imports/switch";

/** A picture of more areas than this shows nothing. */
const MOST_DRAWN = 200;

export interface SetComparison {
  wanted: ListedDataSet;
  /** Null: none of the kind is in force. */
  active: ListedDataSet | null;
  /** Figures of both, by name. */
  figures: { name: string; before: number | null; after: number | null }[];
  /** What the import checked. The worker compares with the set in force once more. */
  checks: Check[];
  /** Of areas alone; null for other kinds, or without a set to compare with. */
  areas: { changed: ChangedPula[]; drawn: DrawnAreas | null } | null;
}

/** What a switch would put in the place of what. Null: there is no such set. */
export async function compareSets(db: Db, kind: string, version: string): Promise<SetComparison | null> {
  const sets = (await listStoredSets(db)).filter((set) => set.kind === kind);
  const wanted = sets.find((set) => set.version === version);
  if (wanted === undefined) return null;
  const active = sets.find(({ role }) => role === "active") ?? null;
  const [before, after] = [active === null ? {} : figuresOf(active.counts), figuresOf(wanted.counts)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  const isComparable =
    kind === "pula" && active !== null && active !== wanted && wanted.state === "ready" && !wanted.isArchived;
  return {
    wanted,
    active,
    figures: names.map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null })),
    checks: checksOf(wanted.counts),
    areas: isComparable ? await areasOf(db, active, wanted) : null,
  };
}

async function areasOf(db: Db, active: ListedDataSet, wanted: ListedDataSet) {
  const changed = await diffAreas(db, active.dataSetId, wanted.dataSetId);
  const pulaIds = changed.slice(0, MOST_DRAWN).map(({ pulaId }) => pulaId);
  const drawn = await drawAreas(db, { beforeId: active.dataSetId, afterId: wanted.dataSetId, pulaIds });
  return { changed, drawn };
}

import type { ChangedPula } from "@/lib/data/imports/pula-difference";
import {
  diffAreas,
  drawAreas,
  type DrawnAreas,
  isSetJudged,
  listStoredSets,
  type ListedDataSet,
} from "@/lib/data/operators/data-sets";
import { listSwitches } from "@/lib/data/operators/data-switches";
import type { Db } from "@/lib/data/db";
import type { DataSetKind } from "@/lib/data/data-sets";
import { type Check, COMPARISONS } from "@/lib/imports/checks";
import { setsWithoutRole } from "@/lib/imports/kept-sets";
import { checkAgainstActive, checksOf, figuresOf } from "@/lib/imports/switch";
import { mayBeWithdrawn } from "@/lib/usecases/data-sets/may-be-withdrawn";

/** The last switches say whether the set before was rolled back. */
const MOST_SWITCHES = 50;
/** A picture of more areas than this shows nothing. */
const MOST_DRAWN = 200;

export interface SetComparison {
  wanted: ListedDataSet;
  /** No one knows whether the wanted set was rolled back. */
  mayBeWithdrawn: boolean;
  /** Null: none of the kind is in force. */
  active: ListedDataSet | null;
  /** Figures of both, by name. */
  figures: { name: string; before: number | null; after: number | null }[];
  /** What the import checked, and the comparison with the set in force as it is now. */
  checks: ShownCheck[];
  /** What the switch does to the other sets of the kind. */
  others: OtherSet[];
  /** Of areas alone; null for other kinds, or without a set to compare with. */
  areas: { changed: ChangedPula[]; drawn: DrawnAreas | null } | null;
}

/** `not_checked`: the set was loaded before this check existed. */
export type ShownCheck = Omit<Check, "outcome"> & { outcome: Check["outcome"] | "not_checked" };

/**
 * `replaced`: no longer in force, and what a rollback returns to. `kept`: a rollback no longer leads to it, and the reports of
 * what it judged are still drawn from it. `removed`: it judged nothing, and goes.
 */
export interface OtherSet {
  version: string;
  loadedAt: Date;
  fate: "replaced" | "kept" | "removed";
}

/** Checks that were added after sets could be loaded without them. */
const LATER_CHECKS: Record<DataSetKind, readonly string[]> = {
  pula: ["location"],
  county: ["location", "precision"],
  features: ["location"],
  soil: [],
  catalogue: [],
  basemap: [],
};

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
    mayBeWithdrawn: mayBeWithdrawn(wanted, sets, await listSwitches(db, MOST_SWITCHES)),
    active,
    figures: names.map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null })),
    checks: checksNow(wanted, active),
    others: await othersOf(db, sets, { wanted, active }),
    areas: isComparable ? await areasOf(db, active, wanted) : null,
  };
}

function checksNow(wanted: ListedDataSet, active: ListedDataSet | null): ShownCheck[] {
  const atImport = checksOf(wanted.counts);
  const missing = LATER_CHECKS[wanted.kind].filter((name) => !atImport.some((check) => check.name === name));
  const isChecked = wanted.state === "ready" && atImport.length > 0;
  return [
    ...atImport.filter(({ name }) => !COMPARISONS.has(name) || active === wanted),
    ...(active === wanted || !isChecked ? [] : [checkAgainstActive(wanted, figuresOf(wanted.counts), active)]),
    ...(isChecked ? missing : []).map((name) => ({
      name,
      outcome: "not_checked" as const,
      detail: "the set was loaded before this check existed; load it again to have it checked",
    })),
  ];
}

/** A rollback exchanges two sets and removes none. */
async function othersOf(
  db: Db,
  sets: readonly ListedDataSet[],
  { wanted, active }: Pick<SetComparison, "wanted" | "active">,
): Promise<OtherSet[]> {
  if (wanted.state !== "ready" || wanted.role === "active") return [];
  const isRollback = wanted.role === "previous" && !wanted.isWithdrawn;
  const without = isRollback
    ? []
    : setsWithoutRole(sets, { active: wanted.dataSetId, previous: active?.dataSetId ?? null });
  const others: OtherSet[] = [];
  for (const set of without) {
    const fate = (await isSetJudged(db, set)) ? "kept" : "removed";
    // What judged applications and had no part before stays as it is.
    if (fate === "removed" || set.role === "previous") others.push({ ...shownOf(set), fate });
  }
  return [...(active === null ? [] : [{ ...shownOf(active), fate: "replaced" as const }]), ...others];
}

const shownOf = ({ version, loadedAt }: ListedDataSet) => ({ version, loadedAt });

async function areasOf(db: Db, active: ListedDataSet, wanted: ListedDataSet) {
  const changed = await diffAreas(db, active.dataSetId, wanted.dataSetId);
  const pulaIds = changed.slice(0, MOST_DRAWN).map(({ pulaId }) => pulaId);
  const drawn = await drawAreas(db, { beforeId: active.dataSetId, afterId: wanted.dataSetId, pulaIds });
  return { changed, drawn };
}

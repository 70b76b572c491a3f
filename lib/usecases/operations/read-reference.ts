import { listStoredSets, type ListedDataSet } from "@/lib/data/operators/data-sets";
import { listUnreadLabels, type UnreadLabel } from "@/lib/data/unread-labels";
import type { Deps } from "@/lib/runtime/deps";

const DAY_MS = 86_400_000;
const MOST_LABELS = 200;

export interface DataSetWithAge extends ListedDataSet {
  /** Since someone last compared the set with its source, whole days. */
  ageDays: number;
}

/** Every stored data set with its age. */
export async function readDataSets({ db, clock }: Pick<Deps, "db" | "clock">): Promise<DataSetWithAge[]> {
  const now = clock().getTime();
  return (await listStoredSets(db)).map((set) => ({
    ...set,
    ageDays: Math.max(0, Math.floor((now - (set.verifiedAt ?? set.loadedAt).getTime()) / DAY_MS)),
  }));
}

/** The labels that callers ask about most and no one has entered. */
export const readUnreadLabels = ({ db }: Pick<Deps, "db">): Promise<UnreadLabel[]> => listUnreadLabels(db, MOST_LABELS);

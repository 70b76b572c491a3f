import { findsArchive } from "@/lib/data/imports/archive-file";
import { listStoredSets, type ListedDataSet } from "@/lib/data/operators/data-sets";
import type { Deps } from "@/lib/runtime/deps";

const DAY_MS = 86_400_000;

export interface DataSetWithAge extends ListedDataSet {
  /** Since someone last compared the set with its source, whole days. */
  ageDays: number;
  /** The file of an archived set that this process does not find whole; reports of what the set judged fail without it. */
  missingFile: string | null;
}

/** Every stored data set with its age. */
export async function readDataSets({ db, clock }: Pick<Deps, "db" | "clock">): Promise<DataSetWithAge[]> {
  const now = clock().getTime();
  const sets = await listStoredSets(db);
  return Promise.all(
    sets.map(async (set) => ({
      ...set,
      ageDays: Math.max(0, Math.floor((now - (set.verifiedAt ?? set.loadedAt).getTime()) / DAY_MS)),
      missingFile: set.archive === null || (await findsArchive(set.archive)) ? null : set.archive.file,
    })),
  );
}

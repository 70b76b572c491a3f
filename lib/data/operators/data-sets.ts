import type { DataSetKind, DataSetState } from "@/lib/data/data-sets";
import { type Db, readReference } from "@/lib/data/db";

export interface ListedDataSet {
  kind: DataSetKind;
  version: string;
  state: DataSetState;
  source: string;
  isDemonstration: boolean;
  counts: Record<string, unknown>;
  loadedAt: Date;
  verifiedAt: Date | null;
  role: "active" | "previous" | null;
}

/** Every stored set and its part in the switch, newest first within its kind. Shared reference data. */
export const listStoredSets = (db: Db): Promise<ListedDataSet[]> =>
  readReference(
    () => db.prisma.$queryRaw<ListedDataSet[]>`
      SELECT d.kind, d.version, d.state, d.source, d.is_demonstration AS "isDemonstration", d.counts,
             d.loaded_at AS "loadedAt", d.verified_at AS "verifiedAt",
             CASE WHEN a.data_set_id = d.data_set_id THEN 'active'
                  WHEN a.previous_data_set_id = d.data_set_id THEN 'previous' END AS role
      FROM data_set d LEFT JOIN active_data_set a ON a.kind = d.kind
      ORDER BY d.kind, d.data_set_id DESC`,
  );

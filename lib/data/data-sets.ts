import { type Reader, readReference } from "@/lib/data/db";

/** Reference data comes in sets of these kinds; one set a kind is in force. */
export const DATA_SET_KINDS = ["pula", "county", "soil", "catalogue", "features"] as const;
export type DataSetKind = (typeof DATA_SET_KINDS)[number];

export const DATA_SET_STATES = ["loading", "ready", "failed"] as const;
export type DataSetState = (typeof DATA_SET_STATES)[number];

/** A set in force, as answers and the operator's pages name it. */
export interface ActiveDataSet {
  dataSetId: number;
  kind: DataSetKind;
  version: string;
  source: string;
  isDemonstration: boolean;
  countyPrecision: "coarse" | "exact" | null;
  loadedAt: Date;
  /** When its checks last passed; null when they never did. */
  verifiedAt: Date | null;
  activatedAt: Date;
}

/** The sets in force, one a kind at most. Shared reference data, so it is not scoped by provider. */
export async function findActiveDataSets(db: Reader): Promise<ActiveDataSet[]> {
  return readReference(
    () => db.$queryRaw<ActiveDataSet[]>`
      SELECT d.data_set_id AS "dataSetId", d.kind, d.version, d.source, d.is_demonstration AS "isDemonstration",
             d.county_precision AS "countyPrecision", d.loaded_at AS "loadedAt", d.verified_at AS "verifiedAt",
             a.activated_at AS "activatedAt"
      FROM active_data_set a JOIN data_set d USING (data_set_id)
      ORDER BY d.kind`,
  );
}

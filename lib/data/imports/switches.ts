import type { ImportClient } from "@/lib/data/imports/sets";
import type { DataSwitch } from "@/lib/domain/data-switch";

/** Takes up what an operator asked for; null where it has ended already. */
export async function beginSwitch(client: ImportClient, switchId: string): Promise<DataSwitch | null> {
  const { rows } = await client.query<DataSwitch>(
    `UPDATE data_switch SET state = 'running' WHERE switch_id = $1 AND ended_at IS NULL
     RETURNING switch_id AS "switchId", kind, act, from_version AS "fromVersion", to_version AS "toVersion",
               asked_by AS "askedBy", operator_id AS "operatorId", request_id AS "requestId", asked_at AS "askedAt",
               state, detail, ended_at AS "endedAt"`,
    [switchId],
  );
  return rows[0] ?? null;
}

/** Null: it was done. */
export async function endSwitch(client: ImportClient, switchId: string, refused: string | null): Promise<void> {
  await client.query("UPDATE data_switch SET state = $2, detail = $3, ended_at = now() WHERE switch_id = $1", [
    switchId,
    refused === null ? "done" : "refused",
    refused,
  ]);
}

import { v7 as uuidv7 } from "uuid";
import type { ImportClient } from "@/lib/data/imports/sets";
import type { DataSetKind } from "@/lib/data/data-sets";
import type { DataSwitch } from "@/lib/domain/data-switch";
import type { ActionBy } from "@/lib/domain/operator";

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

/** A switch, and its row in the audit log: both, or neither. */
export async function switchRecorded<T>(
  client: ImportClient,
  by: ActionBy,
  work: () => Promise<{ done: T; kind: DataSetKind; from: string | null; to: string | null }>,
): Promise<T> {
  await client.query("BEGIN");
  try {
    const { done, kind, from, to } = await work();
    if (to !== null && to !== from) {
      await client.query(
        `INSERT INTO operator_audit (audit_id, actor, operator_id, request_id, action, object_kind, object_id, before, after)
         VALUES ($1, $2, $3, $4, 'data.switch', 'data_set', $5, $6, $7)`,
        [uuidv7(), by.actor, by.operatorId, by.requestId, `${kind} ${to}`, { in_force: from }, { in_force: to }],
      );
    }
    await client.query("COMMIT");
    return done;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

import { v7 as uuidv7 } from "uuid";
import type { ImportClient, StoredSet } from "@/lib/data/imports/sets";
import type { ActionBy } from "@/lib/domain/operator";

/** Whether the worker still has to switch to a set, or to look at what it would change. Older requests count no more. */
export async function isAskedFor(
  client: ImportClient,
  { kind, version }: Pick<StoredSet, "kind" | "version">,
): Promise<boolean> {
  const { rows } = await client.query<{ asked: boolean }>(
    `SELECT EXISTS (SELECT FROM data_switch s WHERE s.kind = $1 AND s.to_version = $2 AND s.ended_at IS NULL
                      AND s.asked_at > now() - INTERVAL '15 minutes')
         OR EXISTS (SELECT FROM data_preview p WHERE p.kind = $1 AND p.to_version = $2 AND p.ended_at IS NULL
                      AND p.asked_at > now() - INTERVAL '15 minutes') AS asked`,
    [kind, version],
  );
  return rows[0]?.asked === true;
}

/** The audit log's row of a removal, written before anything goes. */
export async function recordRemoval(
  client: ImportClient,
  { kind, version, source, loadedAt }: Pick<StoredSet, "kind" | "version" | "source" | "loadedAt">,
  by: ActionBy,
): Promise<void> {
  await client.query(
    `INSERT INTO operator_audit (audit_id, actor, operator_id, request_id, action, object_kind, object_id, before)
     VALUES ($1, $2, $3, $4, 'data.remove', 'data_set', $5, $6)`,
    [uuidv7(), by.actor, by.operatorId, by.requestId, `${kind} ${version}`, { source, loaded: loadedAt.toISOString() }],
  );
}

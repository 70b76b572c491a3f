import type { Db } from "@/lib/data/db";
import { listActions } from "@/lib/data/operators/audit";
import type { AuditEntry } from "@/lib/domain/operator";

const PAGE = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A page of the audit log, newest first; `next` names the entry that the next page begins after. Empty texts name nothing. */
export async function readAudit(
  db: Db,
  query: { actor: string; objectId: string; before: string },
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const found = await listActions(db, {
    actor: query.actor === "" ? null : query.actor,
    objectId: query.objectId === "" ? null : query.objectId,
    before: UUID.test(query.before) ? query.before : null,
    most: PAGE + 1,
  });
  const entries = found.slice(0, PAGE);
  return { entries, next: found.length > PAGE ? (entries.at(-1)?.auditId ?? null) : null };
}

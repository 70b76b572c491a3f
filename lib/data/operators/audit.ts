import { v7 as uuidv7 } from "uuid";
import { type Db, Prisma, type Reader, readReference } from "@/lib/data/db";
import type { ActionBy, AuditEntry, AuditFacts, RecordedAction } from "@/lib/domain/operator";

/** Any transaction: an action and its record are saved together or not at all. */
export type AuditWriter = Pick<Prisma.TransactionClient, "operatorAudit">;

const facts = (value: AuditFacts | undefined) =>
  value === undefined ? Prisma.DbNull : ({ ...value } as Prisma.InputJsonObject);

/** Records an action in the transaction that carries it out. */
export async function recordAction(tx: AuditWriter, by: ActionBy, action: RecordedAction): Promise<void> {
  await tx.operatorAudit.create({
    data: {
      auditId: uuidv7(),
      actor: by.actor,
      operatorId: by.operatorId,
      requestId: by.requestId,
      action: action.action,
      objectKind: action.object.kind,
      objectId: action.object.id,
      before: facts(action.before),
      after: facts(action.after),
    },
    // Without this, the row is read back, which costs a statement.
    select: { auditId: true },
  });
}

export interface AuditQuery {
  /** Entries of this person alone. */
  actor: string | null;
  /** Entries about the object with this id alone. */
  objectId: string | null;
  /** Entries older than this one. */
  before: string | null;
  most: number;
}

/** The log, newest first. */
export async function listActions(db: Db, { actor, objectId, before, most }: AuditQuery): Promise<AuditEntry[]> {
  const rows = await readReference(() =>
    db.prisma.operatorAudit.findMany({
      where: {
        ...(actor === null ? {} : { actor }),
        ...(objectId === null ? {} : { objectId }),
        ...(before === null ? {} : { auditId: { lt: before } }),
      },
      orderBy: { auditId: "desc" },
      take: most,
    }),
  );
  return rows.map(({ before: was, after, ...row }) => ({
    auditId: row.auditId,
    happenedAt: row.happenedAt,
    actor: row.actor,
    action: row.action,
    objectKind: row.objectKind,
    objectId: row.objectId,
    before: was as AuditFacts | null,
    after: after as AuditFacts | null,
    requestId: row.requestId,
  }));
}

/** The highest generation of links that was ever given to a provider with this id; null: none but the first. */
export async function findLastLinkGeneration(tx: Reader, providerId: string): Promise<number | null> {
  const rows = await tx.$queryRaw<{ last: number | null }[]>`
    SELECT max((after->>'link_generation')::int) AS last FROM operator_audit
    WHERE object_kind = 'provider' AND object_id = ${providerId}
      AND action IN ('provider.offboard', 'provider.revoke_links')`;
  return rows[0]?.last ?? null;
}

const OFFBOARDED = "provider.offboard";
/** What may end an off-boarding: the provider is made again, or its portal opens. */
const RETURNS = ["provider.create", "provider.set_portal"];

/**
 * When providers were last off-boarded, by their ids; with an id, that one alone. Without those that were made again or had
 * their portal opened since.
 */
export async function listOffboardings(db: Db, providerId?: string): Promise<Map<string, Date>> {
  const rows = await readReference(() =>
    db.prisma.operatorAudit.findMany({
      where: {
        action: { in: [OFFBOARDED, ...RETURNS] },
        ...(providerId === undefined ? {} : { objectKind: "provider", objectId: providerId }),
      },
      orderBy: { auditId: "asc" },
      select: { action: true, objectId: true, happenedAt: true, after: true },
    }),
  );
  const offboardings = new Map<string, Date>();
  for (const { action, objectId, happenedAt, after } of rows) {
    if (action === OFFBOARDED) offboardings.set(objectId, happenedAt);
    else if (action === "provider.create" || (after as AuditFacts | null)?.is_open === true)
      offboardings.delete(objectId);
  }
  return offboardings;
}

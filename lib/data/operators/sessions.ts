import { type Db, readReference } from "@/lib/data/db";
import type { OperatorTx } from "@/lib/data/operators/operators";
import type { OperatorRole } from "@/lib/domain/operator";

export interface OperatorSession {
  sessionId: string;
  operatorId: string;
  email: string;
  name: string;
  role: OperatorRole;
  expiresAt: Date;
  /** Its last request that was noted; not every one is. */
  seenAt: Date;
  /** It began with a temporary password, and may do nothing but change that. */
  mustChangePassword: boolean;
}

/** A session as its owner sees it. */
export interface OwnSession {
  sessionId: string;
  startedAt: Date;
  seenAt: Date;
}

/** When a session counts as live: which moment it is, and since when one that no one used has ended. */
export interface SessionTimes {
  now: Date;
  idleSince: Date;
}

export const insertSession = async (
  tx: OperatorTx,
  session: { sessionId: string; operatorId: string; startedAt: Date; expiresAt: Date; mustChangePassword: boolean },
): Promise<void> => {
  await tx.operatorSession.create({ data: session, select: { sessionId: true } });
};

/** The session as it stands now; null once it ended, expired, or rested, or its operator was disabled. One statement. */
export async function findSession(
  db: Db,
  sessionId: string,
  { now, idleSince }: SessionTimes,
): Promise<OperatorSession | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<OperatorSession[]>`
      SELECT s.session_id AS "sessionId", s.operator_id AS "operatorId", o.email, o.name, o.role,
             s.expires_at AS "expiresAt", coalesce(s.seen_at, s.started_at) AS "seenAt",
             s.must_change_password AS "mustChangePassword"
      FROM operator_session s JOIN operator o USING (operator_id)
      WHERE s.session_id = ${sessionId}::uuid AND s.ended_at IS NULL AND s.expires_at > ${now}
        AND coalesce(s.seen_at, s.started_at) > ${idleSince} AND o.disabled_at IS NULL`,
  );
  return rows[0] ?? null;
}

/** Lets a session do what its operator's role may, now that the temporary password is changed. */
export const freeSession = async (tx: OperatorTx, sessionId: string): Promise<void> => {
  await tx.operatorSession.updateMany({ where: { sessionId }, data: { mustChangePassword: false } });
};

/** Notes that a session was used. */
export const touchSession = async (tx: OperatorTx, sessionId: string, now: Date): Promise<void> => {
  await tx.operatorSession.updateMany({ where: { sessionId, endedAt: null }, data: { seenAt: now } });
};

/** The live sessions of an operator, the latest first. */
export async function listSessionsOf(
  tx: OperatorTx,
  operatorId: string,
  { now, idleSince }: SessionTimes,
): Promise<OwnSession[]> {
  const rows = await tx.operatorSession.findMany({
    where: { operatorId, endedAt: null, expiresAt: { gt: now } },
    orderBy: { startedAt: "desc" },
    select: { sessionId: true, startedAt: true, seenAt: true },
  });
  return rows
    .map(({ seenAt, ...row }) => ({ ...row, seenAt: seenAt ?? row.startedAt }))
    .filter(({ seenAt }) => seenAt > idleSince);
}

/** Ends one session; null where it had ended already. */
export async function endSession(tx: OperatorTx, sessionId: string, now: Date): Promise<{ operatorId: string } | null> {
  const ended = await tx.operatorSession.updateManyAndReturn({
    where: { sessionId, endedAt: null },
    data: { endedAt: now },
    select: { operatorId: true },
  });
  return ended[0] ?? null;
}

/** Ends every session of an operator, but for one that is to stay; how many there were. */
export async function endSessionsOf(
  tx: OperatorTx,
  operatorId: string,
  now: Date,
  kept: string | null = null,
): Promise<number> {
  const others = kept === null ? {} : { sessionId: { not: kept } };
  const live = { operatorId, endedAt: null, expiresAt: { gt: now }, ...others };
  return (await tx.operatorSession.updateMany({ where: live, data: { endedAt: now } })).count;
}

/** Forgets an operator's sessions that no cookie can name any more. */
export const purgeSessionsOf = async (tx: OperatorTx, operatorId: string, now: Date): Promise<void> => {
  await tx.operatorSession.deleteMany({ where: { operatorId, expiresAt: { lt: now } } });
};

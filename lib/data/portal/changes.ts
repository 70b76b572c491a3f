import { Prisma, type ProviderTx } from "@/lib/data/db";
import { timeAsText } from "@/lib/data/time-as-text";
import type { ChangeRecord } from "@/lib/domain/portal";

type ChangeRow = NonNullable<Awaited<ReturnType<ProviderTx["changeEvent"]["findUnique"]>>>;

const toRecord = (row: ChangeRow): ChangeRecord => ({
  changeId: row.changeId,
  fieldId: row.fieldId,
  applicationEventId: row.applicationEventId,
  year: row.year,
  kind: row.kind as ChangeRecord["kind"],
  actor: row.actor,
  changedAt: row.changedAt,
  before: row.before as ChangeRecord["before"],
  after: row.after as ChangeRecord["after"],
  undoneAt: row.undoneAt,
  undoesChangeId: row.undoesChangeId,
});

const json = (value: ChangeRecord["before"]) =>
  value === null ? Prisma.DbNull : ({ ...value } as Prisma.InputJsonObject);

export async function recordChange(
  tx: ProviderTx,
  providerId: string,
  change: Omit<ChangeRecord, "undoneAt" | "undoesChangeId">,
): Promise<void> {
  await tx.changeEvent.create({
    data: { ...change, providerId, before: json(change.before), after: json(change.after) },
  });
}

export async function findChange(tx: ProviderTx, providerId: string, changeId: string): Promise<ChangeRecord | null> {
  const row = await tx.changeEvent.findUnique({ where: { providerId_changeId: { providerId, changeId } } });
  return row === null ? null : toRecord(row);
}

/** False when it was undone already: two tabs pressing undo at once undo once. */
export async function markUndone(tx: ProviderTx, providerId: string, changeId: string, at: Date): Promise<boolean> {
  const { count } = await tx.changeEvent.updateMany({
    where: { providerId, changeId, undoneAt: null },
    data: { undoneAt: at },
  });
  return count === 1;
}

/** Says of a change that it took another one back. */
export async function linkUndo(
  tx: ProviderTx,
  providerId: string,
  { changeId, undoesChangeId }: { changeId: string; undoesChangeId: string },
): Promise<void> {
  await tx.changeEvent.update({
    where: { providerId_changeId: { providerId, changeId } },
    data: { undoesChangeId },
  });
}

export type ChangeJson = Omit<ChangeRecord, "changedAt" | "undoneAt"> & { changedAt: string; undoneAt: string | null };

export const changeOf = ({ changedAt, undoneAt, ...change }: ChangeJson): ChangeRecord => ({
  ...change,
  changedAt: new Date(changedAt),
  undoneAt: undoneAt === null ? null : new Date(undoneAt),
});

const MOST = 500;

/** The changes of the field row `f` in a year, newest first, as a JSON array. */
export const changesAsJson = (year: Prisma.Sql, most: number): Prisma.Sql => Prisma.sql`
  coalesce((
    SELECT json_agg(json_build_object(
      'changeId', c.change_id, 'fieldId', c.field_id, 'applicationEventId', c.application_event_id, 'year', c.year,
      'kind', c.kind, 'actor', c.actor, 'changedAt', ${timeAsText("c.changed_at")}, 'before', c.before,
      'after', c.after, 'undoneAt', ${timeAsText("c.undone_at")},
      'undoesChangeId', c.undoes_change_id) ORDER BY c.change_id DESC)
    FROM (
      SELECT * FROM change_event own
      WHERE own.provider_id = f.provider_id AND own.field_id = f.field_id AND own.year = ${year}
      ORDER BY own.change_id DESC LIMIT ${most}) c), '[]')`;

/** The changes of a field and year, newest first. */
export async function listChanges(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: { fieldId: string; year: number },
): Promise<ChangeRecord[]> {
  const rows = await tx.$queryRaw<{ changes: ChangeJson[] }[]>`
    SELECT ${changesAsJson(Prisma.sql`${year}::int`, MOST)} AS changes FROM field f
    WHERE f.provider_id = ${providerId} AND f.field_id = ${fieldId}::uuid`;
  return (rows[0]?.changes ?? []).map(changeOf);
}

/** Which kinds of edits were made to a field and year after a moment, each with the time of the last. */
export const findChangesSince = (
  tx: ProviderTx,
  providerId: string,
  { fieldId, year, since }: { fieldId: string; year: number; since: Date },
): Promise<{ what: ChangeRecord["kind"]; at: Date }[]> => tx.$queryRaw`
  SELECT kind AS what, max(changed_at) AS at FROM change_event
  WHERE provider_id = ${providerId} AND field_id = ${fieldId}::uuid AND year = ${year} AND changed_at > ${since}
  GROUP BY kind`;

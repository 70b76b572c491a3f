import { Prisma, type ProviderTx } from "@/lib/data/db";
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
});

const json = (value: ChangeRecord["before"]) =>
  value === null ? Prisma.DbNull : ({ ...value } as Prisma.InputJsonObject);

export async function recordChange(
  tx: ProviderTx,
  providerId: string,
  change: Omit<ChangeRecord, "undoneAt">,
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

/** The changes of a field and year, newest first. */
export async function listChanges(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: { fieldId: string; year: number },
  most = 500,
): Promise<ChangeRecord[]> {
  const rows = await tx.changeEvent.findMany({
    where: { providerId, fieldId, year },
    orderBy: { changeId: "desc" },
    take: most,
  });
  return rows.map(toRecord);
}

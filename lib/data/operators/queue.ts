import { type Db, type Prisma, readReference } from "@/lib/data/db";

/** What waits in the worker's queue, by task. */
export interface QueuedTask {
  task: string;
  /** Not begun, the ones for later included. */
  waiting: number;
  /** Not begun, and it is time. */
  due: number;
  running: number;
  /** Failed at least once, and tried again. */
  retrying: number;
  /** Tried as often as they may be. */
  givenUp: number;
  oldestDueAt: Date | null;
  lastError: string | null;
}

export const readQueue = (db: Db): Promise<QueuedTask[]> =>
  readReference(
    () => db.prisma.$queryRaw<QueuedTask[]>`
      SELECT task, waiting, due, running, retrying, given_up AS "givenUp", oldest_due_at AS "oldestDueAt",
             last_error AS "lastError"
      FROM read_job_queue()`,
  );

/** Tries what a task gave up once more; how many entries that are. */
export async function retryGivenUp(tx: Pick<Prisma.TransactionClient, "$queryRaw">, task: string): Promise<number> {
  const rows = await tx.$queryRaw<{ retried: number }[]>`SELECT retry_given_up_jobs(${task}) AS retried`;
  return rows[0]?.retried ?? 0;
}

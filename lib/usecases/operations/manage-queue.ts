import type { Db } from "@/lib/data/db";
import { recordAction } from "@/lib/data/operators/audit";
import { asConsole } from "@/lib/data/operators/operators";
import { type QueuedTask, readQueue as read, retryGivenUp } from "@/lib/data/operators/queue";
import { type ActionBy, OperatorRefusal } from "@/lib/domain/operator";

export const readQueue = (db: Db): Promise<QueuedTask[]> => read(db);

/** Tries what a task gave up once more, and writes down who asked for it. */
export async function retryTask({ db, by }: { db: Db; by: ActionBy }, task: string): Promise<number> {
  return asConsole(db, async (tx) => {
    const retried = await retryGivenUp(tx, task);
    if (retried === 0) throw new OperatorRefusal("This task has nothing that was given up.");
    await recordAction(tx, by, { action: "job.retry", object: { kind: "job", id: task }, after: { retried } });
    return retried;
  });
}

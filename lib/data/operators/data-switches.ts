import { type Db, type Prisma, readReference } from "@/lib/data/db";
import type { DataSwitch } from "@/lib/domain/data-switch";

export type NewDataSwitch = Omit<DataSwitch, "askedAt" | "state" | "detail" | "endedAt">;

/** Asks the worker for a switch. False: another of the kind is under way, or there is no such set that is ready. */
export async function askForSwitch(
  tx: Pick<Prisma.TransactionClient, "$queryRaw">,
  wanted: NewDataSwitch,
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ asked: boolean }[]>`
    SELECT ask_for_data_switch(${wanted.switchId}::uuid, ${wanted.kind}, ${wanted.act}, ${wanted.fromVersion},
      ${wanted.toVersion}, ${wanted.askedBy}, ${wanted.operatorId}::uuid, ${wanted.requestId}) AS asked`;
  return rows[0]?.asked === true;
}

/** What operators asked for, newest first. */
export async function listSwitches(db: Db, most: number): Promise<DataSwitch[]> {
  const rows = await readReference(() =>
    db.prisma.dataSwitch.findMany({ orderBy: [{ askedAt: "desc" }, { switchId: "desc" }], take: most }),
  );
  return rows.map((row) => ({
    ...row,
    act: row.act as DataSwitch["act"],
    state: row.state as DataSwitch["state"],
  }));
}

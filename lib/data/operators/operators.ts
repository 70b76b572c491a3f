import { type Db, type Prisma, readReference } from "@/lib/data/db";
import type { Operator, OperatorRole } from "@/lib/domain/operator";

export type OperatorTx = Pick<
  Prisma.TransactionClient,
  "operator" | "operatorSession" | "operatorAudit" | "labelSignature" | "$queryRaw"
>;

/** Operators belong to no provider, so their rows need no provider's transaction. */
export const asConsole = <T>(db: Db, work: (tx: OperatorTx) => Promise<T>): Promise<T> =>
  readReference(() => db.prisma.$transaction((tx) => work(tx)));

type OperatorRow = NonNullable<Awaited<ReturnType<OperatorTx["operator"]["findUnique"]>>>;

/** An operator with what a sign-in is compared with. Neither leaves lib/auth. */
export interface OperatorCredentials extends Operator {
  passwordHash: string | null;
  oidcSubject: string | null;
}

const toCredentials = (row: OperatorRow): OperatorCredentials => ({
  ...row,
  role: row.role as OperatorRole,
  hasPassword: row.passwordHash !== null,
});

const orNull = (row: OperatorRow | null): OperatorCredentials | null => (row === null ? null : toCredentials(row));

export const findOperator = async (tx: OperatorTx, email: string): Promise<OperatorCredentials | null> =>
  orNull(await tx.operator.findUnique({ where: { email } }));

export const findOperatorById = async (tx: OperatorTx, operatorId: string): Promise<OperatorCredentials | null> =>
  orNull(await tx.operator.findUnique({ where: { operatorId } }));

export const findOperatorBySubject = async (tx: OperatorTx, oidcSubject: string): Promise<OperatorCredentials | null> =>
  orNull(await tx.operator.findUnique({ where: { oidcSubject } }));

export async function listOperators(db: Db): Promise<Operator[]> {
  const rows = await readReference(() => db.prisma.operator.findMany({ orderBy: { email: "asc" } }));
  return rows.map((row) => {
    const { operatorId, email, name, role, hasPassword, passwordIsTemporary, createdAt, disabledAt } =
      toCredentials(row);
    return { operatorId, email, name, role, hasPassword, passwordIsTemporary, createdAt, disabledAt };
  });
}

export type NewOperator = Pick<
  OperatorCredentials,
  "operatorId" | "email" | "name" | "role" | "passwordHash" | "passwordIsTemporary" | "oidcSubject"
>;

export const insertOperator = async (tx: OperatorTx, operator: NewOperator): Promise<void> => {
  await tx.operator.create({ data: operator, select: { operatorId: true } });
};

export const updateOperator = async (
  tx: OperatorTx,
  operatorId: string,
  change: Partial<
    Pick<OperatorCredentials, "role" | "passwordHash" | "passwordIsTemporary" | "oidcSubject" | "disabledAt">
  >,
): Promise<void> => {
  await tx.operator.update({ where: { operatorId }, data: change, select: { operatorId: true } });
};

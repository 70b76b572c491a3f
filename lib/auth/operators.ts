import { v7 as uuidv7 } from "uuid";
import { hashPassword, refuseWeakPassword } from "@/lib/auth/console/password";
import type { Db } from "@/lib/data/db";
import { recordAction } from "@/lib/data/operators/audit";
import {
  asConsole,
  findOperator,
  findOperatorById,
  insertOperator,
  type OperatorCredentials,
  type OperatorTx,
  updateOperator,
} from "@/lib/data/operators/operators";
import { endSessionsOf } from "@/lib/data/operators/sessions";
import { type ActionBy, OperatorRefusal, type OperatorRole } from "@/lib/domain/operator";

/** Where an operator is changed, and by whom. */
export interface OperatorContext {
  db: Db;
  by: ActionBy;
  now: Date;
  /** A file of stolen passwords, which a new one may not be in. Left out: the installation has none. */
  breachedPasswords?: string | undefined;
}

/** A password that someone is given, or chose. */
export interface GivenPassword {
  text: string;
  /** Someone else made or knows it: it has to be changed at the first sign-in with it. */
  isTemporary: boolean;
}

export const plainEmail = (email: string): string => email.trim().toLowerCase();

/** A new operator. Without a password this person signs in through the identity provider only. */
export async function createOperator(
  { db, by, breachedPasswords }: OperatorContext,
  wanted: { email: string; name: string; role: OperatorRole; password: GivenPassword | null },
): Promise<void> {
  const email = plainEmail(wanted.email);
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new OperatorRefusal(`"${wanted.email}" is not an e-mail address.`);
  const { password } = wanted;
  if (password !== null) await refuseWeakPassword(password.text, email, breachedPasswords);
  const passwordHash = password === null ? null : await hashPassword(password.text);
  const passwordIsTemporary = password?.isTemporary ?? false;
  const { name, role } = wanted;
  await asConsole(db, async (tx) => {
    if ((await findOperator(tx, email)) !== null) throw new OperatorRefusal(`There is an operator ${email} already.`);
    const operatorId = uuidv7();
    await insertOperator(tx, { operatorId, email, name, role, passwordHash, passwordIsTemporary, oidcSubject: null });
    const after = { name, role, has_password: passwordHash !== null, is_temporary: passwordIsTemporary };
    await recordAction(tx, by, { action: "operator.create", object: { kind: "operator", id: email }, after });
  });
}

/** Disables an operator: every session ends with its next request, and no new one starts. Returns how many ended. */
export async function disableOperator({ db, by, now }: OperatorContext, email: string): Promise<number> {
  let ended = 0;
  await changing(db, email, async (tx, operator) => {
    if (operator.disabledAt !== null) throw new OperatorRefusal(`${operator.email} is disabled already.`);
    await updateOperator(tx, operator.operatorId, { disabledAt: now });
    ended = await endSessionsOf(tx, operator.operatorId, now);
    const object = { kind: "operator", id: operator.email } as const;
    await recordAction(tx, by, { action: "operator.disable", object, after: { sessions_ended: ended } });
  });
  return ended;
}

/** Lets a disabled operator sign in again, with the password and role of before. Ended sessions stay ended. */
export const enableOperator = ({ db, by }: OperatorContext, email: string): Promise<void> =>
  changing(db, email, async (tx, operator) => {
    if (operator.disabledAt === null) throw new OperatorRefusal(`${operator.email} is not disabled.`);
    await updateOperator(tx, operator.operatorId, { disabledAt: null });
    const object = { kind: "operator", id: operator.email } as const;
    await recordAction(tx, by, { action: "operator.enable", object, after: { role: operator.role } });
  });

/** A new password. It ends every session: someone else may have signed in with the old one. */
export async function setOperatorPassword(
  { db, by, now, breachedPasswords }: OperatorContext,
  { email, password }: { email: string; password: GivenPassword },
): Promise<void> {
  await refuseWeakPassword(password.text, plainEmail(email), breachedPasswords);
  const passwordHash = await hashPassword(password.text);
  await changing(db, email, async (tx, operator) => {
    await updateOperator(tx, operator.operatorId, { passwordHash, passwordIsTemporary: password.isTemporary });
    const sessions_ended = await endSessionsOf(tx, operator.operatorId, now);
    const object = { kind: "operator", id: operator.email } as const;
    const after = { is_temporary: password.isTemporary, sessions_ended };
    await recordAction(tx, by, { action: "operator.set_password", object, after });
  });
}

/** A new role, which holds from the next request on. */
export const setOperatorRole = (
  { db, by }: OperatorContext,
  { email, role }: { email: string; role: OperatorRole },
): Promise<void> =>
  changing(db, email, async (tx, operator) => {
    await updateOperator(tx, operator.operatorId, { role });
    const object = { kind: "operator", id: operator.email } as const;
    const change = { before: { role: operator.role }, after: { role } };
    await recordAction(tx, by, { action: "operator.set_role", object, ...change });
  });

/** Whether an operator may sign in with a password. */
export const hasOwnPassword = (db: Db, operatorId: string): Promise<boolean> =>
  asConsole(db, async (tx) => (await findOperatorById(tx, operatorId))?.hasPassword === true);

const changing = (
  db: Db,
  email: string,
  work: (tx: OperatorTx, operator: OperatorCredentials) => Promise<void>,
): Promise<void> =>
  asConsole(db, async (tx) => {
    const operator = await findOperator(tx, plainEmail(email));
    if (operator === null) throw new OperatorRefusal(`There is no operator ${email}.`);
    await work(tx, operator);
  });

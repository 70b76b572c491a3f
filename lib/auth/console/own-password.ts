import { refuseWeakPassword, hashPassword } from "@/lib/auth/console/password";
import type { OperatorSession } from "@/lib/auth/console/sessions";
import { checkPassword } from "@/lib/auth/console/sign-in";
import { recordAction } from "@/lib/data/operators/audit";
import { asConsole, updateOperator } from "@/lib/data/operators/operators";
import { endSessionsOf, freeSession } from "@/lib/data/operators/sessions";
import { type ActionBy, OperatorRefusal } from "@/lib/domain/operator";
import type { Deps } from "@/lib/runtime/deps";

interface Wanted {
  session: OperatorSession;
  by: ActionBy;
  /** The password that holds now: a browser that someone left open does not know it. */
  current: string;
  password: string;
}

/** An operator's own new password. It ends every other session: someone else may have signed in with the old one. */
export async function changeOwnPassword(deps: Deps, { session, by, current, password }: Wanted): Promise<number> {
  const { email, operatorId, sessionId } = session;
  // Under the limits of sign-ins, as a sign-in is what it would be used to guess for.
  const attempt = { email, password: current, address: `session of ${email}`, requestId: by.requestId ?? "" };
  const known = await checkPassword(deps, attempt);
  if (known === "limited") throw new OperatorRefusal("Too many attempts. Wait fifteen minutes, then try again.");
  if (known === null) throw new OperatorRefusal("The current password is not this one. Nothing was changed.");
  if (password === current) throw new OperatorRefusal("The new password is the current one. Choose another.");
  await refuseWeakPassword(password, email, deps.env.CONSOLE_BREACHED_PASSWORDS);
  const passwordHash = await hashPassword(password);
  return asConsole(deps.db, async (tx) => {
    await updateOperator(tx, operatorId, { passwordHash, passwordIsTemporary: false });
    await freeSession(tx, sessionId);
    const sessions_ended = await endSessionsOf(tx, operatorId, deps.clock(), sessionId);
    const object = { kind: "operator", id: email } as const;
    const before = { is_temporary: session.mustChangePassword };
    const after = { is_temporary: false, sessions_ended };
    await recordAction(tx, by, { action: "operator.set_password", object, before, after });
    return sessions_ended;
  });
}

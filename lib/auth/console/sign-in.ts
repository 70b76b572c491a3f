import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { v7 as uuidv7 } from "uuid";
import { roleByRules } from "@/lib/auth/console/oidc-rules";
import { verifyPassword } from "@/lib/auth/console/password";
import { plainEmail } from "@/lib/auth/operators";
import { recordAction } from "@/lib/data/operators/audit";
import {
  asConsole,
  findOperator,
  findOperatorBySubject,
  insertOperator,
  type OperatorCredentials,
  type OperatorTx,
  updateOperator,
} from "@/lib/data/operators/operators";
import type { Deps } from "@/lib/runtime/deps";

/** Attempts in a quarter of an hour: of one account from anywhere, and of one address at any account. */
const WINDOW_S = 900;
export const ATTEMPTS_PER_ACCOUNT = 10;
export const ATTEMPTS_PER_ADDRESS = 30;

interface SignInLimits {
  perAccount: RateLimiterMemory;
  perAddress: RateLimiterMemory;
}

/** On the global object, because pages and routes are bundled apart, each with an instance of this module. */
const shared = globalThis as typeof globalThis & { hedgerowSignInLimits?: WeakMap<object, SignInLimits> };
shared.hedgerowSignInLimits ??= new WeakMap();
const limits = shared.hedgerowSignInLimits;

function limitsOf(deps: Deps): SignInLimits {
  const known = limits.get(deps);
  if (known !== undefined) return known;
  const made = {
    perAccount: new RateLimiterMemory({ points: ATTEMPTS_PER_ACCOUNT, duration: WINDOW_S }),
    perAddress: new RateLimiterMemory({ points: ATTEMPTS_PER_ADDRESS, duration: WINDOW_S }),
  };
  limits.set(deps, made);
  return made;
}

async function isSpent(limiter: RateLimiterMemory, name: string): Promise<boolean> {
  try {
    await limiter.consume(name);
    return false;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return true;
    throw refused;
  }
}

interface Attempt {
  email: string;
  password: string;
  address: string;
  requestId: string;
}

/**
 * Who signs in with a password. An unknown account, a wrong password, a disabled account, and one without a password are
 * one answer that takes one time; `limited` comes before anything is compared.
 */
export async function checkPassword(deps: Deps, attempt: Attempt): Promise<{ operatorId: string } | "limited" | null> {
  const email = plainEmail(attempt.email).slice(0, 320);
  const { perAccount, perAddress } = limitsOf(deps);
  // Both are counted, so that an account's limit does not tell how many attempts its address made.
  const spent = await Promise.all([isSpent(perAddress, attempt.address), isSpent(perAccount, email)]);
  if (spent.includes(true)) return "limited";
  // No account has an empty password, so this tells no account from another.
  if (attempt.password === "") return null;
  const operator = await asConsole(deps.db, (tx) => findOperator(tx, email));
  const isRight = await verifyPassword(attempt.password, operator?.passwordHash ?? null);
  if (operator !== null && isRight && operator.disabledAt === null) {
    await perAccount.delete(email);
    return { operatorId: operator.operatorId };
  }
  if (operator !== null) await recordRefusal(deps, operator, attempt.requestId);
  return null;
}

const recordRefusal = (deps: Deps, { email, operatorId }: OperatorCredentials, requestId: string): Promise<void> =>
  asConsole(deps.db, (tx) =>
    recordAction(
      tx,
      { actor: "not signed in", operatorId: null, requestId },
      { action: "session.refuse", object: { kind: "operator", id: email }, after: { operator_id: operatorId } },
    ),
  );

/** What an identity provider says of a person. */
export interface VouchedPerson {
  issuer: string;
  subject: string;
  claims: Readonly<Record<string, unknown>>;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * The operator for whom an identity provider vouches, or null. A rule of the installation gives the role, and makes an
 * operator where there is none; without a rule only an operator made by hand gets in. An account is bound to the first
 * subject that used it, so that an address that changes hands does not hand over the account.
 */
export async function admitVouched(
  deps: Deps,
  { issuer, subject, claims }: VouchedPerson,
  requestId: string,
): Promise<{ operatorId: string } | null> {
  const email = plainEmail(textOf(claims.email));
  if (subject === "" || claims.email_verified !== true || !/^[^@\s]+@[^@\s]+$/.test(email)) return null;
  const role = roleByRules(deps.env, email, claims);
  const oidcSubject = `${issuer} ${subject}`;
  const by = { actor: `identity provider ${issuer}`, operatorId: null, requestId };
  return asConsole(deps.db, async (tx) => {
    const operator = (await findOperatorBySubject(tx, oidcSubject)) ?? (await findOperator(tx, email));
    if (operator === null) {
      if (role === null) return null;
      const name = textOf(claims.name).slice(0, 200) || email;
      const operatorId = uuidv7();
      const passwordless = { passwordHash: null, passwordIsTemporary: false };
      await insertOperator(tx, { operatorId, email, name, role, ...passwordless, oidcSubject });
      const object = { kind: "operator", id: email } as const;
      await recordAction(tx, by, { action: "operator.create", object, after: { name, role, has_password: false } });
      return { operatorId };
    }
    const isSomeoneElse = operator.oidcSubject !== null && operator.oidcSubject !== oidcSubject;
    if (isSomeoneElse || operator.disabledAt !== null || operator.email !== email) return null;
    await bringUpToDate(tx, operator, { role, oidcSubject, by });
    return { operatorId: operator.operatorId };
  });
}

async function bringUpToDate(
  tx: OperatorTx,
  operator: OperatorCredentials,
  {
    role,
    oidcSubject,
    by,
  }: { role: OperatorCredentials["role"] | null; oidcSubject: string; by: Parameters<typeof recordAction>[1] },
): Promise<void> {
  const object = { kind: "operator", id: operator.email } as const;
  if (operator.oidcSubject === null) {
    await updateOperator(tx, operator.operatorId, { oidcSubject });
    await recordAction(tx, by, { action: "operator.bind_identity", object, after: { subject: oidcSubject } });
  }
  if (role === null || role === operator.role) return;
  await updateOperator(tx, operator.operatorId, { role });
  await recordAction(tx, by, { action: "operator.set_role", object, before: { role: operator.role }, after: { role } });
}

import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { decode } from "next-auth/jwt";
import { recordAction } from "@/lib/data/operators/audit";
import { asConsole, findOperatorById } from "@/lib/data/operators/operators";
import {
  endSession as end,
  findSession,
  endSessionsOf,
  insertSession,
  listSessionsOf,
  type OperatorSession,
  type OwnSession,
  purgeSessionsOf,
  type SessionTimes,
  touchSession,
} from "@/lib/data/operators/sessions";
import type { ActionBy } from "@/lib/domain/operator";
import type { Deps } from "@/lib/runtime/deps";

export type { OperatorSession, OwnSession };

/** A session lasts one working day at most, however much it is used. */
export const SESSION_S = 12 * 3600;
/** One that no one uses ends sooner: a browser that someone left. */
export const IDLE_S = 3600;
/** Not every request is noted, because each note is a write. */
const NOTED_EVERY_S = 60;
/** Sent to the console's pages alone. */
export const CONSOLE_PATH = "/console";
export const SESSION_COOKIE = "hedgerow-console";
export const CSRF_COOKIE = "hedgerow-console-csrf";
/** Over TLS: browsers take a cookie of such a name from a secure page alone, so that no other can put one in its place. */
export const nameOfCookie = (name: string, isSecure: boolean): string => (isSecure ? `__Secure-${name}` : name);

interface CookieJar {
  get: (name: string) => { value: string } | undefined;
}

/** A cookie of the console by either name, the secure one first; the plain one is that of loopback. */
export const readCookie = (jar: CookieJar, name: string): string | undefined =>
  (jar.get(nameOfCookie(name, true)) ?? jar.get(name))?.value;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Begins a session of an operator who has proved who it is; null when it was disabled meanwhile. */
export const startSession = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  { operatorId, by, requestId }: { operatorId: string; by: "password" | "oidc"; requestId: string },
): Promise<string | null> =>
  asConsole(db, async (tx) => {
    const now = clock();
    const operator = await findOperatorById(tx, operatorId);
    if (operator?.disabledAt !== null) return null;
    const sessionId = randomUUID();
    await purgeSessionsOf(tx, operatorId, now);
    const expiresAt = new Date(now.getTime() + SESSION_S * 1000);
    const mustChangePassword = by === "password" && operator.passwordIsTemporary;
    await insertSession(tx, { sessionId, operatorId, startedAt: now, expiresAt, mustChangePassword });
    const actor = { actor: operator.email, operatorId, requestId };
    const object = { kind: "operator", id: operator.email } as const;
    const after = { by, ...(mustChangePassword ? { must_change_password: true } : {}) };
    await recordAction(tx, actor, { action: "session.start", object, after });
    return sessionId;
  });

/** The session that a request's cookie names, as it stands now; null for none. */
export async function readSession(
  { db, env, clock }: Pick<Deps, "db" | "env" | "clock">,
  cookie: string | undefined,
): Promise<OperatorSession | null> {
  if (cookie === undefined || cookie === "" || env.NEXTAUTH_SECRET === undefined) return null;
  // The library throws where the seal does not hold, and does not say why.
  const claims = await decode({ token: cookie, secret: env.NEXTAUTH_SECRET }).catch(() => null);
  const sessionId = claims?.sid;
  if (typeof sessionId !== "string" || !UUID.test(sessionId)) return null;
  const times = timesAt(clock());
  const session = await findSession(db, sessionId, times);
  if (session !== null && times.now.getTime() - session.seenAt.getTime() > NOTED_EVERY_S * 1000) {
    await asConsole(db, (tx) => touchSession(tx, sessionId, times.now));
  }
  return session;
}

const timesAt = (now: Date): SessionTimes => ({ now, idleSince: new Date(now.getTime() - IDLE_S * 1000) });

/** Where an operator is signed in, for that operator alone. */
export const listOwnSessions = ({ db, clock }: Pick<Deps, "db" | "clock">, operatorId: string): Promise<OwnSession[]> =>
  asConsole(db, (tx) => listSessionsOf(tx, operatorId, timesAt(clock())));

/** Ends every session of an operator but the one that asks; how many there were. */
export const endOtherSessions = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  { session, by }: { session: OperatorSession; by: ActionBy },
): Promise<number> =>
  asConsole(db, async (tx) => {
    const sessions_ended = await endSessionsOf(tx, session.operatorId, clock(), session.sessionId);
    const object = { kind: "operator", id: session.email } as const;
    await recordAction(tx, by, { action: "session.end_others", object, after: { sessions_ended } });
    return sessions_ended;
  });

/** Ends a session for good: its cookie opens nothing when it is shown again. */
export const endSession = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  { sessionId, requestId }: { sessionId: string; requestId: string | null },
): Promise<void> =>
  asConsole(db, async (tx) => {
    const ended = await end(tx, sessionId, clock());
    const operator = ended === null ? null : await findOperatorById(tx, ended.operatorId);
    if (operator === null) return;
    const actor = { actor: operator.email, operatorId: operator.operatorId, requestId };
    await recordAction(tx, actor, { action: "session.end", object: { kind: "operator", id: operator.email } });
  });

/** What every form of a session carries, so that no other site can send one. */
export const formToken = (secret: string, sessionId: string): string =>
  createHmac("sha256", secret).update(`console-form ${sessionId}`).digest("base64url");

export function isFormToken(secret: string, sessionId: string, given: unknown): boolean {
  const expected = Buffer.from(formToken(secret, sessionId));
  const found = Buffer.from(typeof given === "string" ? given : "");
  return expected.length === found.length && timingSafeEqual(expected, found);
}

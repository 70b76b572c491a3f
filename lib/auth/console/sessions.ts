import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { decode } from "next-auth/jwt";
import { recordAction } from "@/lib/data/operators/audit";
import { asConsole, findOperatorById } from "@/lib/data/operators/operators";
import {
  endSession as end,
  findSession,
  insertSession,
  type OperatorSession,
  purgeSessionsOf,
} from "@/lib/data/operators/sessions";
import type { Deps } from "@/lib/runtime/deps";

export type { OperatorSession };

/** A session lasts one working day at most, however much it is used. */
export const SESSION_S = 12 * 3600;
/** Sent to the console's pages alone. */
export const CONSOLE_PATH = "/console";
export const SESSION_COOKIE = "hedgerow-console";
export const CSRF_COOKIE = "hedgerow-console-csrf";

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
    await insertSession(tx, { sessionId, operatorId, startedAt: now, expiresAt });
    const actor = { actor: operator.email, operatorId, requestId };
    const object = { kind: "operator", id: operator.email } as const;
    await recordAction(tx, actor, { action: "session.start", object, after: { by } });
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
  return typeof sessionId === "string" && UUID.test(sessionId) ? findSession(db, sessionId, clock()) : null;
}

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

import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { SIGN_IN_PATH } from "@/lib/auth/console/next-auth";
import {
  CONSOLE_PATH,
  formToken,
  isFormToken,
  type OperatorSession,
  readCookie,
  readSession,
  SESSION_COOKIE,
} from "@/lib/auth/console/sessions";
import { type ActionBy, hasRight, OperatorRefusal, type OperatorRight } from "@/lib/domain/operator";
import { isFromOwnPage } from "@/lib/http/portal/same-site";
import { requestIdOf } from "@/lib/http/request-id";
import { type Deps, getDeps } from "@/lib/runtime/deps";
import type { ActionState, FormAction } from "@/lib/views/console/forms";

/** Someone who is signed in, at one request. */
export interface ConsoleVisit {
  deps: Deps;
  session: OperatorSession;
  by: ActionBy;
  /** What every form of the page has to carry. */
  csrf: string;
  can: (right: OperatorRight) => boolean;
}

const visit = cache(async (): Promise<ConsoleVisit | null> => {
  const deps = await getDeps();
  const session = await readSession(deps, readCookie(await cookies(), SESSION_COOKIE));
  if (session === null) return null;
  const requestId = requestIdOf({ headers: await headers() });
  const by = { actor: session.email, operatorId: session.operatorId, requestId };
  const csrf = formToken(deps.env.NEXTAUTH_SECRET ?? "", session.sessionId);
  return { deps, session, by, csrf, can: (right) => hasRight(session.role, right) };
});

async function toSignIn(): Promise<never> {
  const asked = await headers();
  const query = new URLSearchParams(asked.get("x-hedgerow-search") ?? "");
  // Next's own mark of a page that it fetches for one that is open: not part of the address that someone comes back to.
  query.delete("_rsc");
  const here = `${asked.get("x-hedgerow-path") ?? ""}${query.size === 0 ? "" : `?${query}`}`;
  redirect(`${SIGN_IN_PATH}?callbackUrl=${encodeURIComponent(here)}`);
}

/** Where someone who signed in with a temporary password is led, whatever was asked for. */
const NEW_PASSWORD_PATH = "/console/new-password";

/** The person who asks for a page: signed in, and with the right to it. Every page begins with this. */
export async function requireOperator(right: OperatorRight): Promise<ConsoleVisit> {
  const found = (await visit()) ?? (await toSignIn());
  if (found.session.mustChangePassword) redirect(NEW_PASSWORD_PATH);
  if (!found.can(right)) redirect("/console/refused");
  return found;
}

/** The person who has to change a temporary password; anyone else has no need of that page. */
export async function requireTemporaryPassword(): Promise<ConsoleVisit> {
  const found = (await visit()) ?? (await toSignIn());
  if (!found.session.mustChangePassword) redirect(CONSOLE_PATH);
  return found;
}

type ActionWork = (visit: ConsoleVisit, form: FormData) => Promise<ActionState>;

/** Why someone who is signed in may not do something; null where they may. */
type Refuse = (visit: ConsoleVisit) => string | null;

const CHANGE_FIRST = "Change your temporary password first.";

/**
 * An action of the console: session, own page, token, right, work. A request that cannot be carried out becomes a
 * sentence beside the form, with what was typed.
 */
export const consoleAction = (right: OperatorRight, work: ActionWork): FormAction =>
  guarded(({ session, can }) => {
    if (session.mustChangePassword) return CHANGE_FIRST;
    return can(right) ? null : "Your role does not allow this.";
  }, work);

/** An action that everyone who is signed in may do, also with a temporary password. */
export const openAction = (work: ActionWork): FormAction => guarded(() => null, work);

const guarded =
  (refuse: Refuse, work: ActionWork): FormAction =>
  async (_state, form) => {
    const found = (await visit()) ?? (await toSignIn());
    const { deps, session, by } = found;
    const isOurs = isFromOwnPage({ headers: await headers() }, deps.env.PUBLIC_URLS, "form");
    if (!isOurs || !isFormToken(deps.env.NEXTAUTH_SECRET ?? "", session.sessionId, form.get("csrf"))) {
      return { error: "This form does not come from a page of your session. Load the page again." };
    }
    const refused = refuse(found);
    if (refused !== null) return { error: refused };
    try {
      return await work(found, form);
    } catch (error) {
      if (!(error instanceof OperatorRefusal)) throw error;
      deps.log.info({ request_id: by.requestId, refused: error.message }, "console action refused");
      return { error: sentence(error.message), values: typedInto(form) };
    }
  };

/** What a command prints in the middle of a line begins a line here. */
const sentence = (text: string): string => text.replace(/^[a-z](?=[a-z]+ )/, (letter) => letter.toUpperCase());

const typedInto = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && !name.startsWith("$") && name !== "csrf" && !name.includes("password")
        ? [[name, value]]
        : [],
    ),
  );

/** A text of a form; empty where it was not sent. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};

/** Refuses a form on which the name of what would end was not typed. */
export function requireConfirmation(form: FormData, name: string): void {
  if (name === "" || textOf(form, "confirm") !== name) {
    throw new OperatorRefusal(`Type ${name} to confirm. Nothing was changed.`);
  }
}

/** As it was typed: a password may begin or end with a space. */
export const asTyped = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

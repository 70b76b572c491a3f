import pg from "pg";
import { expect } from "vitest";
import { GET, POST } from "@/app/console/auth/[...nextauth]/route";
import { CSRF_COOKIE, formToken, readCookie, readSession, SESSION_COOKIE } from "@/lib/auth/console/sessions";
import { createOperator, type GivenPassword } from "@/lib/auth/operators";
import { listActions } from "@/lib/data/operators/audit";
import type { AuditEntry, OperatorRole } from "@/lib/domain/operator";
import { getDeps } from "@/lib/runtime/deps";
import { BY_TEST } from "@/tests/support/api";

/** What Next tells a page and an action of their request; there is no server here to tell it. */
export const asked = { headers: new Headers(), cookies: new Map<string, string>() };

/** Stands for `next/headers` in a test file: what it says is what `browseAs` set. */
export const nextHeaders = {
  headers: () => Promise.resolve(asked.headers),
  cookies: () =>
    Promise.resolve({
      get: (name: string) => {
        const value = asked.cookies.get(name);
        return value === undefined ? undefined : { name, value };
      },
      delete: ({ name }: { name: string }) => asked.cookies.delete(name),
    }),
};

export const PASSWORD = "correct horse battery staple";
/** The same as its owner's, so that no one has to change it. */
export const OWN_PASSWORD = { text: PASSWORD, isTemporary: false } as const;

/** A browser's cookies of the console. */
export type Jar = Map<string, string>;

const ORIGIN = "http://localhost:3000";

/** Goes to an address of next-auth as a browser does: keeps its cookies, follows no redirect. */
export async function visitAuth(
  jar: Jar,
  path: string,
  form?: Record<string, string>,
  more: Record<string, string> = {},
) {
  const url = new URL(path, ORIGIN);
  const body = form === undefined ? null : new URLSearchParams(form).toString();
  const request = new Request(url, {
    method: body === null ? "GET" : "POST",
    headers: {
      Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(body === null
        ? {}
        : {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": String(body.length),
            "Sec-Fetch-Site": "same-origin",
          }),
      ...more,
    },
    body,
  });
  const nextauth = url.pathname.split("/").slice(3);
  const response = await (body === null ? GET : POST)(request, { params: Promise.resolve({ nextauth }) });
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/max-age=0/i.test(cookie) || value === "") jar.delete(name);
    else jar.set(name, value);
  }
  return response;
}

/** The token of next-auth's forms. */
export async function csrfTokenOf(jar: Jar, more: Record<string, string> = {}): Promise<string> {
  await visitAuth(jar, "/console/auth/signin", undefined, more);
  return decodeURIComponent(readCookie(asPageReads(jar), CSRF_COOKIE) ?? "").split("|")[0] ?? "";
}

/** Tries a password; the place it leads to, after next-auth's own steps. */
export async function trySignIn(
  jar: Jar,
  { email, password, more = {} }: { email: string; password: string; more?: Record<string, string> },
): Promise<string> {
  const csrfToken = await csrfTokenOf(jar);
  const form = { csrfToken, email, password, callbackUrl: "/console/providers" };
  const answer = await visitAuth(jar, "/console/auth/callback/credentials", form, more);
  let location = answer.headers.get("location") ?? `status ${answer.status}`;
  for (let step = 0; location.startsWith("/console/auth/") && step < 4; step += 1) {
    location = (await visitAuth(jar, location)).headers.get("location") ?? "";
  }
  return location;
}

/** A new operator who is signed in. */
export async function signedIn(
  email: string,
  role: OperatorRole,
  password: GivenPassword = OWN_PASSWORD,
): Promise<Jar> {
  const { db, clock } = await getDeps();
  await createOperator({ db, by: BY_TEST, now: clock() }, { email, name: email, role, password });
  const jar: Jar = new Map();
  expect(await trySignIn(jar, { email, password: PASSWORD })).toBe("/console/providers");
  return jar;
}

/** A browser's cookies as a page reads them. */
const asPageReads = (jar: Jar) => ({
  get: (name: string) => {
    const value = jar.get(name);
    return value === undefined ? undefined : { value };
  },
});

export const sessionOf = async (jar: Jar) => readSession(await getDeps(), readCookie(asPageReads(jar), SESSION_COOKIE));

/** Makes the next pages and actions those of a browser. */
export function browseAs(jar: Jar, more: Record<string, string> = {}): void {
  asked.cookies = jar;
  asked.headers = new Headers({
    "sec-fetch-site": "same-origin",
    "x-hedgerow-path": "/console/x",
    "x-request-id": "walk",
    ...more,
  });
}

/** A form as a page of the session sends it. */
export async function formOf(jar: Jar, values: Record<string, string>): Promise<FormData> {
  const session = await sessionOf(jar);
  const { env } = await getDeps();
  const form = new FormData();
  const csrf = session === null ? "" : formToken(env.NEXTAUTH_SECRET ?? "", session.sessionId);
  for (const [name, value] of Object.entries({ csrf, ...values })) form.set(name, value);
  return form;
}

export const auditOf = async (objectId: string | null = null): Promise<AuditEntry[]> =>
  listActions((await getDeps()).db, { actor: null, objectId, before: null, most: 1000 });

/** Where Next's redirect leads; null for any other error. */
export function redirectOf(error: unknown): string | null {
  const { digest = "" } = error as { digest?: string };
  const [kind, , location = ""] = digest.split(";");
  return kind === "NEXT_REDIRECT" ? location : null;
}

/** The service's own role has no right to any of these. */
export async function expectDenied(statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    for (const statement of statements) {
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied/);
    }
  } finally {
    await client.end();
  }
}

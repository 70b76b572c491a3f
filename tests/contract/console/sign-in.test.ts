import { beforeAll, describe, expect, it } from "vitest";
import { ATTEMPTS_PER_ACCOUNT, ATTEMPTS_PER_ADDRESS } from "@/lib/auth/console/sign-in";
import { endSession, readSession, SESSION_COOKIE } from "@/lib/auth/console/sessions";
import {
  createOperator,
  disableOperator,
  enableOperator,
  setOperatorPassword,
  setOperatorRole,
} from "@/lib/auth/operators";
import { getDeps } from "@/lib/runtime/deps";
import {
  auditOf,
  csrfTokenOf,
  type Jar,
  OWN_PASSWORD,
  PASSWORD,
  sessionOf,
  signedIn,
  trySignIn,
  visitAuth,
} from "@/tests/contract/console/support";
import { BY_TEST } from "@/tests/support/api";

const contextNow = async () => {
  const { db, clock } = await getDeps();
  return { db, by: BY_TEST, now: clock() };
};
const from = (address: string) => ({ "x-hedgerow-peer": address });

beforeAll(async () => {
  const wanted = { email: "ada@example.com", name: "Ada", role: "operator", password: OWN_PASSWORD } as const;
  await createOperator(await contextNow(), wanted);
});

describe("a sign-in with a password", () => {
  it("opens a session whose cookie only the console's pages get, out of reach of scripts", async () => {
    const jar: Jar = new Map();
    const overTls = { "x-forwarded-proto": "https" };
    const csrfToken = await csrfTokenOf(jar, overTls);
    const form = { csrfToken, email: " Ada@Example.com ", password: PASSWORD, callbackUrl: "/console/audit" };
    const answer = await visitAuth(jar, "/console/auth/callback/credentials", form, overTls);
    expect(answer.headers.get("location")).toBe("/console/audit");
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(`__Secure-${SESSION_COOKIE}=`)) ?? "";
    expect(cookie).toMatch(/Path=\/console;.*HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Secure/);
    expect(await sessionOf(jar)).toMatchObject({ email: "ada@example.com", role: "operator" });
  });

  it("answers an unknown account, a wrong password, and a disabled account in the same words", async () => {
    const context = await contextNow();
    await createOperator(context, { email: "gone@example.com", name: "G", role: "viewer", password: OWN_PASSWORD });
    await disableOperator(context, "gone@example.com");
    await createOperator(context, { email: "oidc-only@example.com", name: "O", role: "viewer", password: null });
    const answers = [];
    for (const [email, password] of [
      ["ada@example.com", "not the password"],
      ["no-one@example.com", PASSWORD],
      ["gone@example.com", PASSWORD],
      ["oidc-only@example.com", PASSWORD],
      ["", ""],
    ] as const) {
      const jar: Jar = new Map();
      answers.push(await trySignIn(jar, { email, password, more: from("192.0.2.77") }));
      expect(jar.get(SESSION_COOKIE)).toBeUndefined();
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^\/console\/sign-in\?.*error=CredentialsSignin/);
  });

  it("writes an attempt at an account in the log, and none at an address that has no account", async () => {
    const before = (await auditOf()).length;
    await trySignIn(new Map(), { email: "nothing@example.com", password: PASSWORD, more: from("192.0.2.78") });
    expect((await auditOf()).length).toBe(before);
    await trySignIn(new Map(), { email: "ada@example.com", password: "wrong", more: from("192.0.2.78") });
    const [latest] = await auditOf("ada@example.com");
    expect(latest).toMatchObject({ action: "session.refuse", actor: "not signed in" });
  });

  it("takes no form of another site, and none without next-auth's token", async () => {
    const jar: Jar = new Map();
    const csrfToken = await csrfTokenOf(jar);
    const form = { csrfToken, email: "ada@example.com", password: PASSWORD };
    const path = "/console/auth/callback/credentials";
    const foreign = await visitAuth(jar, path, form, { "Sec-Fetch-Site": "cross-site" });
    expect(foreign.status).toBe(403);
    await visitAuth(jar, path, { ...form, csrfToken: "0".repeat(64) });
    await visitAuth(new Map(), path, form);
    expect(jar.get(SESSION_COOKIE)).toBeUndefined();
  });

  it.each(["session", "csrf", "providers", "signout", "_log"])("has no route %s of next-auth", async (name) => {
    expect((await visitAuth(new Map(), `/console/auth/${name}`)).headers.get("location")).toBe("/console/sign-in");
  });

  it("leads to no other site", async () => {
    const jar: Jar = new Map();
    const csrfToken = await csrfTokenOf(jar);
    const form = {
      csrfToken,
      email: "ada@example.com",
      password: PASSWORD,
      callbackUrl: "https://evil.example/console",
    };
    const answer = await visitAuth(jar, "/console/auth/callback/credentials", form);
    expect(answer.headers.get("location")).toBe("/console");
  });
});

describe("attempts", () => {
  it("are limited for each account, from wherever they come, and a good password does not help then", async () => {
    const email = "limited@example.com";
    await createOperator(await contextNow(), { email, name: "L", role: "viewer", password: OWN_PASSWORD });
    for (let attempt = 0; attempt < ATTEMPTS_PER_ACCOUNT; attempt += 1) {
      const more = from(`198.51.100.${attempt}`);
      expect(await trySignIn(new Map(), { email, password: "", more })).toMatch(/CredentialsSignin/);
    }
    const refused = await trySignIn(new Map(), { email, password: PASSWORD, more: from("198.51.100.99") });
    expect(refused).toMatch(/error=TooManyAttempts/);
  });

  it("are limited for each address, whichever accounts they try", async () => {
    const more = from("203.0.113.5");
    const outcomes = [];
    for (let attempt = 0; attempt <= ATTEMPTS_PER_ADDRESS; attempt += 1) {
      outcomes.push(await trySignIn(new Map(), { email: `guess-${attempt}@example.com`, password: "", more }));
    }
    expect(outcomes.filter((outcome) => outcome.includes("TooManyAttempts"))).toHaveLength(1);
    expect(outcomes.at(-1)).toMatch(/TooManyAttempts/);
  });
});

describe("a session", () => {
  it("ends with the next request when its operator is disabled", async () => {
    const jar = await signedIn("dis@example.com", "operator");
    await disableOperator(await contextNow(), "dis@example.com");
    expect(await sessionOf(jar)).toBeNull();
  });

  it("stays ended when its operator is enabled again, who signs in as before", async () => {
    const email = "back@example.com";
    const jar = await signedIn(email, "operator");
    const context = await contextNow();
    await expect(enableOperator(context, email)).rejects.toThrow(`${email} is not disabled.`);
    expect(await disableOperator(context, email)).toBe(1);
    expect(await trySignIn(new Map(), { email, password: PASSWORD })).toMatch(/error=/);
    await enableOperator(context, ` ${email.toUpperCase()}`);
    expect(await sessionOf(jar)).toBeNull();
    expect(await trySignIn(new Map(), { email, password: PASSWORD })).toBe("/console/providers");
    expect((await auditOf(email)).map(({ action }) => action)).toContain("operator.enable");
  });

  it("ends, wherever it is open, when the password changes", async () => {
    const one = await signedIn("twice@example.com", "operator");
    const other: Jar = new Map();
    await trySignIn(other, { email: "twice@example.com", password: PASSWORD });
    await setOperatorPassword(await contextNow(), {
      email: "twice@example.com",
      password: { ...OWN_PASSWORD, text: "another long sentence" },
    });
    expect([await sessionOf(one), await sessionOf(other)]).toEqual([null, null]);
    expect(await trySignIn(new Map(), { email: "twice@example.com", password: PASSWORD })).toMatch(/error=/);
  });

  it("has the new role with its next request", async () => {
    const jar = await signedIn("grows@example.com", "viewer");
    await setOperatorRole(await contextNow(), { email: "grows@example.com", role: "operator" });
    expect((await sessionOf(jar))?.role).toBe("operator");
  });

  it("lasts twelve hours and no longer, and a signed-out cookie opens nothing when it is shown again", async () => {
    const jar = await signedIn("late@example.com", "viewer");
    const deps = await getDeps();
    const cookie = jar.get(SESSION_COOKIE);
    const at = (hours: number) => ({ ...deps, clock: () => new Date(deps.clock().getTime() + hours * 3_600_000) });
    for (let hours = 0.9; hours < 12; hours += 0.9) expect(await readSession(at(hours), cookie)).not.toBeNull();
    expect(await readSession(at(11.9), cookie)).not.toBeNull();
    expect(await readSession(at(12.1), cookie)).toBeNull();
    const session = await sessionOf(jar);
    await endSession(deps, { sessionId: session?.sessionId ?? "", requestId: "r-1" });
    expect(await readSession(deps, cookie)).toBeNull();
    expect((await auditOf("late@example.com")).map(({ action }) => action)).toEqual([
      "session.end",
      "session.start",
      "operator.create",
    ]);
  });

  it("ends when no one uses it for an hour, however young it is", async () => {
    const jar = await signedIn("rests@example.com", "viewer");
    const deps = await getDeps();
    const cookie = jar.get(SESSION_COOKIE);
    const at = (minutes: number) => ({ ...deps, clock: () => new Date(deps.clock().getTime() + minutes * 60_000) });
    // Used after 59 minutes, so that it lives to the 118th.
    expect(await readSession(at(59), cookie)).not.toBeNull();
    expect(await readSession(at(118), cookie)).not.toBeNull();
    expect(await readSession(at(179), cookie)).toBeNull();
  });

  it.each(["", "x.y.z", "not-a-token"])("is none for the cookie %j", async (cookie) => {
    expect(await readSession(await getDeps(), cookie)).toBeNull();
  });
});

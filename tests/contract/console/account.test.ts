import { describe, expect, it, vi } from "vitest";
import { changePassword, endOthers } from "@/app/console/(pages)/account/actions";
import AccountPage from "@/app/console/(pages)/account/page";
import { listOwnSessions, readSession, SESSION_COOKIE } from "@/lib/auth/console/sessions";
import { ATTEMPTS_PER_ACCOUNT } from "@/lib/auth/console/sign-in";
import { createOperator } from "@/lib/auth/operators";
import { getDeps } from "@/lib/runtime/deps";
import {
  auditOf,
  browseAs,
  formOf,
  type Jar,
  PASSWORD,
  sessionOf,
  signedIn,
  trySignIn,
} from "@/tests/contract/console/support";
import { BY_TEST } from "@/tests/support/api";

vi.mock("next/headers", async () => (await import("@/tests/contract/console/support")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => undefined }));

const NEW = "a heron in the reeds at six";

/** The same person on another device. */
async function another(email: string): Promise<Jar> {
  const jar: Jar = new Map();
  expect(await trySignIn(jar, { email, password: PASSWORD })).toBe("/console/providers");
  return jar;
}

async function change(jar: Jar, current: string, next: string) {
  browseAs(jar);
  return changePassword(null, await formOf(jar, { current_password: current, new_password: next }));
}

describe("an operator's own password", () => {
  it("is changed with the current one, ends the other sessions, and lets this one go on", async () => {
    const email = "changes@example.com";
    const [jar, other] = [await signedIn(email, "viewer"), await another(email)];
    expect((await change(jar, PASSWORD, NEW))?.done).toBe("Your password is changed. One other session has ended.");
    expect(await sessionOf(other)).toBeNull();
    expect((await sessionOf(jar))?.email).toBe(email);
    const [latest] = await auditOf(email);
    expect(latest).toMatchObject({ actor: email, action: "operator.set_password", after: { sessions_ended: 1 } });
    expect(await trySignIn(new Map(), { email, password: PASSWORD })).toMatch(/CredentialsSignin/);
    expect(await trySignIn(new Map(), { email, password: NEW })).toBe("/console/providers");
  });

  it.each([
    ["without the current one", "not the password", NEW, /current password is not this one/],
    ["to itself", PASSWORD, PASSWORD, /is the current one/],
    ["to one that many people use", PASSWORD, "Sunshine2026!!", /many people use/],
    ["to a short one", PASSWORD, "short", /12 to 200 characters/],
  ])("is not changed %s, and nothing typed comes back", async (what, current, next, error) => {
    const email = `keeps-${what.replaceAll(/\W/g, "-")}@example.com`;
    const [jar, other] = [await signedIn(email, "operator"), await another(email)];
    const state = await change(jar, current, next);
    expect(state?.error).toMatch(error);
    expect(JSON.stringify(state)).not.toContain(next === "short" ? 'short"' : next);
    expect(await sessionOf(other)).not.toBeNull();
    expect(await trySignIn(new Map(), { email, password: PASSWORD })).toBe("/console/providers");
  });

  it("cannot be guessed from a session that someone left open", async () => {
    const jar = await signedIn("guessed@example.com", "viewer");
    for (let attempt = 0; attempt < ATTEMPTS_PER_ACCOUNT; attempt += 1) {
      expect((await change(jar, `guess ${attempt} of many`, NEW))?.error).toMatch(/not this one/);
    }
    expect((await change(jar, PASSWORD, NEW))?.error).toMatch(/Too many attempts/);
  });

  it("is none of the console's where the person signs in through the identity provider", async () => {
    const { db, clock } = await getDeps();
    const wanted = { email: "vouched@example.com", name: "V", role: "viewer", password: null } as const;
    await createOperator({ db, by: BY_TEST, now: clock() }, wanted);
    expect(await trySignIn(new Map(), { email: wanted.email, password: NEW })).toMatch(/CredentialsSignin/);
  });
});

describe("an operator's sessions", () => {
  it("are listed for that operator alone, and end everywhere else when asked", async () => {
    const email = "many@example.com";
    const jar = await signedIn(email, "viewer");
    const [second, third, stranger] = [
      await another(email),
      await another(email),
      await signedIn("b@example.com", "viewer"),
    ];
    const deps = await getDeps();
    const session = await sessionOf(jar);
    const operatorId = session?.operatorId ?? "";
    const listed = await listOwnSessions(deps, operatorId);
    expect(listed.map(({ sessionId }) => sessionId)).toContain(session?.sessionId);
    expect(listed).toHaveLength(3);
    browseAs(jar);
    expect(JSON.stringify(await AccountPage())).toContain(email);
    expect((await endOthers(null, await formOf(jar, {})))?.done).toBe("2 other sessions have ended.");
    for (const ended of [second, third]) expect(await readSession(deps, ended.get(SESSION_COOKIE))).toBeNull();
    expect(await sessionOf(stranger)).not.toBeNull();
    expect(await listOwnSessions(deps, operatorId)).toHaveLength(1);
    expect((await endOthers(null, await formOf(jar, {})))?.done).toBe("You were signed in nowhere else.");
    const [latest] = await auditOf(email);
    expect(latest).toMatchObject({ action: "session.end_others", after: { sessions_ended: 0 } });
  });

  it("show when each was last used, and not those that rested for an hour", async () => {
    const jar = await signedIn("used@example.com", "viewer");
    const deps = await getDeps();
    const operatorId = (await sessionOf(jar))?.operatorId ?? "";
    const at = (minutes: number) => ({ ...deps, clock: () => new Date(deps.clock().getTime() + minutes * 60_000) });
    const [before] = await listOwnSessions(deps, operatorId);
    await readSession(at(30), jar.get(SESSION_COOKIE));
    const [after] = await listOwnSessions(at(30), operatorId);
    expect((after?.seenAt.getTime() ?? 0) - (before?.seenAt.getTime() ?? 0)).toBeGreaterThan(29 * 60_000);
    expect(await listOwnSessions(at(91), operatorId)).toEqual([]);
  });
});

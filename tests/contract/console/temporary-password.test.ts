import { describe, expect, it, vi } from "vitest";
import { chooseOwnPassword } from "@/app/console/new-password/actions";
import NewPasswordPage from "@/app/console/new-password/page";
import OverviewPage from "@/app/console/(pages)/page";
import { startSession } from "@/lib/auth/console/sessions";
import { setOperatorPassword } from "@/lib/auth/operators";
import { getDeps } from "@/lib/runtime/deps";
import {
  auditOf,
  browseAs,
  formOf,
  type Jar,
  OWN_PASSWORD,
  PASSWORD,
  redirectOf,
  sessionOf,
  signedIn,
  trySignIn,
} from "@/tests/contract/console/support";
import { BY_TEST } from "@/tests/support/api";

vi.mock("next/headers", async () => (await import("@/tests/contract/console/support")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => undefined }));

const TEMPORARY = { ...OWN_PASSWORD, isTemporary: true };
const NEW = "a heron in the reeds at six";

/** Where a page or an action leads; null when it stays. */
async function leadsTo(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const location = redirectOf(error);
    if (location === null) throw error;
    return location;
  }
}

async function choose(jar: Jar, current: string, next: string) {
  browseAs(jar);
  return chooseOwnPassword(null, await formOf(jar, { current_password: current, new_password: next }));
}

describe("a password that someone else made", () => {
  it("opens the page for a new one alone, and the new one opens the rest", async () => {
    const email = "newcomer@example.com";
    const jar = await signedIn(email, "operator", TEMPORARY);
    browseAs(jar);
    expect(await leadsTo(OverviewPage)).toBe("/console/new-password");
    expect(await leadsTo(NewPasswordPage)).toBeNull();
    expect(await leadsTo(() => choose(jar, PASSWORD, NEW))).toBe("/console");
    expect(await leadsTo(OverviewPage)).toBeNull();
    expect(await leadsTo(NewPasswordPage), "the page is for no one else").toBe("/console");
    expect(await trySignIn(new Map(), { email, password: PASSWORD })).toMatch(/CredentialsSignin/);
    const again: Jar = new Map();
    expect(await trySignIn(again, { email, password: NEW })).toBe("/console/providers");
    expect((await sessionOf(again))?.mustChangePassword).toBe(false);
    expect((await auditOf(email)).map(({ action, before, after }) => ({ action, before, after }))).toMatchObject([
      { action: "session.start", after: { by: "password" } },
      { action: "session.refuse" },
      { action: "operator.set_password", before: { is_temporary: true }, after: { is_temporary: false } },
      { action: "session.start", after: { must_change_password: true } },
      { action: "operator.create", after: { is_temporary: true } },
    ]);
  });

  it.each([
    ["the same", PASSWORD, PASSWORD, /is the current one/],
    ["one that many people use", PASSWORD, "Sunshine2026!!", /many people use/],
    ["any without the given one", "something else", NEW, /not this one/],
  ])("cannot be replaced by %s", async (what, current, next, error) => {
    const jar = await signedIn(`keeps-${what.replaceAll(/\W/g, "-")}@example.com`, "viewer", TEMPORARY);
    expect((await choose(jar, current, next))?.error).toMatch(error);
    expect((await sessionOf(jar))?.mustChangePassword).toBe(true);
  });

  it("is one again when someone else sets the password a second time, which ends the sessions", async () => {
    const email = "reset@example.com";
    const jar = await signedIn(email, "viewer");
    const { db, clock } = await getDeps();
    await setOperatorPassword({ db, by: BY_TEST, now: clock() }, { email, password: { text: NEW, isTemporary: true } });
    expect(await sessionOf(jar)).toBeNull();
    const next: Jar = new Map();
    await trySignIn(next, { email, password: NEW });
    expect((await sessionOf(next))?.mustChangePassword).toBe(true);
    const [, latest] = await auditOf(email);
    expect(latest).toMatchObject({ action: "operator.set_password", after: { is_temporary: true } });
  });

  it("binds no one for whom the identity provider vouches", async () => {
    const deps = await getDeps();
    const jar = await signedIn("vouched@example.com", "viewer", TEMPORARY);
    const operatorId = (await sessionOf(jar))?.operatorId ?? "";
    const sessionId = await startSession(deps, { operatorId, by: "oidc", requestId: "r-1" });
    const rows = await deps.db.prisma.operatorSession.findMany({ where: { sessionId: sessionId ?? "" } });
    expect(rows).toMatchObject([{ mustChangePassword: false }]);
  });
});

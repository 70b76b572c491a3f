import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { offboardProvider, revokeLinks, setPortalEnabled } from "@/lib/usecases/operations/manage-providers";
import { POST as signOut } from "@/app/portal/g/[grant]/sign-out/route";
import { seal } from "@/lib/gateways/portal-seal";
import { getDeps, type Deps } from "@/lib/runtime/deps";
import { purgePortalSessions } from "@/lib/usecases/operations/purge-portal-sessions";
import { openSession, readSession } from "@/lib/usecases/portal/session";
import { openBrowser, type Browser } from "@/tests/contract/portal/edits-support";
import { archiveFieldOf, NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { access, atTime, inSeconds, opaqueOf, setPortalEnd, setProvider } from "@/tests/contract/v2/portal/support";
import { BY_TEST, call, makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

const HOUR_S = 3600;
let caller: Caller;
let soil: Connected;
let id: string;
let fieldId: string;
let browser: Browser;

beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("sessions");
  ({ id } = await saved(caller, { application_id: "one", products: [NEEDS_6] }));
  const [row] = await sql<{ field_id: string }>("sessions", "SELECT field_id FROM field");
  fieldId = row?.field_id ?? "no field";
  browser = await openBrowser(caller, id);
});
afterAll(() => soil.close());

const valueOf = ({ cookie }: Browser): string => cookie.slice("hedgerow-portal=".length);

/** Whether a cookie opens the field under a grant. */
async function opens(value: string, { grant = browser.grant, field = fieldId, deps = null as Deps | null } = {}) {
  return (await readSession(deps ?? (await getDeps()), { grant, cookie: value, fieldId: field })) !== null;
}

const leave = (who: Browser, headers: Record<string, string> = { "Sec-Fetch-Site": "same-origin" }) =>
  call(signOut, null, {
    params: { grant: who.grant },
    headers: { Cookie: who.cookie, "Content-Type": "application/x-www-form-urlencoded", ...headers },
    raw: "",
  });

describe("a session's cookie", () => {
  it("opens its own field, and is refused when any character of it is another", async () => {
    const value = valueOf(browser);
    const deps = await getDeps();
    expect(await opens(value)).toBe(true);
    for (const [index, was] of Array.from(value).entries()) {
      const wrong = value.slice(0, index) + (was === "A" ? "B" : "A") + value.slice(index + 1);
      expect(await opens(wrong, { deps }), `character ${index}`).toBe(false);
    }
    for (const wrong of ["", "x", value.slice(1), `${value}A`, `${value}.`, `${value} `]) {
      expect(await opens(wrong, { deps }), wrong.slice(-5)).toBe(false);
    }
  });

  it("says nothing to anyone who reads it", () => {
    const parts = valueOf(browser).split(".");
    expect(parts).toHaveLength(5);
    const readable = parts.map((part) => Buffer.from(part, "base64url").toString("latin1")).join(" ");
    for (const secret of [fieldId, id, "sessions", browser.grant]) expect(readable).not.toContain(secret);
  });

  it("of one grant does not open another, though both are of the same field", async () => {
    const other = await openBrowser(caller, id);
    expect(await opens(valueOf(other), { grant: other.grant })).toBe(true);
    expect(await opens(valueOf(other))).toBe(false);
    expect(await opens(valueOf(browser), { grant: other.grant })).toBe(false);
  });

  it("sealed for another purpose, or with members of another form, is none", async () => {
    const { env } = await getDeps();
    const claims = { v: 1, grant: browser.grant, provider: "sessions", field: fieldId, ends: 4_000_000_000 };
    const whole = { ...claims, application: null, group: null, generation: 1, returnUrl: null };
    const sealed = async (purpose: "portal-session" | "portal-return", what: Record<string, unknown>) =>
      (await seal(env.PORTAL_LINK_KEYS, purpose, what, HOUR_S)) ?? "";
    expect(await opens(await sealed("portal-session", whole))).toBe(true);
    expect(await opens(await sealed("portal-return", whole))).toBe(false);
    expect(await opens(await sealed("portal-session", claims))).toBe(false);
    expect(await opens(await sealed("portal-session", { ...whole, v: 2 }))).toBe(false);
  });
});

describe("a session ends", () => {
  it("after twelve hours, a minute of clock skew allowed", async () => {
    const value = valueOf(browser);
    expect(await atTime(inSeconds(12 * HOUR_S + 30), () => opens(value))).toBe(true);
    expect(await atTime(inSeconds(12 * HOUR_S + 90), () => opens(value))).toBe(false);
    expect(await atTime(inSeconds(-50), () => opens(value))).toBe(true);
  });

  it("after thirty days at most, though the link of a check lives as long as the field's portal", async () => {
    const { answer } = await saved(caller, { application_id: "one", products: [NEEDS_6] });
    const opened = await openSession(await getDeps(), opaqueOf(answer.mitigation_portal_url ?? ""));
    if ("refused" in opened) throw new Error("the link of a check was refused");
    const { grant, cookie } = opened;
    const opensAfter = (seconds: number) => atTime(inSeconds(seconds), () => opens(cookie, { grant }));
    expect(await opensAfter(30 * 24 * HOUR_S + 30)).toBe(true);
    expect(await opensAfter(30 * 24 * HOUR_S + 90)).toBe(false);
  });

  it.each([
    ["its provider revokes its links", "link_generation", 2, 1],
    ["its provider's portal is switched off", "portal_enabled", false, true],
  ])("when %s", async (_title, column, to, back) => {
    await setProvider("sessions", column, to);
    expect(await opens(valueOf(browser))).toBe(false);
    await setProvider("sessions", column, back);
    expect(await opens(valueOf(browser))).toBe(true);
  });

  it("when the operator says so: links revoked, or the portal off, of a provider that there is", async () => {
    const { db } = await getDeps();
    expect(await revokeLinks({ db, by: BY_TEST }, "sessions")).toBe(2);
    expect(await opens(valueOf(browser))).toBe(false);
    await setProvider("sessions", "link_generation", 1);
    await setPortalEnabled({ db, by: BY_TEST }, "sessions", false);
    expect(await opens(valueOf(browser))).toBe(false);
    await setPortalEnabled({ db, by: BY_TEST }, "sessions", true);
    expect(await opens(valueOf(browser))).toBe(true);
    await expect(revokeLinks({ db, by: BY_TEST }, "no-one")).rejects.toThrow("there is no provider no-one");
    await expect(setPortalEnabled({ db, by: BY_TEST }, "no-one", true)).rejects.toThrow("there is no provider no-one");
  });

  it("and with it a field's token link, which opens nothing once links are revoked; the next check makes another", async () => {
    const { db } = await getDeps();
    const tokens = await makeCaller("tokens");
    await setProvider("tokens", "portal_mode", "token");
    const linkOf = async (): Promise<string> => {
      const { answer } = await saved(tokens, { application_id: "one", products: [NEEDS_6] });
      return opaqueOf(answer.mitigation_portal_url ?? "");
    };
    const isRefused = async (link: string) => "refused" in (await openSession(await getDeps(), link));
    const first = await linkOf();
    expect([await linkOf(), await isRefused(first)]).toEqual([first, false]);
    await revokeLinks({ db, by: BY_TEST }, "tokens");
    expect(await isRefused(first)).toBe(true);
    const second = await linkOf();
    expect([second === first, await isRefused(second), await isRefused(first)]).toEqual([false, false, true]);
    await offboardProvider({ db, by: BY_TEST, now: new Date() }, "tokens");
    await setPortalEnabled({ db, by: BY_TEST }, "tokens", true);
    expect(await isRefused(second), "the portal is opened again").toBe(true);
  });

  it("when its field is archived, and when the field's portal is over", async () => {
    await archiveFieldOf("sessions", id);
    expect(await opens(valueOf(browser))).toBe(false);
    await archiveFieldOf("sessions", id, false);
    await setPortalEnd("sessions", id, new Date(Date.now() - 1));
    expect(await opens(valueOf(browser))).toBe(false);
    await setPortalEnd("sessions", id, inSeconds(300 * 86_400));
    expect(await opens(valueOf(browser))).toBe(true);
  });

  it("when the key that sealed it leaves the ring; while both are in it, old and new sessions stand", async () => {
    const now = await getDeps();
    const old = now.env.PORTAL_LINK_KEYS;
    const fresh = { id: "fresh", secret: Buffer.alloc(32, 9) };
    const withKeys = (keys: typeof old): Deps => ({ ...now, env: { ...now.env, PORTAL_LINK_KEYS: keys } });
    const both = withKeys([fresh, ...old]);
    expect(await opens(valueOf(browser), { deps: both })).toBe(true);
    expect(await opens(valueOf(browser), { deps: withKeys([fresh]) })).toBe(false);
    const opened = await openSession(both, opaqueOf((await access(caller, id)).portal_url));
    if ("refused" in opened) throw new Error("the link was refused");
    const { grant, cookie } = opened;
    expect(await opens(cookie, { grant, deps: withKeys([fresh]) })).toBe(true);
    expect(await opens(cookie, { grant, deps: withKeys(old) })).toBe(false);
  });
});

describe("signing out", () => {
  it("ends the session for good: a copy of its cookie opens nothing any more", async () => {
    const [leaving, staying] = [await openBrowser(caller, id), await openBrowser(caller, id)];
    const response = await leave(leaving);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/portal/expired?signed-out=1"]);
    expect(response.headers.get("set-cookie")).toMatch(/^hedgerow-portal=; .*Max-Age=0/);
    expect(await opens(valueOf(leaving), { grant: leaving.grant })).toBe(false);
    expect(await opens(valueOf(staying), { grant: staying.grant })).toBe(true);
    expect((await leave(leaving)).status).toBe(303);
  });

  it("asked for by another site, or with another grant's cookie, ends nothing", async () => {
    const [mine, other] = [await openBrowser(caller, id), await openBrowser(caller, id)];
    await leave(mine, { "Sec-Fetch-Site": "cross-site" });
    await leave({ grant: mine.grant, cookie: other.cookie });
    for (const who of [mine, other]) expect(await opens(valueOf(who), { grant: who.grant })).toBe(true);
  });

  it("is remembered until no copy could be shown again, and forgotten then", async () => {
    const gone = await openBrowser(caller, id);
    await leave(gone);
    await purgePortalSessions(await getDeps());
    expect(await opens(valueOf(gone), { grant: gone.grant })).toBe(false);
    // The owner alone can age it: the service may add ends and take none back.
    await expect(sql("sessions", "UPDATE portal_grant_end SET forget_after = now()")).rejects.toThrow(
      /permission denied/,
    );
    await expect(sql("sessions", "DELETE FROM portal_grant_end")).rejects.toThrow(/permission denied/);
    const past =
      "INSERT INTO portal_grant_end (provider_id, grant_id, forget_after) VALUES ('sessions', gen_random_uuid(), now() - interval '1 s')";
    await sql("sessions", past);
    expect(await purgePortalSessions(await getDeps())).toMatchObject({ signOuts: 1 });
    expect(await opens(valueOf(gone), { grant: gone.grant })).toBe(false);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as follow } from "@/app/portal/f/[token]/route";
import { GET as getEdits } from "@/app/portal/g/[grant]/api/edits/route";
import { getDeps } from "@/lib/runtime/deps";
import type { Deps } from "@/lib/runtime/deps";
import { readGrantCookie } from "@/lib/http/portal/cookie";
import { endSession, openReturnUrl, openSession, readSession } from "@/lib/usecases/portal/session";
import { archiveFieldOf, NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { keepLog } from "@/tests/contract/v2/http/support";
import { access, atTime, inSeconds, opaqueOf, setPortalEnd, setProvider } from "@/tests/contract/v2/portal/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
let id: string;
let token: string;
/** A link of token mode: random, one for the field, without an expiry. */
let random: string;

beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("links");
  ({ id } = await saved(caller, { application_id: "signed", products: [NEEDS_6] }));
  token = opaqueOf((await access(caller, id)).portal_url);
  const other = await saved(await makeCaller("tokens", "token"), { application_id: "token", products: [NEEDS_6] });
  random = opaqueOf(other.answer.mitigation_portal_url ?? "");
});
afterAll(() => soil.close());

const get = (opaque: string): Promise<Response> => call(follow, null, { method: "GET", params: { token: opaque } });
const isRefused = async (opaque: string, deps?: Deps): Promise<boolean> =>
  "refused" in (await openSession(deps ?? (await getDeps()), opaque));

/** The same text with each of its characters replaced in turn, by its neighbor in the alphabet and by one far off. */
const altered = (text: string): string[] =>
  text
    .split("")
    .flatMap((was, index) =>
      [was === "A" ? "B" : "A", was === "z" ? "y" : "z"].map(
        (now) => text.slice(0, index) + now + text.slice(index + 1),
      ),
    );

describe("following a link", () => {
  it("gives one cookie for its grant and its own address alone, and an address without the link", async () => {
    const response = await get(token);
    expect(response.status).toBe(303);
    const location = response.headers.get("location") ?? "";
    const [, grant = ""] =
      /^\/portal\/g\/([0-9a-f-]{36})\/[0-9a-f-]{36}\?application=[0-9a-f-]{36}$/.exec(location) ?? [];
    expect(grant, location).not.toBe("");
    const cookies = response.headers.getSetCookie();
    expect(new Set(cookies.map((cookie) => cookie.split(";")[0])).size).toBe(1);
    for (const [index, path] of [`/portal/g/${grant}`, `/portal/f/${token}`].entries()) {
      expect(cookies[index]?.replace(/=[^;]+/, "=…")).toMatch(
        new RegExp(`^hedgerow-portal=…; Path=${path}; Max-Age=\\d+; HttpOnly; SameSite=Lax$`),
      );
    }
    expect(cookies).toHaveLength(2);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await response.text()).toBe("");
  });

  it("through TLS marks the cookie as secure", async () => {
    const response = await call(follow, null, {
      method: "GET",
      params: { token },
      headers: { "X-Forwarded-Proto": "https" },
    });
    const cookies = response.headers.getSetCookie();
    for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-hedgerow-portal=[^;]+; .*; Secure$/);
    const [, value = "none", path = ""] = /=([^;]+); Path=([^;]+)/.exec(cookies[0] ?? "") ?? [];
    const grant = path.split("/").at(-1) ?? "";
    // The secure name opens the session, and goes before a plain one that another page may have put beside it.
    for (const header of [
      `__Secure-hedgerow-portal=${value}`,
      `hedgerow-portal=x; __Secure-hedgerow-portal=${value}`,
    ]) {
      expect(await readSession(await getDeps(), { grant, cookie: readGrantCookie(header) })).not.toBeNull();
    }
  });

  it("makes a grant of its own on each device", async () => {
    const [first, second] = [await get(token), await get(token)];
    expect(first.headers.get("location")).not.toBe(second.headers.get("location"));
  });

  it("again on one device goes on with its session until that ends, and never with another link's", async () => {
    const cookieOf = (response: Response): string => response.headers.getSetCookie()[1]?.split(";")[0] ?? "";
    const again = async (opaque: string, cookie: string): Promise<string | null> => {
      const headers = { Cookie: cookie };
      const response = await call(follow, null, { method: "GET", params: { token: opaque }, headers });
      return response.headers.get("location");
    };
    const first = await get(token);
    const [start, cookie] = [first.headers.get("location") ?? "", cookieOf(first)];
    expect(await again(token, cookie)).toBe(start);
    expect(await again(token, `${cookie}x`)).not.toBe(start);
    const { id: other } = await saved(caller, { application_id: "signed-too", products: [NEEDS_6] });
    const another = opaqueOf((await access(caller, other)).portal_url);
    expect(await again(another, cookie)).not.toBe(start);
    const grant = start.split("/")[3] ?? "";
    const deps = await getDeps();
    await endSession(deps, { grant, cookie: cookie.slice("hedgerow-portal=".length) });
    expect(await again(token, cookie)).not.toBe(start);
  });
});

describe("a link that is not exactly what was issued", () => {
  it.each([
    ["signed", () => token],
    ["random", () => random],
  ])("is refused: every character of a %s one", async (_title, text) => {
    const deps = await getDeps();
    expect(await isRefused(text(), deps)).toBe(false);
    for (const wrong of altered(text())) expect(await isRefused(wrong, deps), wrong).toBe(true);
  });

  it("is answered in one way, whatever is wrong with it", async () => {
    const wrongs = [
      "",
      "x",
      token.slice(1),
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      "..",
      `${token}%00`,
      random.slice(2),
    ];
    const answers = await Promise.all(wrongs.map(get));
    for (const response of answers) {
      expect([response.status, response.headers.get("location")]).toEqual([303, "/portal/expired"]);
      expect(response.headers.get("set-cookie")).toBeNull();
    }
  });
});

describe("a link ends", () => {
  it("a minute after its expiry, for clocks differ, and leads back where the provider wants", async () => {
    const back = "https://farm.example/field?id=1";
    const short = opaqueOf((await access(caller, id, { ttl_seconds: 60, return_url: back })).portal_url);
    expect(await atTime(inSeconds(100), () => isRefused(short))).toBe(false);
    expect(await atTime(inSeconds(125), () => isRefused(short))).toBe(true);
    const response = await atTime(inSeconds(125), () => get(short));
    const sealed = new URL(response.headers.get("location") ?? "", "http://x").searchParams.get("back") ?? "";
    expect(sealed).not.toContain("farm.example");
    const deps = await getDeps();
    expect(await openReturnUrl(deps, sealed)).toBe(back);
    for (const wrong of altered(sealed).filter((_each, index) => index % 7 === 0)) {
      expect(await openReturnUrl(deps, wrong)).toBeNull();
    }
  });

  it.each([
    ["the provider's links were revoked", "link_generation", 2, 1],
    ["the provider's portal is off", "portal_enabled", false, true],
  ])("when %s", async (_title, column, to, back) => {
    await setProvider("links", column, to);
    expect(await isRefused(token)).toBe(true);
    await setProvider("links", column, back);
    expect(await isRefused(token)).toBe(false);
  });

  it("when its field is archived, or the field's portal is over", async () => {
    await archiveFieldOf("links", id);
    expect(await isRefused(token)).toBe(true);
    await archiveFieldOf("links", id, false);
    await setPortalEnd("links", id, new Date(Date.now() - 1000));
    expect(await isRefused(token)).toBe(true);
    await setPortalEnd("links", id, inSeconds(86_400 * 300));
    expect(await isRefused(token)).toBe(false);
  });

  it("when the key that signed it leaves the ring, and lives while both keys are in it", async () => {
    const deps = await getDeps();
    const old = deps.env.PORTAL_LINK_KEYS;
    const fresh = { id: "fresh", secret: Buffer.alloc(32, 7) };
    const withKeys = (keys: typeof old): Deps => ({ ...deps, env: { ...deps.env, PORTAL_LINK_KEYS: keys } });
    expect(await isRefused(token, withKeys([fresh, ...old]))).toBe(false);
    expect(await isRefused(token, withKeys([fresh]))).toBe(true);
    expect(await isRefused(token, withKeys([]))).toBe(true);
  });
});

it("no link, cookie or way back is ever in the log", async () => {
  const log = await keepLog();
  const back = "https://farm.example/secret-path";
  const link = opaqueOf((await access(caller, id, { ttl_seconds: 60, return_url: back })).portal_url);
  const opened = await get(link);
  await get(`${link}A`);
  await atTime(inSeconds(200), () => get(link));
  const cookie = /^hedgerow-portal=([^;]+)/.exec(opened.headers.get("set-cookie") ?? "")?.[1] ?? "no cookie";
  const text = JSON.stringify(log);
  expect(log.map(({ route }) => route).filter((route) => route === "/portal/f/{token}")).toHaveLength(3);
  for (const secret of [link, link.slice(0, 40), cookie, cookie.slice(0, 60), "secret-path"]) {
    expect(text).not.toContain(secret);
  }
});

it("a verb that a route does not answer is logged without the name of the session", async () => {
  const log = await keepLog();
  const grant = "0d9bd3b4-8c1f-4c55-9b32-0f6d4d9d7b11";
  const request = new Request(`http://localhost:3000/portal/g/${grant}/api/edits`);
  expect((await getEdits(request, { params: Promise.resolve({ grant }) })).status).toBe(405);
  expect(log.map(({ route }) => route)).toEqual(["/portal/g/{grant}/api/edits"]);
  expect(JSON.stringify(log)).not.toContain(grant);
});

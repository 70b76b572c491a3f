import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyLink } from "@/lib/gateways/portal-links";
import { getDeps } from "@/lib/runtime/deps";
import { openLink } from "@/lib/usecases/portal/open-link";
import { refusedCheck, rowCounts } from "@/tests/contract/v2/esa-check/support";
import { archiveFieldOf, NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import {
  access,
  askAccess,
  atTime,
  inSeconds,
  lock,
  opaqueOf,
  setPortalEnd,
  setProvider,
} from "@/tests/contract/v2/portal/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
let id: string;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("linker");
  ({ id } = await saved(caller, { application_id: "linked", provider_group_id: "group-1" }));
});
afterAll(() => soil.close());

const claimsOf = async (url: string, now = new Date()) => {
  const { env } = await getDeps();
  return verifyLink(env.PORTAL_LINK_KEYS, opaqueOf(url), now);
};
const open = async (url: string) => openLink(await getDeps(), opaqueOf(url));

describe("asking for a portal link", () => {
  it.each([
    ["no body and no content type", {}],
    ["an empty object", { body: {} }],
  ])("with %s gives one of the provider's own lifetime, an hour", async (_title, sent) => {
    const asked = Date.now();
    const response = await askAccess(caller, id, sent);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const found = (await response.json()) as Awaited<ReturnType<typeof access>>;
    expect(found).toEqual({
      success: true,
      portal_url: found.portal_url,
      expires_at: found.expires_at,
      application_event_id: id,
      provider_group_id: "group-1",
      portal_access_mode: "signed_link",
    });
    const lifeS = (Date.parse(found.expires_at) - asked) / 1000;
    expect(lifeS).toBeGreaterThanOrEqual(3600);
    expect(lifeS).toBeLessThan(3610);
    expect(await open(found.portal_url)).toMatchObject({ field: { fieldName: "Home quarter" } });
  });

  it("takes the lifetime that the operator set for the provider", async () => {
    await setProvider("linker", "portal_access_ttl_s", 120);
    const found = await access(caller, id);
    await setProvider("linker", "portal_access_ttl_s", 3600);
    expect((Date.parse(found.expires_at) - Date.now()) / 1000).toBeLessThanOrEqual(120);
  });

  it.each([60, 3600, 86_400])("with ttl_seconds %i gives one that lives so long", async (ttl) => {
    const asked = Date.now();
    const found = await access(caller, id, { ttl_seconds: ttl });
    const lifeS = (Date.parse(found.expires_at) - asked) / 1000;
    expect(lifeS).toBeGreaterThanOrEqual(ttl);
    expect(lifeS).toBeLessThan(ttl + 10);
  });

  it.each([59, 0, -60, 86_401, 60.5, "3600", null])("with ttl_seconds %j is 422", async (ttl) => {
    const found = await refusal(await askAccess(caller, id, { body: { ttl_seconds: ttl } }), 422);
    expect(found.details?.map(({ path }) => path)).toEqual([["ttl_seconds"]]);
  });

  it.each([
    "https://farm.example/fields?id=7#top",
    "http://farm.example",
    "http://localhost:8080/back",
    `https://farm.example/${"x".repeat(2000 - 21)}`,
  ])("keeps the return address in the link: %.60s", async (returnUrl) => {
    const found = await access(caller, id, { return_url: returnUrl });
    expect((await claimsOf(found.portal_url)).claims?.returnUrl).toBe(returnUrl);
  });

  it.each([
    `https://farm.example/${"x".repeat(2001 - 21)}`,
    "javascript:alert(1)",
    "ftp://farm.example/",
    "data:text/html,hello",
    "//farm.example/",
    "/fields/7",
    "farm.example",
    "https://",
    "https://farm.example/\r\nSet-Cookie: a=b",
    "https://farm.example/\u0000",
    "",
    null,
    7,
  ])("refuses the return address %j", async (returnUrl) => {
    const found = await refusal(await askAccess(caller, id, { body: { return_url: returnUrl } }), 422);
    expect(found.details?.every(({ path }) => path[0] === "return_url")).toBe(true);
  });

  it("refuses unknown members, query parameters, another type of body, a bad reference and a stranger", async () => {
    const unknown = await refusal(await askAccess(caller, id, { body: { ttl: 60 } }), 422);
    expect(unknown.details).toMatchObject([{ code: "unrecognized_keys", keys: ["ttl"] }]);
    const query = await refusal(await askAccess(caller, id, { query: "ttl_seconds=60" }), 422);
    expect(query.details).toMatchObject([{ path: ["ttl_seconds"] }]);
    for (const body of [null, [], "x", 60]) await refusal(await askAccess(caller, id, { body }), 422);
    const plain = await askAccess(caller, id, { raw: "ttl_seconds=60", headers: { "Content-Type": "text/plain" } });
    await refusal(plain, 415);
    const reference = await refusal(await askAccess(caller, "linked"), 422);
    expect(reference.details).toMatchObject([{ path: ["application_event_id"] }]);
    expect((await refusal(await askAccess(null, id), 401)).code).toBe("UNAUTHORIZED");
  });

  it("gives a new link at every call; those from before live on", async () => {
    const first = await access(caller, id, { ttl_seconds: 300 });
    const second = await access(caller, id, { ttl_seconds: 600 });
    expect(second.portal_url).not.toBe(first.portal_url);
    expect(await open(first.portal_url)).toHaveProperty("field");
    expect(await open(second.portal_url)).toHaveProperty("field");
  });

  it("gives one that opens the field's group, or the field alone for an application in none", async () => {
    const grouped = await claimsOf((await access(caller, id)).portal_url);
    expect(grouped.claims).toMatchObject({ scope: "group", applicationEventId: id });
    const single = await saved(caller, { application_id: "alone" });
    const found = await access(caller, single.id);
    expect(found.provider_group_id).toBeNull();
    expect((await claimsOf(found.portal_url)).claims).toMatchObject({ scope: "field", applicationEventId: single.id });
  });

  it("is possible while the application is locked: the lock stops edits, not looking", async () => {
    await lock(caller, id, true);
    expect(await open((await access(caller, id)).portal_url)).toHaveProperty("field");
    await lock(caller, id, false);
  });
});

describe("a portal link", () => {
  it("opens until its time and a minute of clock skew, then is refused as expired and still names its return address", async () => {
    const returnUrl = "https://farm.example/fields/7";
    const { portal_url: url } = await access(caller, id, { ttl_seconds: 60, return_url: returnUrl });
    expect(await atTime(inSeconds(110), () => open(url))).toHaveProperty("field");
    expect(await atTime(inSeconds(125), () => open(url))).toMatchObject({ refusal: "expired" });
    expect(await claimsOf(url, inSeconds(125))).toMatchObject({ refusal: "expired", claims: { returnUrl } });
  });

  it("is refused once the provider's links are of another generation", async () => {
    const { portal_url: url } = await access(caller, id);
    await setProvider("linker", "link_generation", 2);
    try {
      expect(await open(url)).toEqual({ refusal: "expired", returnUrl: null });
      expect(await open((await access(caller, id)).portal_url)).toHaveProperty("field");
    } finally {
      await setProvider("linker", "link_generation", 1);
    }
    expect(await open(url)).toHaveProperty("field");
  });

  it("never outlives the portal's own period, and does not say it does", async () => {
    const { id: ending } = await saved(caller, { application_id: "ending" });
    const end = inSeconds(600);
    await setPortalEnd("linker", ending, end);
    const found = await access(caller, ending, { ttl_seconds: 86_400 });
    expect(Math.abs(Date.parse(found.expires_at) - end.getTime())).toBeLessThan(1000);
    expect(await atTime(inSeconds(590), () => open(found.portal_url))).toHaveProperty("field");
    expect(await atTime(inSeconds(601), () => open(found.portal_url))).toMatchObject({ refusal: "expired" });
  });

  it("is refused while the portal is switched off and while the field is archived", async () => {
    const { id: kept } = await saved(caller, { application_id: "kept" });
    const { portal_url: url } = await access(caller, kept);
    await setProvider("linker", "portal_enabled", false);
    expect(await open(url)).toEqual({ refusal: "invalid" });
    await setProvider("linker", "portal_enabled", true);
    await archiveFieldOf("linker", kept);
    expect(await open(url)).toEqual({ refusal: "expired", returnUrl: null });
    await archiveFieldOf("linker", kept, false);
    expect(await open(url)).toHaveProperty("field");
  });

  it("that is no link at all is refused in the same words", async () => {
    for (const text of ["x", "%00", "A".repeat(500), opaqueOf((await access(caller, id)).portal_url).slice(1)]) {
      expect(await openLink(await getDeps(), text)).toEqual({ refusal: "invalid" });
    }
  });
});

describe("a link is refused", () => {
  it("with PORTAL_EXPIRED when the portal's period is over: a new link does not prolong it, a new check does", async () => {
    const { id: over } = await saved(caller, { application_id: "over" });
    for (const end of [inSeconds(-1), null]) {
      await setPortalEnd("linker", over, end);
      const found = await refusal(await askAccess(caller, over, { body: { ttl_seconds: 86_400 } }), 403);
      expect(found).toMatchObject({ code: "PORTAL_EXPIRED", retryable: false });
    }
    await saved(caller, { application_id: "over" });
    await access(caller, over);
  });

  it("with INACTIVE_TOKEN when the portal is switched off, whatever its period", async () => {
    await setProvider("linker", "portal_enabled", false);
    try {
      const found = await refusal(await askAccess(caller, id), 403);
      expect(found).toMatchObject({ code: "INACTIVE_TOKEN", retryable: false });
    } finally {
      await setProvider("linker", "portal_enabled", true);
    }
    await access(caller, id);
  });
});

describe("a provider in token mode", () => {
  it("still gets a signed link that expires, with its mode", async () => {
    const tokens = await makeCaller("tokens", "token");
    const checked = await saved(tokens, { application_id: "tokened" });
    expect(checked.answer.mitigation_portal_url_expires_at).toBeNull();
    const found = await access(tokens, checked.id, { ttl_seconds: 60 });
    expect(found.portal_access_mode).toBe("token");
    expect((await claimsOf(found.portal_url)).claims).toMatchObject({ applicationEventId: checked.id });
    expect(await atTime(inSeconds(125), () => open(found.portal_url))).toMatchObject({ refusal: "expired" });
  });

  it("has one link per field that stays the same over every check and does not expire with time", async () => {
    const tokens = await makeCaller("tokens-2", "token");
    const first = (await saved(tokens, { application_id: "a", provider_field_id: "field" })).answer;
    const second = (await saved(tokens, { application_id: "b", provider_field_id: "field" })).answer;
    const other = (await saved(tokens, { application_id: "c" })).answer;
    const url = first.mitigation_portal_url ?? "";
    expect(second.mitigation_portal_url).toBe(url);
    expect(other.mitigation_portal_url).not.toBe(url);
    expect(await atTime(inSeconds(300 * 86_400), () => open(url))).toHaveProperty("field");
    expect(await atTime(inSeconds(366 * 86_400), () => open(url))).toMatchObject({ refusal: "expired" });
  });

  it("gets 503, and nothing is saved, once the key that sealed its field's link is gone", async () => {
    const tokens = await makeCaller("tokens-3", "token");
    await saved(tokens, { application_id: "sealed" });
    const counts = await rowCounts("tokens-3");
    const { env } = await getDeps();
    const ring = env.PORTAL_LINK_KEYS;
    try {
      for (const id of ["t2", "t1"]) {
        env.PORTAL_LINK_KEYS = [{ id, secret: Buffer.alloc(32, 9) }];
        const found = await refusedCheck(tokens, 503, { application_id: "sealed", products: [NEEDS_6] });
        expect(found).toMatchObject({ code: "PORTAL_SAS_UNCONFIGURED", retryable: false });
      }
    } finally {
      env.PORTAL_LINK_KEYS = ring;
    }
    expect(await rowCounts("tokens-3")).toEqual(counts);
    await saved(tokens, { application_id: "sealed" });
  });
});

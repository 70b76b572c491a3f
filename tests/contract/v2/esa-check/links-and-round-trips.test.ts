import { beforeAll, describe, expect, it } from "vitest";
import { loadGround, check, sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { keepLog, type LogLine } from "@/tests/contract/v2/http/support";
import { NEEDS_4 } from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { NO_ESA, STRYAX } from "@/tests/support/requests";

const DAY_MS = 86_400_000;

let log: LogLine[];
beforeAll(async () => {
  await loadGround();
  log = await keepLog();
});

describe("portal links", () => {
  it("in signed-link mode are new at each check and say when they expire, apart from the portal itself", async () => {
    const caller = await makeCaller("signed");
    const first = await check(caller);
    const linkDays = (Date.parse(first.mitigation_portal_url_expires_at ?? "") - Date.now()) / DAY_MS;
    const portalDays = (Date.parse(first.expires_at ?? "") - Date.now()) / DAY_MS;
    expect(linkDays).toBeCloseTo(30, 1);
    expect([365, 366]).toContain(Math.round(portalDays));
    expect(first.mitigation_portal_url).toMatch(/^http:\/\/localhost:3000\/portal\/f\/[A-Za-z0-9_-]{100,}$/);
  });

  it("in token mode are the same at every check of the field, and do not expire", async () => {
    const caller = await makeCaller("token", "token");
    const first = await check(caller);
    const second = await check(caller, { field_name: "Renamed" });
    const sameField = await check(caller, { application_id: "other", provider_field_id: "application-1" });
    const otherField = await check(caller, { application_id: "elsewhere" });
    expect(first.mitigation_portal_url_expires_at).toBeNull();
    expect(first.mitigation_portal_url).toMatch(/^http:\/\/localhost:3000\/portal\/f\/[A-Za-z0-9_-]{43}$/);
    expect(second.mitigation_portal_url).toBe(first.mitigation_portal_url);
    expect(sameField.mitigation_portal_url).toBe(first.mitigation_portal_url);
    expect(otherField.mitigation_portal_url).not.toBe(first.mitigation_portal_url);
    expect(first.expires_at).toBeDefined();
  });

  it("in token mode are kept as a hash and a sealed copy, never as they are", async () => {
    const caller = await makeCaller("token-kept", "token");
    const token = (await check(caller)).mitigation_portal_url?.split("/").at(-1) ?? "";
    const [row] = await sql<{ token_hash: Buffer; token_sealed: Buffer }>("token-kept", "SELECT * FROM portal_token");
    const kept = Buffer.concat([row?.token_hash ?? Buffer.alloc(0), row?.token_sealed ?? Buffer.alloc(0)]);
    expect(kept.length).toBeGreaterThan(64);
    expect(kept.includes(token) || kept.includes(Buffer.from(token, "base64url"))).toBe(false);
  });
});

describe("messages to the database, caches warm", () => {
  const sent = async (caller: Caller, more: Body) => {
    await check(caller, more);
    return log.at(-1)?.sql;
  };

  it("an early return sends none", async () => {
    const caller = await makeCaller("trips-early");
    await sent(caller, { products: [NO_ESA] });
    expect(await sent(caller, { products: [NO_ESA] })).toBe(0);
    expect(await sent(caller, { products: [NO_ESA], application_id: "another" })).toBe(0);
  });

  it("a check sends at most nine where a label says what a year may have, new or again, small or large", async () => {
    const caller = await makeCaller("trips-check");
    await sent(caller, { application_id: "warm" });
    const large = { include_geometry: true, include_mitigations: true, buffer_distance_miles: 10 };
    const trips = [
      await sent(caller, { application_id: "new" }),
      await sent(caller, { application_id: "new" }),
      await sent(caller, { application_id: "large", ...large, products: Array.from({ length: 100 }, () => STRYAX) }),
      await sent(caller, { application_id: "grouped", provider_group_id: "group-1" }),
    ];
    expect(Math.max(...trips.map((each) => each ?? Infinity))).toBeLessThanOrEqual(9);
  });

  it("a check sends at most eight where none does", async () => {
    const caller = await makeCaller("trips-no-year");
    const products = [NEEDS_4];
    await sent(caller, { application_id: "warm", products });
    expect(await sent(caller, { application_id: "new", products })).toBeLessThanOrEqual(8);
  });

  it("a check in token mode sends no more, though it keeps a token", async () => {
    const caller = await makeCaller("trips-token", "token");
    const products = [NEEDS_4];
    await sent(caller, { application_id: "warm", products });
    expect(await sent(caller, { application_id: "new", products })).toBeLessThanOrEqual(8);
  });
});

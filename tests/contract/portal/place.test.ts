import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shellView } from "@/lib/pages/portal/shell";
import { getDeps } from "@/lib/runtime/deps";
import { inLanguage } from "@/lib/views/language";
import { openFieldYear, type Pick } from "@/lib/usecases/portal/field-year";
import { openBrowser, type Browser } from "@/tests/contract/portal/edits-support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let caller: Caller;
let browser: Browser;
let fieldId: string;
/** The field's applications by a name; `linked` is the one that the link was made for. */
const ids = { early: "", linked: "", latest: "", elsewhere: "" };

const save = async (name: keyof typeof ids, date: string, field = "home"): Promise<void> => {
  const asked = {
    application_id: name,
    application_date: date,
    provider_field_id: field,
    products: [NEEDS_4],
  };
  ids[name] = (await saved(caller, asked)).id;
};

beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("placed");
  await save("early", "2025-05-01");
  await save("linked", "2026-04-01");
  await save("latest", "2026-06-15");
  await save("elsewhere", "2026-06-15", "away");
  browser = await openBrowser(caller, ids.linked);
  const text = "SELECT field_id FROM application WHERE application_event_id = $1";
  fieldId = (await sql<{ field_id: string }>("placed", text, [ids.linked]))[0]?.field_id ?? "";
});
afterAll(() => soil.close());

const open = async (pick: Partial<Pick>, field = fieldId) => {
  const asked = { grant: browser.grant, cookie: browser.cookie.slice(browser.cookie.indexOf("=") + 1), fieldId: field };
  return openFieldYear(await getDeps(), asked, { applicationEventId: null, year: null, ...pick });
};

const nameOf = (id: string | undefined): string | undefined =>
  Object.entries(ids).find(([, known]) => known === id)?.[0];

async function placeOf(pick: Partial<Pick>) {
  const place = (await open(pick))?.place;
  return { picked: nameOf(place?.current?.applicationEventId), year: place?.year };
}

describe("the application that a page shows", () => {
  it.each([
    ["nothing", {}, "linked", 2026],
    ["a year", { year: 2026 }, "latest", 2026],
    ["another year", { year: 2025 }, "early", 2025],
    ["what is no reference", { applicationEventId: "' OR true --" }, "linked", 2026],
    ["what is no reference, and a year", { applicationEventId: "x", year: 2025 }, "early", 2025],
  ] as const)("is, asked for %s, the %s one", async (_, pick, picked, year) => {
    expect(await placeOf(pick)).toEqual({ picked, year });
  });

  it("is the one that was asked for, whatever the year beside it", async () => {
    expect(await placeOf({ applicationEventId: ids.early })).toEqual({ picked: "early", year: 2025 });
    expect(await placeOf({ applicationEventId: ids.early, year: 2026 })).toEqual({ picked: "early", year: 2025 });
    expect(await placeOf({ applicationEventId: ids.latest })).toEqual({ picked: "latest", year: 2026 });
  });

  it("is never another field's", async () => {
    expect(await placeOf({ applicationEventId: ids.elsewhere })).toEqual({ picked: "linked", year: 2026 });
  });

  it("is none in a year without one, which can be picked all the same", async () => {
    const place = (await open({ year: 2024 }))?.place;
    expect(place).toMatchObject({ current: null, scored: null, year: 2024, siblings: [], recentChanges: [] });
    expect(place?.years).toEqual(expect.arrayContaining([2026, 2025, 2024]));
  });

  it("is judged as the compliance answer judges it, and stands beside those that share its measures", async () => {
    const place = (await open({ applicationEventId: ids.latest }))?.place;
    expect(place?.scored?.saved.applicationEventId).toBe(ids.latest);
    expect(place?.siblings.map(({ applicationEventId }) => nameOf(applicationEventId))).toEqual(["linked"]);
    expect(place?.applications.map(({ applicationEventId }) => nameOf(applicationEventId))).toEqual([
      "latest",
      "linked",
      "early",
    ]);
  });
});

describe("the end of a session or a portal", () => {
  it("is named by its day and time at the field: a page may be left open, or kept on a device", async () => {
    const opened = await open({});
    if (opened === null) throw new Error("no place");
    const { session, place } = opened;
    const portalExpiresAt = new Date("2027-05-21T18:30:00Z");
    const field = session.field === null ? null : { ...session.field, portalExpiresAt };
    const titles = (now: string, expiresAt: string) => {
      const deps = { ...session.pass.deps, clock: () => new Date(now) };
      const then = { ...session, field, expiresAt: new Date(expiresAt), pass: { ...session.pass, deps } };
      return shellView(then, place, "overview")
        .banners.filter(({ id }) => id === "ends")
        .map(({ title }) => title);
    };
    expect(titles("2027-05-20T04:00:00Z", "2027-05-20T05:05:00Z")).toEqual([
      "This page closes on May 20, 2027 at 12:05 AM CDT",
    ]);
    expect(titles("2027-05-20T04:00:00Z", "2027-06-20T05:00:00Z")).toEqual([
      "The portal of this field closes on May 21, 2027 at 1:30 PM CDT",
    ]);
    expect(inLanguage("es", () => titles("2027-05-20T04:00:00Z", "2027-05-20T05:05:00Z"))).toEqual([
      "Esta página se cierra el 20 de mayo de 2027, 12:05 am CDT",
    ]);
    expect(titles("2027-05-01T04:00:00Z", "2027-06-20T05:00:00Z")).toEqual([]);
  });
});

describe("a place that is not the session's", () => {
  it("is not opened, whatever was read to find that out", async () => {
    const text = "SELECT field_id FROM application WHERE application_event_id = $1";
    const [other] = await sql<{ field_id: string }>("placed", text, [ids.elsewhere]);
    expect(await open({}, other?.field_id)).toBeNull();
    expect(await open({}, "01a1fffd-3663-7499-b8c0-a6214048b28c")).toBeNull();
    expect(await open({}, "no reference")).toBeNull();
  });
});

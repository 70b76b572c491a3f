import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as postConditions } from "@/app/portal/g/[grant]/api/fields/[fieldId]/drift-conditions/route";
import { POST as postPreview } from "@/app/portal/g/[grant]/api/fields/[fieldId]/drift-preview/route";
import { driftConditionsResponse } from "@/lib/contracts/portal/drift-conditions";
import { driftPreviewResponse } from "@/lib/contracts/portal/drift-preview";
import type { DriftAnswerView } from "@/lib/views/portal/drift";
import { edit, openBrowser, refusedEdit, sendEdit, type Browser } from "@/tests/contract/portal/edits-support";
import { read, saved } from "@/tests/contract/v2/compliance/support";
import { placeOf } from "@/tests/contract/v2/drift/portal";
import { compute, prepareSoundGround, READY, WEST_WIND } from "@/tests/contract/v2/drift/support";
import { snapshot } from "@/tests/contract/v2/esa-check/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

const HOOD = 505;
const COARSE_DROPLETS = 501;

let soil: Connected;
let farm: Caller;
beforeAll(async () => {
  soil = await prepareSoundGround();
  farm = await makeCaller("drift-page");
});
afterAll(() => soil.close());

interface Opened {
  id: string;
  fieldId: string;
  browser: Browser;
}

/** An application of a field of its own, with a browser on it. */
async function open(caller: Caller, name: string): Promise<Opened> {
  const { id } = await saved(caller, { application_id: name, provider_field_id: name, ...READY });
  const { fieldId } = await placeOf(caller, id);
  return { id, fieldId, browser: await openBrowser(caller, id) };
}

type Post = typeof postPreview;
const send = (post: Post, { grant, cookie }: Browser, fieldId: string, body: unknown): Promise<Response> =>
  call(post, null, { body, params: { grant, fieldId }, headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" } });

const moment = (id: string, more: Record<string, unknown> = {}) => ({
  application_event_id: id,
  ...WEST_WIND,
  wind_rose: false,
  ...more,
});

async function preview({ id, fieldId, browser }: Opened, more: Record<string, unknown> = {}): Promise<DriftAnswerView> {
  const response = await send(postPreview, browser, fieldId, moment(id, more));
  const text = await response.text();
  expect(response.status, text.slice(0, 2000)).toBe(200);
  return driftPreviewResponse.parse(JSON.parse(text)).answer;
}

const use = ({ id, fieldId, browser }: Opened, basis: string | null, more: Record<string, unknown> = {}) =>
  send(postConditions, browser, fieldId, moment(id, { basis, ...more }));

const codeOf = async (response: Response, status: number): Promise<string> => {
  const text = await response.text();
  expect(response.status, text.slice(0, 2000)).toBe(status);
  return (JSON.parse(text) as { error: { code: string } }).error.code;
};

const claim = ({ id, fieldId }: Opened, more: Record<string, unknown> = {}) => ({
  kind: "drift_claim",
  fieldId,
  year: 2026,
  applicationEventId: id,
  subOptionId: HOOD,
  base: null,
  claim: { customValue: null, notes: null },
  ...more,
});

describe("a preview of the drift page", () => {
  it("says edge by edge what the API answers, and saves nothing", async () => {
    const opened = await open(farm, "drift-preview");
    const before = await snapshot(farm.providerId);
    const answer = await preview(opened);
    expect(await snapshot(farm.providerId)).toBe(before);
    const { application_time: at } = await compute(farm, opened.id);
    expect(answer.edges.map(({ bufferFt, reason }) => [bufferFt, reason])).toEqual(
      at.edges.map(({ buffer_ft: ft, reason }) => [ft, reason]),
    );
    expect(answer).toMatchObject({ isSaved: false, placement: "buffer", standing: "met", rose: null });
    expect(answer.deposition?.marks).toHaveLength(1);
    expect(answer.rules.length).toBeGreaterThan(0);
  });

  it("makes the whole field buffer under a set-up that breaks a rule, and never says that any of it lies outside", async () => {
    const answer = await preview(await open(farm, "drift-preview-fine"), { droplet_size: "F" });
    expect(answer).toMatchObject({ placement: "open", standing: "not_met", treatablePercent: null });
    expect(answer.area).toMatch(/None of/);
    expect(answer.area).not.toMatch(/lies? outside/);
    expect(answer.map?.treatable).toBeNull();
  });

  it("holds all winds when they are asked for", async () => {
    const { rose } = await preview(await open(farm, "drift-preview-rose"), { wind_rose: true });
    expect(rose?.map(({ windDirectionDeg }) => windDirectionDeg)).toEqual(
      Array.from({ length: 16 }, (_unused, index) => index * 22.5),
    );
  });

  it("refuses wind that is none, and names the member", async () => {
    const { id, fieldId, browser } = await open(farm, "drift-preview-bad");
    const response = await send(postPreview, browser, fieldId, moment(id, { wind_direction_deg: 360 }));
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("wind_direction_deg");
  });

  it("is not there for another field's application, another provider's, or a page of elsewhere", async () => {
    const [own, sibling] = [await open(farm, "drift-own"), await open(farm, "drift-sibling")];
    const other = await makeCaller("drift-page-stranger");
    const stranger = await open(other, "drift-strange");
    for (const post of [postPreview, postConditions] as const) {
      const basis = post === postConditions ? { basis: "0".repeat(64) } : {};
      const ask = (fieldId: string, id: string) => send(post, own.browser, fieldId, moment(id, basis));
      expect((await ask(own.fieldId, sibling.id)).status).toBe(404);
      expect((await ask(own.fieldId, stranger.id)).status).toBe(404);
      expect((await ask(sibling.fieldId, sibling.id)).status).toBe(404);
      expect((await ask(stranger.fieldId, stranger.id)).status).toBe(404);
      const { grant, cookie } = own.browser;
      const foreign = await call(post, null, {
        body: moment(own.id, basis),
        params: { grant, fieldId: own.fieldId },
        headers: { Cookie: cookie, "Sec-Fetch-Site": "cross-site" },
      });
      expect(foreign.status).toBe(403);
    }
    expect((await read(farm, sibling.id)).compliance.drift.last_computation).toBeNull();
    expect((await read(other, stranger.id)).compliance.drift.last_computation).toBeNull();
  });
});

describe("using the conditions", () => {
  it("saves what the preview showed", async () => {
    const opened = await open(farm, "drift-used");
    const { basis } = await preview(opened);
    const response = await use(opened, basis);
    expect(response.status).toBe(200);
    const { saved_at: savedAt } = driftConditionsResponse.parse(await response.json());
    const { drift } = (await read(farm, opened.id)).compliance;
    expect(drift.last_computation?.checked_at).toBe(savedAt);
    expect(drift.weather).toMatchObject({ wind_direction_deg: 270, wind_speed_mph: 8, source: "request" });
  });

  it("is refused when a claim or another computation came between, and taken after a second look", async () => {
    const opened = await open(farm, "drift-stale");
    const first = await preview(opened);
    await edit(opened.browser, claim(opened));
    expect(await codeOf(await use(opened, first.basis), 409)).toBe("BASIS_CHANGED");
    const second = await preview(opened);
    await compute(farm, opened.id, { wind_direction_deg: 90 });
    expect(await codeOf(await use(opened, second.basis), 409)).toBe("BASIS_CHANGED");
    expect((await read(farm, opened.id)).compliance.drift.weather).toMatchObject({ wind_direction_deg: 90 });
    expect((await use(opened, (await preview(opened)).basis)).status).toBe(200);
  });

  it("keeps the time at which the wind was read, and refuses one that is yet to come", async () => {
    const opened = await open(farm, "drift-use-read-at");
    const { basis } = await preview(opened);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await codeOf(await use(opened, basis, { observed_at: later }), 422)).toBe("OBSERVED_LATER");
    const at = "2026-01-02T03:04:00.000Z";
    expect((await use(opened, basis, { observed_at: at })).status).toBe(200);
    expect((await read(farm, opened.id)).compliance.drift.weather).toMatchObject({ observed_at: at });
  });

  it("keeps the time at which the wind was set on the page, up to an hour before it is used", async () => {
    const opened = await open(farm, "drift-use-set-at");
    const { basis } = await preview(opened);
    const now = Date.now();
    const [noted_at, wind_set_at] = [now, now - 59 * 60_000].map((at) => new Date(at).toISOString());
    expect((await use(opened, basis, { noted_at, noted_ms_ago: 20, wind_set_at })).status).toBe(200);
    const { observed_at: observedAt } = (await read(farm, opened.id)).compliance.drift.weather;
    expect(Math.abs(Date.parse(String(observedAt)) - Date.parse(String(wind_set_at)))).toBeLessThan(1000);
    // The page has seen the answer for that reading, so one that is set before another was read may stand in its place.
    const again = (await preview(opened)).basis;
    const earlier = new Date(now - 70 * 60_000).toISOString();
    expect((await use(opened, again, { noted_at, noted_ms_ago: 20, wind_set_at: earlier })).status).toBe(200);
  });

  it("is refused under a lock and without a basis", async () => {
    const opened = await open(farm, "drift-use-locked");
    const { basis } = await preview(opened);
    expect((await use(opened, null)).status).toBe(422);
    await lock(farm, opened.id, true);
    expect(await codeOf(await use(opened, basis), 423)).toBe("LOCKED");
    expect((await read(farm, opened.id)).compliance.drift.last_computation).toBeNull();
  });
});

describe("conditions noted without a network", () => {
  const note = ({ id, fieldId, browser }: Opened, at: string, key: string, more: Record<string, unknown> = {}) =>
    call(postConditions, null, {
      body: moment(id, { noted_at: at, ...more }),
      params: { grant: browser.grant, fieldId },
      headers: { Cookie: browser.cookie, "Sec-Fetch-Site": "same-origin", "Idempotency-Key": key },
    });
  const weatherOf = async ({ id }: Opened) => (await read(farm, id)).compliance.drift.weather;

  it("go on record with the time of the note, worked out on what is saved by then, and once", async () => {
    const opened = await open(farm, "drift-noted");
    await edit(opened.browser, claim(opened));
    const [at, key] = ["2026-01-02T03:04:05.000Z", randomUUID()];
    const first = driftConditionsResponse.parse(await (await note(opened, at, key)).json());
    const { compliance } = await read(farm, opened.id);
    expect(compliance.drift.weather).toMatchObject({ observed_at: at, wind_direction_deg: 270 });
    expect(JSON.stringify(compliance.drift)).toContain("MANUAL_DRIFT_PRACTICE_UNVERIFIED");
    const again = driftConditionsResponse.parse(await (await note(opened, at, key)).json());
    expect(again).toEqual(first);
    await compute(farm, opened.id, { wind_direction_deg: 90 });
    expect((await note(opened, at, key)).status, "it was saved, whatever came later").toBe(200);
    expect(await weatherOf(opened)).toMatchObject({ wind_direction_deg: 90 });
  });

  it("give way to any that were read later, and are refused under a lock", async () => {
    const opened = await open(farm, "drift-noted-late");
    await compute(farm, opened.id, { wind_direction_deg: 90 });
    expect(await codeOf(await note(opened, "2026-01-02T03:04:05.000Z", randomUUID()), 409)).toBe("READ_LATER");
    await lock(farm, opened.id, true);
    const ahead = new Date(Date.now() + 7_200_000).toISOString();
    expect(await codeOf(await note(opened, ahead, randomUUID()), 423)).toBe("LOCKED");
    await lock(farm, opened.id, false);
    // A clock that runs ahead counts as now.
    expect((await note(opened, ahead, randomUUID())).status).toBe(200);
    const weather = await weatherOf(opened);
    expect(weather).toMatchObject({ wind_direction_deg: 270 });
    expect(Date.parse(String(weather.observed_at))).toBeLessThan(Date.parse(ahead) - 7_000_000);
  });

  it("are of when their wind was set, and never newer than the note, on a device whose clock is off", async () => {
    const opened = await open(farm, "drift-noted-off");
    const MINUTE_MS = 60_000;
    const now = Date.now();
    const at = (minutesAgo: number): string => new Date(now - minutesAgo * MINUTE_MS).toISOString();
    // Set at 70 minutes ago, noted 20 minutes later, and sent now: on a clock that is two hours ahead.
    const told = { noted_ms_ago: 50 * MINUTE_MS, wind_set_at: at(70 - 120) };
    expect(await codeOf(await note(opened, at(50 - 120), randomUUID(), { ...told, observed_at: at(45) }), 422)).toBe(
      "OBSERVED_LATER",
    );
    expect((await note(opened, at(50 - 120), randomUUID(), told)).status).toBe(200);
    const { observed_at: observedAt } = await weatherOf(opened);
    expect(Math.abs(Date.parse(String(observedAt)) - Date.parse(at(70)))).toBeLessThan(5000);
    // A wind that was set before stands against no later reading, whenever it was noted.
    const late = { noted_ms_ago: 0, wind_set_at: at(75) };
    expect(await codeOf(await note(opened, at(0), randomUUID(), late), 409)).toBe("READ_LATER");
    // The same reading with another set-up: its moment differs by seconds.
    const same = { noted_ms_ago: 0, wind_set_at: at(70.05), droplet_size: "UC" };
    expect((await note(opened, at(0), randomUUID(), same)).status).toBe(200);
  });
});

describe("a claimed practice", () => {
  it("counts, stays unverified, has its line in the history and is taken back by undo", async () => {
    const opened = await open(farm, "drift-claim");
    const { changeId, live } = await edit(opened.browser, claim(opened));
    expect(live.changes[0]).toMatchObject({ text: "Claimed “Over-the-top hooded sprayer”", canUndo: true });
    const claimed = await preview(opened);
    expect(claimed.practices.find(({ id }) => id === HOOD)).toMatchObject({ standing: "claimed" });
    expect(claimed.issues.map(({ code }) => code)).toContain("MANUAL_DRIFT_PRACTICE_UNVERIFIED");
    expect(claimed.standing).toBe("indeterminate");
    const { fieldId, year, applicationEventId } = claim(opened);
    await edit(opened.browser, { kind: "undo", fieldId, year, applicationEventId, changeId });
    expect((await preview(opened)).practices.find(({ id }) => id === HOOD)).toMatchObject({ standing: "not_in_use" });
  });

  it("that is sent twice is made once, and one made on another state is refused with nothing changed", async () => {
    const opened = await open(farm, "drift-claim-twice");
    await edit(opened.browser, claim(opened));
    expect((await edit(opened.browser, claim(opened))).changeId).toBeNull();
    const mine = { customValue: null, notes: "mine" };
    const { error } = await refusedEdit(opened.browser, claim(opened, { claim: mine }), { status: 409 });
    expect(error.code).toBe("CHANGED");
  });

  it("is refused under a lock, for what the set-up shows by itself, and for another field's application", async () => {
    const [opened, other] = [await open(farm, "drift-claim-locked"), await open(farm, "drift-claim-other")];
    await refusedEdit(opened.browser, claim(opened, { subOptionId: COARSE_DROPLETS }), { status: 422 });
    expect((await sendEdit(opened.browser, claim(other))).status).toBe(404);
    expect((await sendEdit(opened.browser, claim(opened, { applicationEventId: other.id }))).status).toBe(404);
    await lock(farm, opened.id, true);
    await refusedEdit(opened.browser, claim(opened), { status: 423 });
  });
});

import type * as Clock from "@/lib/portal-client/server-clock";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const SERVED = Date.parse("2027-05-20T12:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How the device's clock and the time that its page has run stand to each other: a sleep moves the first alone. */
let sleptMs = 0;
/** The true time, which is the server's. */
let trueMs = SERVED;
let aheadMs = 0;
const pass = (ms: number): void => {
  trueMs += ms;
  vi.setSystemTime(trueMs + aheadMs);
};
const sleep = (ms: number): void => {
  sleptMs += ms;
  pass(ms);
};
const setClock = (ahead: number): void => {
  aheadMs = ahead;
  pass(0);
};

/** A page that has asked what time it is, on a device whose clock is `ahead` ahead; `answer` comes between asking and the answer. */
async function pageOn(ahead: number, answer: () => void = () => pass(300), before?: (page: typeof Clock) => void) {
  vi.resetModules();
  [sleptMs, trueMs, aheadMs] = [0, SERVED, ahead];
  pass(0);
  vi.spyOn(performance, "now").mockImplementation(() => trueMs - SERVED - sleptMs);
  const [page, view] = [new EventTarget(), new EventTarget()];
  vi.stubGlobal("document", Object.assign(page, { visibilityState: "visible" }));
  vi.stubGlobal("window", view);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async () => {
    const headers = new Headers({ Date: new Date(trueMs).toUTCString() });
    answer();
    return Promise.resolve(new Response("{}", { headers }));
  });
  const clock = await import("@/lib/portal-client/server-clock");
  before?.(clock);
  const told = vi.fn();
  clock.watchServerClock(told);
  const stop = clock.keepServerClock();
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  return { ...clock, page, told, stop };
}
const offMs = (now: number): number => now - trueMs;

describe("the server's clock on a page", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it.each([60, 5, 0, -90])("is known on a device that is %s minutes ahead", async (ahead) => {
    const { serverNow, notedNow } = await pageOn(ahead * MINUTE_MS);
    pass(30 * MINUTE_MS);
    expect(Math.abs(offMs(serverNow()))).toBeLessThan(2000);
    expect(notedNow()).toBe(serverNow());
  });

  it("is never made earlier by an answer that was long in coming, or by a sleep before it", async () => {
    const { serverNow } = await pageOn(60 * MINUTE_MS, () => sleep(2 * HOUR_MS));
    expect(offMs(serverNow())).toBeGreaterThanOrEqual(-1000);
  });

  it.each([
    ["set right after a sleep that hides it", HOUR_MS, HOUR_MS, 0],
    ["set back", HOUR_MS, 0, 0],
    ["set forward", -HOUR_MS, 0, 0],
    ["set back further", -HOUR_MS, 0, -90 * MINUTE_MS],
  ])(
    "on a clock that is %s an old wind is no new one, and a note is of no later time",
    async (_how, ahead, slept, after) => {
      const { serverNow, notedNow, page, told } = await pageOn(ahead);
      pass(10 * MINUTE_MS);
      sleep(slept);
      setClock(after);
      expect(notedNow()).toBeLessThanOrEqual(serverNow());
      // What a device that sleeps and is set in one go hides is found once the page is seen again.
      told.mockClear();
      page.dispatchEvent(new Event("visibilitychange"));
      await vi.waitFor(() => expect(told).toHaveBeenCalled());
      expect(Math.abs(offMs(serverNow()))).toBeLessThan(2000);
      expect(Math.abs(offMs(notedNow()))).toBeLessThan(2000);
    },
  );

  it.each([HOUR_MS, -HOUR_MS])("in doubt is the later for a wind's age, and the earlier for a note", async (ahead) => {
    const { serverNow, notedNow } = await pageOn(ahead);
    setClock(0);
    expect(offMs(serverNow())).toBeGreaterThanOrEqual(-1000);
    expect(offMs(notedNow())).toBeLessThanOrEqual(0);
  });

  it("is the device's own where there is no network", async () => {
    const { page, serverNow, told } = await pageOn(0);
    told.mockClear();
    vi.stubGlobal("navigator", { onLine: false });
    page.dispatchEvent(new Event("visibilitychange"));
    expect(told).not.toHaveBeenCalled();
    expect(Math.abs(offMs(serverNow()))).toBeLessThan(2000);
  });

  it.each([60, 0, -90])("tells when a wind was set, on a device that is %s minutes ahead", async (ahead) => {
    const { momentNow, notedTimes } = await pageOn(ahead * MINUTE_MS);
    const setMs = trueMs;
    const wind = momentNow();
    pass(59 * MINUTE_MS);
    const { notedAt, windSetAt } = notedTimes(wind);
    expect(Math.abs(offMs(Date.parse(notedAt)))).toBeLessThan(2000);
    expect(Math.abs(Date.parse(windSetAt) - setMs)).toBeLessThan(2000);
  });

  it.each([
    ["the clock is set back", 0, -HOUR_MS],
    ["the clock is set forward", 0, HOUR_MS],
    ["a clock that was ahead is set right", HOUR_MS, 0],
    ["a clock that was behind is set right", -HOUR_MS, 0],
  ])("never tells a later time than when it was set, where %s between", async (_how, ahead, after) => {
    const { momentNow, notedTimes } = await pageOn(ahead);
    const setMs = trueMs;
    const wind = momentNow();
    pass(20 * MINUTE_MS);
    setClock(after);
    expect(wind.agoMs()).toBeGreaterThanOrEqual(20 * MINUTE_MS);
    expect(Date.parse(notedTimes(wind).windSetAt)).toBeLessThanOrEqual(setMs + 1000);
  });

  it.each([
    ["ahead", HOUR_MS],
    ["behind", -HOUR_MS],
  ])("knows how long ago a wind was set, though only then it learns that it is %s", async (_how, ahead) => {
    let wind: Clock.WindMoment | null = null;
    const set = ({ momentNow }: typeof Clock): void => {
      wind = momentNow();
      pass(10 * MINUTE_MS);
    };
    const { notedTimes } = await pageOn(ahead, undefined, set);
    pass(10 * MINUTE_MS);
    const { windSetAt } = notedTimes(wind);
    expect(Math.abs(offMs(Date.parse(windSetAt)) + 20 * MINUTE_MS)).toBeLessThan(2000);
  });

  it("takes a wind for as old as a sleep was long", async () => {
    const { momentNow } = await pageOn(0);
    const wind = momentNow();
    sleep(2 * HOUR_MS);
    expect(Math.abs(wind.agoMs() - 2 * HOUR_MS)).toBeLessThan(1000);
  });

  it("notes a wind that nothing dates as of now", async () => {
    const { notedTimes } = await pageOn(0);
    const { notedAt, windSetAt } = notedTimes(null);
    expect(windSetAt).toBe(notedAt);
  });
});

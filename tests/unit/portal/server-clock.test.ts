import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const SERVED = Date.parse("2027-05-20T12:00:00Z");
const MINUTE_MS = 60_000;

/** A page on a device whose clock is `ahead` minutes ahead; its script runs two seconds after it was asked for, and it was made within these. */
async function pageOn(ahead: number) {
  vi.resetModules();
  vi.setSystemTime(SERVED + ahead * MINUTE_MS - 1000);
  vi.spyOn(performance, "now").mockImplementation(() => Date.now() - (SERVED + ahead * MINUTE_MS - 1000));
  vi.advanceTimersByTime(2000);
  return import("@/lib/portal-client/server-clock");
}
const minutesOff = (now: number): number => Math.round((now - Date.now()) / MINUTE_MS);

describe("the server's clock on a page", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout"] }));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it.each([60, 5, 0, -90])("is known on a device that is %s minutes ahead", async (ahead) => {
    const { learnServerClock, serverNow } = await pageOn(ahead);
    expect(minutesOff(serverNow()), "nothing is known").toBe(0);
    learnServerClock(new Date(SERVED).toISOString());
    expect(minutesOff(serverNow()) + ahead).toBe(0);
    expect(serverNow(), "never earlier than it is").toBeGreaterThanOrEqual(SERVED + 1000);
    vi.advanceTimersByTime(30 * MINUTE_MS);
    expect(serverNow()).toBeGreaterThanOrEqual(SERVED + 30 * MINUTE_MS + 1000);
  });

  it("is of the page as it came: one that was brought up to date says nothing new", async () => {
    const { learnServerClock, serverNow } = await pageOn(60);
    learnServerClock(new Date(SERVED).toISOString());
    vi.advanceTimersByTime(45 * MINUTE_MS);
    learnServerClock(new Date(SERVED + 45 * MINUTE_MS).toISOString());
    expect(Math.abs(serverNow() - SERVED - 45 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
  });

  it("is the device's own once that was set back: by what was known before, an old wind would be new", async () => {
    const { learnServerClock, serverNow } = await pageOn(60);
    learnServerClock(new Date(SERVED).toISOString());
    vi.setSystemTime(SERVED + 10 * MINUTE_MS);
    vi.spyOn(performance, "now").mockReturnValue(10 * MINUTE_MS);
    expect(serverNow()).toBe(Date.now());
  });

  it("tells who waits for it", async () => {
    const { learnServerClock, watchServerClock } = await pageOn(60);
    const told = vi.fn();
    const stop = watchServerClock(told);
    learnServerClock(new Date(SERVED).toISOString());
    expect(told).toHaveBeenCalledOnce();
    stop();
  });
});

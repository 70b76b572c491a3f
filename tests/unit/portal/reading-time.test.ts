import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readingTime } from "@/lib/usecases/portal/reading-time";

const NOW = new Date("2027-05-20T14:00:00Z");
const MINUTE_MS = 60_000;
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * MINUTE_MS);
const at = (...told: Parameters<typeof readingTime>): number | undefined => readingTime(...told)?.getTime();

describe("when a wind was read", () => {
  it.each([
    ["is when it was set, where it is noted at once", { notedAt: ago(0), notedMsAgo: 0, windSetAt: ago(59) }, 59],
    [
      "is when it was set, of a note that waited",
      { notedAt: ago(30), notedMsAgo: 30 * MINUTE_MS, windSetAt: ago(70) },
      70,
    ],
    ["is when it was noted, as an earlier page tells it", { notedAt: ago(30) }, 30],
    ["is now where nothing tells it", {}, 0],
    // Set an hour before it was noted at noon, and sent two hours later, on a clock that is two hours ahead.
    ["is no later on a clock that is ahead", { notedAt: ago(0), notedMsAgo: 120 * MINUTE_MS, windSetAt: ago(60) }, 180],
    [
      "is no later than now on a clock that is far ahead",
      { notedAt: ago(-300), notedMsAgo: 0, windSetAt: ago(-300) },
      0,
    ],
    ["is as long before its note there", { notedAt: ago(-300), notedMsAgo: 0, windSetAt: ago(-260) }, 40],
    [
      "is in doubt earlier on a clock that is behind",
      { notedAt: ago(90), notedMsAgo: 30 * MINUTE_MS, windSetAt: ago(95) },
      95,
    ],
    ["is what its reader tells", { observedAt: ago(200), notedAt: ago(0), windSetAt: ago(5) }, 200],
  ])("%s", (_, told, minutes) => {
    expect(at(told, NOW)).toBe(ago(minutes).getTime());
  });

  it("is none after it was noted, but for what clocks differ by", () => {
    const noted = { notedAt: ago(60), notedMsAgo: 60 * MINUTE_MS, windSetAt: ago(60) };
    expect(readingTime({ ...noted, observedAt: ago(50) }, NOW)).toBeNull();
    expect(readingTime({ ...noted, observedAt: ago(59) }, NOW)).toEqual(ago(59));
    expect(readingTime({ observedAt: ago(-3) }, NOW)).toBeNull();
    expect(readingTime({ observedAt: ago(-1) }, NOW)).toEqual(ago(-1));
  });

  it("is what its reader tells, also where the device's clock was set forward while the note waited", () => {
    // Noted 30 minutes ago; the clock is an hour further since.
    const noted = { notedAt: ago(30), notedMsAgo: 90 * MINUTE_MS };
    expect(readingTime({ ...noted, observedAt: ago(35) }, NOW)).toEqual(ago(35));
    expect(readingTime({ ...noted, observedAt: ago(27) }, NOW)).toBeNull();
    // A note of a clock that is ahead tells nothing, and makes no time right that is still to come.
    expect(readingTime({ notedAt: ago(-60), notedMsAgo: 60 * MINUTE_MS, observedAt: ago(50) }, NOW)).toBeNull();
    expect(readingTime({ notedAt: ago(-60), notedMsAgo: 0, observedAt: ago(-3) }, NOW)).toBeNull();
    expect(readingTime({ notedAt: ago(-1.9), notedMsAgo: 0, observedAt: ago(-3) }, NOW)).toBeNull();
  });

  it("is at most a century ago where the page dates it", () => {
    const first = new Date("0001-01-01T00:00:00.000Z");
    for (const times of [{ windSetAt: first }, { notedAt: first }, { notedAt: ago(-60), windSetAt: first }]) {
      expect(readingTime(times, NOW)?.getUTCFullYear()).toBe(1927);
    }
  });

  it("is never later than its note, whatever a device's clock says, and is as long before it as it was set", () => {
    const minutes = fc.integer({ min: 0, max: 600 });
    const off = fc.integer({ min: -6000, max: 6000 });
    fc.assert(
      fc.property(minutes, minutes, off, (waited, before, ahead) => {
        const told = {
          notedAt: ago(waited - ahead),
          notedMsAgo: waited * MINUTE_MS,
          windSetAt: ago(waited - ahead + before),
        };
        const found = at(told, NOW) ?? Number.NaN;
        expect(found).toBeLessThanOrEqual(ago(waited + before).getTime());
        if (ahead >= 0) expect(found).toBe(ago(waited + before).getTime());
      }),
    );
  });
});

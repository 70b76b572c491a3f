import { describe, expect, test } from "vitest";
import { sunEvent } from "@/lib/engine/conditions/daylight";
import { noaaEvent } from "@/tests/unit/engine/conditions/noaa";

/** Sunrise and sunset of the United States Naval Observatory's definition, which are published to the minute; two are allowed. */
const TOLERANCE_MS = 2 * 60_000;
const DAY_MS = 86_400_000;

describe("sunrise and sunset", () => {
  test.each([
    { place: "Greenwich at the equinox", at: [0, 51.48], noon: "2026-03-20T12:00:00Z", rise: "06:04", set: "18:13" },
    { place: "the equator in June", at: [0, 0], noon: "2026-06-21T12:00:00Z", rise: "05:58", set: "18:06" },
  ] as const)("$place", ({ at, noon, rise, set }) => {
    const day = noon.slice(0, 10);
    const noonMs = Date.parse(noon);
    expect(Math.abs((sunEvent("sunrise", noonMs, at) ?? 0) - Date.parse(`${day}T${rise}:00Z`))).toBeLessThan(
      TOLERANCE_MS,
    );
    expect(Math.abs((sunEvent("sunset", noonMs, at) ?? 0) - Date.parse(`${day}T${set}:00Z`))).toBeLessThan(
      TOLERANCE_MS,
    );
  });

  test("is within ten seconds of NOAA's formulas all over the country and the year, at any hour of the solar day", () => {
    let worstMs = 0;
    for (let dayMs = Date.UTC(2026, 0, 1); dayMs < Date.UTC(2027, 0, 1); dayMs += 5 * DAY_MS) {
      for (const place of [
        [-66, 18.2],
        [-81, 25.5],
        [-93.6, 42],
        [-124, 48.5],
        [-147.7, 64.8],
      ] as const) {
        for (const event of ["sunrise", "sunset"] as const) {
          const ours = [0.01, 0.5, 0.99].map((share) =>
            sunEvent(event, dayMs + (share - place[0] / 360) * DAY_MS, place),
          );
          expect(new Set(ours).size).toBe(1);
          worstMs = Math.max(worstMs, Math.abs((ours[0] ?? Infinity) - noaaEvent(event, dayMs, place)));
        }
      }
    }
    expect(worstMs).toBeLessThan(10_000);
  });

  test("there is none in the polar night", () => {
    expect(sunEvent("sunrise", Date.parse("2026-12-21T12:00:00Z"), [20, 75])).toBeNull();
  });

  test("rise is before the moment and set after it at midday, wherever it is in the country", () => {
    for (const lon of [-124, -93.6, -67]) {
      const noonMs = Date.parse("2026-05-15T12:00:00Z") - (lon / 15) * 3_600_000;
      expect(sunEvent("sunrise", noonMs, [lon, 42]) ?? Infinity).toBeLessThan(noonMs);
      expect(sunEvent("sunset", noonMs, [lon, 42]) ?? 0).toBeGreaterThan(noonMs);
    }
  });
});

import { describe, expect, test } from "vitest";
import { sunEvent } from "@/lib/engine/conditions/daylight";

/** Sunrise and sunset of the United States Naval Observatory's definition; two minutes are allowed. */
const TOLERANCE_MS = 2 * 60_000;

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

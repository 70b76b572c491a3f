import { describe, expect, it } from "vitest";
import type { LonLat } from "@/lib/engine/conditions/facts";
import { longestDryHours, momentReasons } from "@/lib/engine/windows/moments";
import { productOf, ratedOf } from "../facts";

const [STRYAX, ENLIST] = [ratedOf(productOf("264-1241")), ratedOf(productOf("62719-695"))];

/** Illinois, where the sun sets at 8:28 PM on June 15: the label's part of the day ends two hours before, at 6:28 PM. */
const PLACE: LonLat = [-90, 40];
const hourAt = (hour: number) => new Date(Date.UTC(2026, 5, 15, hour + 5));

const reasonsOf = (
  condition: string,
  {
    hour = 12,
    place = PLACE,
    hoursToRain = null,
  }: { hour?: number; place?: LonLat | null; hoursToRain?: number | null } = {},
): string[] => {
  const ruleId = `product:264-1241:condition:${condition}`;
  const unjudged = [{ productIndex: 0, ruleId, text: "", source: "" }];
  return momentReasons(unjudged, [STRYAX], { startsAt: hourAt(hour), place, hoursToRain }).map(({ why }) => why);
};

describe("a condition that a computation leaves open, of an hour of a forecast", () => {
  it("about the part of the day holds to the end of the hour", () => {
    expect(reasonsOf("time-of-day", { hour: 17 })).toEqual([]);
    expect(reasonsOf("time-of-day", { hour: 18 })).toEqual(["ends_outside"]);
  });

  it("about the part of the day is not known without a place, and where the sun does not set", () => {
    expect(reasonsOf("time-of-day", { place: null })).toEqual(["value_missing"]);
    expect(reasonsOf("time-of-day", { place: [-90, 80] })).toEqual(["value_missing"]);
  });

  it("about rain is kept where the forecast says when rain comes, and not known where it does not", () => {
    expect(reasonsOf("rain", { hoursToRain: 1 })).toEqual([]);
    expect(reasonsOf("rain")).toEqual(["value_missing"]);
  });

  it("about a high is not known, and one that no weather answers is no reason", () => {
    expect(reasonsOf("forecast-day", { hoursToRain: 1 })).toEqual(["value_missing"]);
    expect(reasonsOf("sensitive-plants")).toEqual([]);
  });

  it("is found on the label of the product that it is about, wherever that stands in the mix", () => {
    const ruleId = "product:62719-695:condition:rain";
    const open = momentReasons(
      [{ productIndex: 1, ruleId, text: "", source: "" }],
      [STRYAX, { ...ENLIST, productIndex: 1 }],
      {
        startsAt: hourAt(12),
        place: PLACE,
        hoursToRain: null,
      },
    );
    expect(open.map(({ why }) => why)).toEqual(["value_missing"]);
  });
});

it("asks for no rain for as long as the label of the mix that asks longest", () => {
  // Stryax: not during rain. Enlist One: none within 48 hours.
  expect(longestDryHours([STRYAX])).toBe(0);
  expect(longestDryHours([STRYAX, ENLIST, { record: null }])).toBe(48);
});

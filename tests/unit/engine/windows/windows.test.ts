import { describe, expect, it } from "vitest";
import { FORECAST_HOURS, HOUR_MS, type Forecast, type ForecastHour } from "@/lib/domain/forecast";
import type { SprayHour } from "@/lib/domain/spray-windows";
import { hourAirs } from "@/lib/engine/windows/hour-air";
import { mayBeInverted } from "@/lib/engine/windows/inversion";
import { nextBetter, rankWindows } from "@/lib/engine/windows/rank";
import { windowsSummary } from "@/lib/views/spray-windows";
import { forecastHour } from "@/tests/support/forecast-hour";

/** Noon of a day in June in Illinois. */
const START_MS = Date.UTC(2026, 5, 15, 17);
const PLACE = [-90, 40] as const;

const hourAt = (index: number, more: Partial<ForecastHour> = {}): ForecastHour =>
  forecastHour(new Date(START_MS + index * HOUR_MS), more);

const forecastOf = (
  change: (index: number) => Partial<ForecastHour> = () => ({}),
  highs: Forecast["highs"] = [],
): Forecast => ({
  source: "nws",
  issuedAt: new Date(START_MS),
  readAt: new Date(START_MS),
  timeZone: "America/Chicago",
  hours: Array.from({ length: FORECAST_HOURS }, (_unused, index) => hourAt(index, change(index))),
  highs,
});

describe("an hour of a forecast in the words of an application", () => {
  it("has the day and the planned start of the field's own clock", () => {
    const airs = hourAirs(forecastOf(), 0);
    expect(airs[0]).toMatchObject({ date: "2026-06-15", details: { plannedStartAt: "2026-06-15T17:00:00.000Z" } });
    expect(airs[11]?.date).toBe("2026-06-15");
    expect(airs[12]?.date).toBe("2026-06-16");
  });

  it("knows a day's high where the source names it or the whole day is forecast, and not otherwise", () => {
    const airs = hourAirs(
      forecastOf((index) => ({ temperatureF: index === 20 ? 91 : 70 })),
      0,
    );
    // Today began before the forecast; the day after tomorrow is whole.
    expect(airs[0]?.details).toMatchObject({ forecastHighF: null, forecastNextDayHighF: 91 });
    expect(airs[12]?.details).toMatchObject({ forecastHighF: 91, forecastNextDayHighF: 70 });
    expect(airs.at(-1)?.details).toMatchObject({ forecastHighF: null, forecastNextDayHighF: null });
    const gap = hourAirs(
      forecastOf((index) => ({ temperatureF: index === 20 ? null : 70 })),
      0,
    );
    expect(gap[12]?.details.forecastHighF).toBeNull();
    const named = hourAirs(
      forecastOf(
        (index) => ({ temperatureF: index === 20 ? null : 70 }),
        [
          { startsAt: new Date(START_MS - 4 * HOUR_MS), endsAt: new Date(START_MS + 9 * HOUR_MS), temperatureF: 88 },
          { startsAt: new Date(START_MS + 20 * HOUR_MS), endsAt: new Date(START_MS + 33 * HOUR_MS), temperatureF: 60 },
        ],
      ),
      0,
    );
    // A high that is below an hour of its own day is not one.
    expect(named[0]?.details).toMatchObject({ forecastHighF: 88, forecastNextDayHighF: 70 });
  });

  it("has a day that begins or ends outside of the forecast for no whole one, and one changed by the clock for whole", () => {
    const from = (startsAt: number) =>
      hourAirs(
        {
          ...forecastOf(),
          hours: Array.from({ length: 168 }, (_, index) => forecastHour(new Date(startsAt + index * HOUR_MS))),
        },
        0,
      );
    // From 1 AM on, the first hour of the day is missing; from 11 PM on, the last of the last day.
    expect(from(Date.UTC(2026, 5, 15, 6))[0]?.details).toMatchObject({ forecastHighF: null, forecastNextDayHighF: 70 });
    expect(from(Date.UTC(2026, 5, 16, 4)).at(-1)?.details.forecastHighF).toBeNull();
    // A forecast without one hour of the morning.
    const whole = forecastOf();
    const gap = { ...whole, hours: whole.hours.filter((_hour, index) => index !== 30) };
    expect(hourAirs(whole, 0)[0]?.details.forecastNextDayHighF).toBe(70);
    expect(hourAirs(gap, 0)[0]?.details.forecastNextDayHighF).toBeNull();
    // The clock goes forward on March 14, which has 23 hours from midnight on.
    expect(from(Date.UTC(2027, 2, 14, 6))[0]?.details.forecastHighF).toBe(70);
  });

  it("counts the hours to rain, and is dry only as far as the forecast reaches", () => {
    const rainy = hourAirs(
      forecastOf((index) => (index === 60 ? { rainChancePercent: 50 } : {})),
      48,
    );
    expect(rainy[0]?.details.rainExpectedInHours).toBe(60);
    expect(rainy[60]?.details.rainExpectedInHours).toBe(0);
    expect(rainy[61]?.details.rainExpectedInHours).toBe(107);
    expect(rainy[119]?.details.rainExpectedInHours).toBe(49);
    expect(rainy[120]?.details.rainExpectedInHours).toBeNull();
    const measured = hourAirs(
      // A hundredth of an inch.
      forecastOf((index) => (index === 5 ? { rainMm: 0.254, rainChancePercent: 20 } : {})),
      48,
    );
    expect(measured[0]?.details.rainExpectedInHours).toBe(5);
    const gap = hourAirs(
      forecastOf((index) => (index === 10 ? { rainChancePercent: null } : {})),
      48,
    );
    expect(gap[0]?.details.rainExpectedInHours).toBeNull();
    expect(
      hourAirs(
        forecastOf((index) => (index === 10 ? { rainChancePercent: null } : {})),
        5,
      )[0]?.details,
    ).toMatchObject({ rainExpectedInHours: 10 });
  });

  it("adds up the amounts of hours that have little each, as of a span that is spread over them", () => {
    // 1.2 mm in six hours is 0.2 mm in each: less than a gauge measures in one, and a wet field after two.
    const drizzle = hourAirs(
      forecastOf((index) => (index >= 20 && index < 26 ? { rainMm: 0.2, rainChancePercent: 45 } : {})),
      48,
    );
    expect(drizzle[0]?.details.rainExpectedInHours).toBe(21);
    expect(drizzle[21]?.details.rainExpectedInHours).toBe(1);
    // What is left of it is too little.
    expect(drizzle[25]?.details.rainExpectedInHours).toBe(143);
    const trace = hourAirs(
      forecastOf((index) => (index === 20 ? { rainMm: 0.2, rainChancePercent: 20 } : {})),
      48,
    );
    expect(trace[0]?.details.rainExpectedInHours).toBe(168);
  });

  it("has no weather without wind, of either kind", () => {
    const airs = hourAirs(
      forecastOf((index) => (index === 0 ? { windSpeedMph: null } : index === 1 ? { windDirectionDeg: null } : {})),
      0,
    );
    expect(airs.slice(0, 3).map(({ weather }) => weather === null)).toEqual([true, true, false]);
  });
});

describe("the hint at an inversion", () => {
  // Sunrise at 5:33 AM and sunset at 8:28 PM of the field's clock, so noon is index 0.
  it.each([
    ["at noon", 0, {}, false],
    ["two hours before sunset", 6, {}, false],
    ["in the hour before sunset", 8, {}, true],
    ["at midnight", 12, {}, true],
    ["in the hour after sunrise", 18, {}, true],
    ["more than an hour after sunrise", 19, {}, false],
    ["at midnight under clouds in wind", 12, { windSpeedMph: 6, skyCoverPercent: 80 }, false],
    // Wind of 4 mph mixes the air, and clouds over a quarter of the sky keep the ground warm.
    ["at midnight in the least wind that mixes", 12, { windSpeedMph: 4, skyCoverPercent: 26 }, false],
    ["at midnight under a quarter of clouds", 12, { windSpeedMph: 6, skyCoverPercent: 25 }, true],
    ["at midnight under clouds without wind", 12, { windSpeedMph: 2, skyCoverPercent: 80 }, true],
    ["at midnight in wind of a clear sky", 12, { windSpeedMph: 9, skyCoverPercent: 0 }, true],
    ["at midnight, nothing known", 12, { windSpeedMph: null, skyCoverPercent: null }, true],
  ])("%s", (_title, index, more, wanted) => {
    expect(mayBeInverted(hourAt(index, more), PLACE)).toBe(wanted);
  });

  it("is none where the sun stays", () => {
    expect(mayBeInverted(hourAt(0), [-90, 80])).toBeNull();
  });
});

const FIELD_SQM = 1000;
const hour = (index: number, treatableSqm: number | null): SprayHour => ({
  air: hourAt(index),
  state: treatableSqm === null ? "closed" : "open",
  treatableSqm,
  mayBeInverted: false,
  areGustsOver: false,
  reasons: [],
});
const week = (...areas: (number | null)[]) => {
  const hours = areas.map((area, index) => hour(index, area));
  const windows = rankWindows(hours, FIELD_SQM);
  const next = nextBetter({ hours, windows, fieldSqm: FIELD_SQM });
  return { hours, windows, next };
};
const span = (window: { startsAt: Date; endsAt: Date } | null): number[] | null =>
  window === null ? null : [window.startsAt, window.endsAt].map((moment) => (moment.getTime() - START_MS) / HOUR_MS);
const summary = (...areas: (number | null)[]): string =>
  windowsSummary({
    ...week(...areas),
    applicationEventId: "",
    fieldSqm: FIELD_SQM,
    standing: [],
    short: [],
    dayOver: null,
    dayBeyond: null,
    forecast: { ...forecastOf(), note: null },
  });

describe("windows", () => {
  it("are open hours in a row that leave nearly the same, the largest first", () => {
    const { windows } = week(300, 320, null, 900, 920, 890, 300);
    expect(windows.map(span)).toEqual([
      [3, 6],
      [0, 2],
      [6, 7],
    ]);
    expect(windows[0]).toMatchObject({ leastSqm: 890, mostSqm: 920 });
  });

  it("of like size go by their time", () => {
    expect(week(800, null, 803, null, 799).windows.map(span)).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
  });

  it("keep hours with the hint of an inversion apart, and after all others, however much ground they leave", () => {
    const hours = [800, 800, 803, 799, 900].map((area, index) => ({
      ...hour(index, area),
      mayBeInverted: index < 2 || index === 4,
    }));
    const windows = rankWindows(hours, FIELD_SQM);
    expect(windows.map((each) => [span(each), each.mayBeInverted])).toEqual([
      [[2, 4], false],
      [[4, 5], true],
      [[0, 2], true],
    ]);
  });

  it("lead from now to the first later one that leaves more", () => {
    expect(span(week(300, 320, 900, null, 950).next)).toEqual([2, 3]);
    expect(span(week(null, null, 200).next)).toEqual([2, 3]);
    // Less than acres that count as alike, and more than nothing now.
    expect(span(week(null, 30).next)).toEqual([1, 2]);
    expect(week(900, null, 940).next).toBeNull();
    expect(week(900, 920, null, 300).next).toBeNull();
    expect(week(null, null).next).toBeNull();
    expect(week().next).toBeNull();
  });

  it("lead to hours with the hint of an inversion only from such, or where now is closed and no others are left", () => {
    const next = (...areas: [area: number | null, mayBeInverted: boolean][]): number[] | null => {
      const hours = areas.map(([area, mayBeInverted], index) => ({ ...hour(index, area), mayBeInverted }));
      return span(nextBetter({ hours, windows: rankWindows(hours, FIELD_SQM), fieldSqm: FIELD_SQM }));
    };
    expect(next([700, false], [700, false], [900, true], [900, true])).toBeNull();
    expect(next([700, false], [900, true], [800, false])).toEqual([2, 3]);
    expect(next([700, true], [900, true])).toEqual([1, 2]);
    expect(next([null, false], [900, true], [300, false])).toEqual([2, 3]);
    expect(next([null, false], [900, true])).toEqual([1, 2]);
  });

  it("are said in one sentence, by the field's clock", () => {
    const acre = 4046.8564224;
    const text = (...acres: (number | null)[]): string => textOf(acres, () => false);
    const hinted = (now: number | null, later: number | null, hint: (index: number) => boolean = () => false): string =>
      textOf([now, later], hint);
    const textOf = (acres: (number | null)[], hint: (index: number) => boolean): string =>
      windowsSummary({
        ...(() => {
          const hours = acres.map((each, index) => ({
            ...hour(index, each === null ? null : each * acre),
            mayBeInverted: hint(index),
          }));
          const windows = rankWindows(hours, 80 * acre);
          return { hours, windows, next: nextBetter({ hours, windows, fieldSqm: 80 * acre }) };
        })(),
        applicationEventId: "",
        fieldSqm: 80 * acre,
        standing: [],
        short: [],
        dayOver: null,
        dayBeyond: null,
        forecast: { ...forecastOf(), note: null },
      });
    expect(text(24, 24, 71)).toBe("24 of 80 acres now, 71 from 2 PM.");
    expect(text(71, 71)).toBe("71 of 80 acres now. No later window of the week is much better.");
    expect(text(null, 71)).toBe("No window now. 71 of 80 acres from 1 PM.");
    expect(text(...Array<null>(20).fill(null), 71)).toBe("No window now. 71 of 80 acres from Tue 8 AM.");
    expect(summary(null, null)).toBe("No window in the coming 7 days.");
    // Labels forbid spraying in an inversion: a sentence that sends someone out says where one may form.
    const inverted = (now: boolean, later: boolean): string => hinted(24, 71, (index) => (index === 0 ? now : later));
    expect(inverted(true, false)).toBe(
      "24 of 80 acres now, 71 from 1 PM. An inversion may form now: look for dust or smoke that hangs.",
    );
    expect(inverted(false, true)).toBe("24 of 80 acres now. No later window of the week is much better.");
    expect(inverted(true, true)).toContain("An inversion may form now and from 1 PM:");
    expect(hinted(null, 71, () => true)).toBe(
      "No window now. 71 of 80 acres from 1 PM. An inversion may form from 1 PM: look for dust or smoke that hangs.",
    );
  });
});

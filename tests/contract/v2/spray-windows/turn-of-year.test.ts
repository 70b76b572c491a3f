import { expect, it } from "vitest";
import { fairWeeks } from "@/tests/contract/v2/spray-windows/support";

const weeks = fairWeeks("windows-year", Date.UTC(2026, 11, 28, 18), () => ({
  ...{ windDirection: 270, windSpeed: 13, windGust: 19 },
}));

/** The week of an application of one day: its hours with the year that each is in by the field's clock. */
async function weekOf(applicationDate: string) {
  const id = await weeks.planned({ application_id: `windows-${applicationDate}`, application_date: applicationDate });
  const found = await weeks.read(id);
  const yearOf = (moment: string): string =>
    new Intl.DateTimeFormat("en-US", { timeZone: found.forecast.time_zone, year: "numeric" }).format(new Date(moment));
  return { found, of: (year: string) => found.hours.filter(({ starts_at }) => yearOf(starts_at) === year), yearOf };
}

const OF_2027 = {
  why: "other_year",
  code: null,
  product_index: null,
  rule_id: null,
  text: "This hour is in 2027. Measures are chosen for each year, and this answer does not cover those for 2027.",
};

it("an application of December has no window in January, whose measures are another year's", async () => {
  const { found, of, yearOf } = await weekOf("2026-12-30");
  expect(of("2026").some(({ state }) => state === "open")).toBe(true);
  expect(of("2027").length).toBeGreaterThan(24);
  for (const { state, reasons } of of("2027")) {
    expect(state).not.toBe("open");
    if (state === "unknown") expect(reasons).toContainEqual(OF_2027);
  }
  expect(of("2027").some(({ state }) => state === "unknown")).toBe(true);
  expect(found.windows.length).toBeGreaterThan(0);
  for (const { starts_at } of found.windows) expect(yearOf(starts_at)).toBe("2026");
});

it("an application of January has none in December", async () => {
  const { found, of, yearOf } = await weekOf("2027-01-02");
  expect(of("2026").filter(({ state }) => state === "open")).toEqual([]);
  for (const { starts_at } of found.windows) expect(yearOf(starts_at)).toBe("2027");
});

it("an application of January that the week does not reach has none in December either", async () => {
  const { found, of, yearOf } = await weekOf("2027-01-20");
  expect(found.summary).toMatch(/ the application is dated Jan 20, 2027, which no forecast reaches yet\.$/);
  expect(of("2026").filter(({ state }) => state === "open")).toEqual([]);
  for (const { starts_at } of found.windows) expect(yearOf(starts_at)).toBe("2027");
});

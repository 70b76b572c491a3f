import { describe, expect, it } from "vitest";
import { HOUR_MS } from "@/lib/domain/forecast";
import { issue } from "@/lib/domain/issues";
import type { SprayHour, SprayWindows } from "@/lib/domain/spray-windows";
import { rankWindows } from "@/lib/engine/windows/rank";
import { windowsView } from "@/lib/pages/portal/drift/spray-windows";
import type { SprayWindowsView } from "@/lib/views/portal/spray-windows";
import { forecastHour } from "@/tests/support/forecast-hour";
import { inSpanish } from "@/tests/support/spanish";

const ACRE_SQM = 4046.8564224;
/** Noon of a day in June in Illinois. */
const START = new Date(Date.UTC(2026, 5, 15, 17));
const hours: SprayHour[] = Array.from({ length: 168 }, (_unused, index) => ({
  air: forecastHour(new Date(START.getTime() + index * HOUR_MS)),
  state: index % 3 === 2 ? "closed" : "open",
  treatableSqm: index % 3 === 2 ? null : 146 * ACRE_SQM,
  mayBeInverted: false,
  areGustsOver: false,
  reasons: [],
}));

const SHORT = { mitigationType: "epa_runoff", gap: 6 };

type Planned = Extract<SprayWindowsView, { kind: "windows" }>;
function view(more: Partial<SprayWindows> = {}): Planned {
  const fieldSqm = 151 * ACRE_SQM;
  const found = windowsView({
    applicationEventId: "",
    fieldSqm,
    hours,
    windows: rankWindows(hours, fieldSqm),
    next: null,
    standing: [],
    short: [],
    dayOver: null,
    dayBeyond: null,
    forecast: { source: "nws", issuedAt: START, readAt: START, timeZone: "America/Chicago", note: null },
    ...more,
  });
  if (found.kind !== "windows") throw new Error("there is a forecast");
  return found;
}

/** All that a page says of a week, the picture of its bars apart. */
const said = ({ summary, windows, days, standing }: Planned): string =>
  JSON.stringify([summary, windows, days.map(({ best, rows }) => [best, rows.map(({ what }) => what)]), standing]);

describe("the spray windows of an application", () => {
  it("name acres and the best windows where nothing stands in the way", () => {
    const found = view();
    expect(found).toMatchObject({ isBlocked: false, standing: [] });
    expect(found.summary).toContain("146 of 151 acres now");
    expect(found.windows).toHaveLength(5);
  });

  it("say beside a window and its hours what to look out for", () => {
    const gusty = hours.map((each) => ({ ...each, areGustsOver: true, mayBeInverted: null }));
    const { windows, days } = view({ hours: gusty, windows: rankWindows(gusty, 151 * ACRE_SQM) });
    const wanted = [
      "Gusts are forecast above the label's wind limit",
      "An inversion may form: look for dust or smoke that hangs",
    ];
    expect(windows[0]?.hints).toEqual(wanted);
    expect(days[0]?.rows.map(({ hints }) => hints).slice(0, 3)).toEqual([wanted, wanted, []]);
    expect(view().windows[0]?.hints).toEqual([]);
  });

  it.each([
    ["a setup that is missing", { standing: [issue("DROPLET_SIZE_MISSING")] }, "The droplet size is missing."],
    ["a rate that says nothing", { standing: [issue("UNRESOLVED_RATE")] }, "compared with the label"],
    ["points that are short", { short: [SHORT] }, "6 runoff points short."],
    ["an area that prohibits a product", { standing: [issue("PROHIBITED_IN_AREA")] }, "prohibits"],
  ] as [string, Partial<SprayWindows>, string][])("name no acres and no window with %s", (_, more, why) => {
    const found = view(more);
    expect(found).toMatchObject({ isBlocked: true, windows: [] });
    expect(found.summary).toBe("No window: something stands in the way in every hour.");
    expect(found.standing.join(" ")).toContain(why);
    expect(said(found)).not.toMatch(/\d acres/);
    expect(found.days[1]?.best).toBe("16 hours open by the weather alone");
  });

  it("say that the day of the application is beyond the forecast, whose hours are this week's", () => {
    expect(view({ dayBeyond: "2027-06-01" }).summary).toMatch(
      /^\d.* That is this week: the application is dated Jun 1, 2027, which no forecast reaches yet\.$/,
    );
    expect(inSpanish(() => view({ dayBeyond: "2027-06-01" }).summary)).toContain("Eso es esta semana");
  });

  it("say that the day of the application is over", () => {
    const found = view({ dayOver: "2026-06-01" });
    expect(found).toMatchObject({ isBlocked: true, windows: [] });
    expect(found.summary).toBe("The day of this application, Jun 1, 2026, is over. There is no window for it.");
    expect(said(found)).not.toMatch(/\d acres/);
    expect(inSpanish(() => view({ dayOver: "2026-06-01" }).summary)).toMatch(
      /^El día de esta aplicación, .* ya pasó\./,
    );
    expect(inSpanish(() => view({ short: [SHORT] }).summary)).toBe("No hay ventana: algo lo impide a toda hora.");
  });
});

describe("an hour that the clock tells twice", () => {
  /** Midnight in Iowa, on the day that the clocks go back at two. */
  const midnight = Date.UTC(2026, 10, 1, 5);
  // Open from the second 1 AM on: who reads "from 1 AM" would begin an hour early.
  const night = hours.map((each, index): SprayHour => {
    const air = forecastHour(new Date(midnight + index * HOUR_MS));
    return index < 2
      ? { ...each, air, state: "closed", treatableSqm: null }
      : { ...each, air, state: "open", treatableSqm: 146 * ACRE_SQM };
  });
  const windows = rankWindows(night, 151 * ACRE_SQM);
  const found = view({ hours: night, windows, next: windows[0] ?? null });

  it("has its zone with it", () => {
    expect(found.summary).toContain("146 of 151 acres from 1 AM CST.");
    expect(found.windows[0]?.when).toContain("Sun, Nov 1, 1 AM CST to");
    expect(found.days[0]?.rows.slice(0, 3).map(({ time }) => time)).toEqual([
      "12 AM to 1 AM CST",
      "1 AM CST to 2 AM",
      "2 AM to 3 AM",
    ]);
  });

  it("stands alone on every other day", () => {
    expect(found.days[1]?.rows[1]?.time).toBe("1 AM to 2 AM");
  });
});

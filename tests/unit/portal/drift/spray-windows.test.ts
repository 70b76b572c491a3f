import { describe, expect, it } from "vitest";
import { HOUR_MS } from "@/lib/domain/forecast";
import { issue } from "@/lib/domain/issues";
import type { SprayHour, SprayWindows } from "@/lib/domain/spray-windows";
import type { RunoffEntry } from "@/lib/domain/compliance";
import { rankWindows } from "@/lib/engine/windows/rank";
import { windowsView } from "@/lib/pages/portal/drift/spray-windows";
import { brokenWhateverTheWeather } from "@/lib/pages/portal/overview/standing-words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
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
  reasons: [],
}));

type Planned = Extract<SprayWindowsView, { kind: "windows" }>;
function view(more: Partial<SprayWindows> = {}, broken: string[] = []): Planned {
  const fieldSqm = 151 * ACRE_SQM;
  const found = windowsView(
    {
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
    },
    broken,
  );
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

  it.each([
    ["a setup that is missing", { standing: [issue("DROPLET_SIZE_MISSING")] }, [], "The droplet size is missing."],
    ["a rate that says nothing", { standing: [issue("UNRESOLVED_RATE")] }, [], "amount per acre"],
    ["points that are short", {}, ["6 runoff points short"], "6 runoff points short."],
  ] as [string, Partial<SprayWindows>, string[], string][])(
    "name no acres and no window with %s",
    (_, more, broken, why) => {
      const found = view(more, broken);
      expect(found).toMatchObject({ isBlocked: true, windows: [] });
      expect(found.summary).toBe("No window: something stands in the way in every hour.");
      expect(found.standing.join(" ")).toContain(why);
      expect(said(found)).not.toMatch(/\d acres/);
      expect(found.days[1]?.best).toBe("16 hours open by the weather alone");
    },
  );

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
    expect(inSpanish(() => view({}, ["faltan 6 puntos"]).summary)).toBe("No hay ventana: algo lo impide a toda hora.");
  });
});

describe("what no hour of a forecast mends", () => {
  const brokenWith = (codes: Parameters<typeof issue>[0][], runoff: Partial<RunoffEntry>[] = []): string[] => {
    const saved = {
      requirements: [],
      processingStatus: "completed",
      isOnChangedBoundary: false,
      lastAssessment: { issues: codes.map((code) => issue(code)), status: "not_met" },
      drift: { lastComputation: null },
    };
    const entries = runoff.map((entry) => ({ issues: [], ...entry }));
    const scored = { saved, runoff: entries } as unknown as ScoredApplication;
    return brokenWhateverTheWeather({ scored, notes: { dataVersions: null, reviews: [], driftChangedAt: null } });
  };

  it("is points that are short, and a product that may not be used here", () => {
    const short = { status: "not_met", gap: 6, mitigationType: "epa_runoff" } as const;
    expect(brokenWith([], [short])).toEqual(["6 runoff points short"]);
    expect(brokenWith(["PROHIBITED_IN_AREA"])).toHaveLength(1);
  });

  it("is not what another wind, another day or an answer can mend", () => {
    const codes = ["WIND_OUTSIDE_LABEL_RANGE", "DATE_OUTSIDE_LABEL_WINDOW", "LIMITATIONS_REVIEW_REQUIRED"] as const;
    expect(brokenWith([...codes])).toEqual([]);
  });
});

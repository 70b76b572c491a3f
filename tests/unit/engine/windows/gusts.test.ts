import { describe, expect, it } from "vitest";
import type { SprayHour } from "@/lib/domain/spray-windows";
import { conditionFacts } from "@/lib/engine/conditions/facts";
import { areGustsOver, highestWind } from "@/lib/engine/windows/gusts";
import { nextBetter, rankWindows } from "@/lib/engine/windows/rank";
import { windowsSummary } from "@/lib/views/spray-windows";
import { forecastHour } from "@/tests/support/forecast-hour";
import { inSpanish } from "@/tests/support/spanish";
import { areasOf, factsOf, productOf, ratedOf, rulebook } from "../facts";

/** At most 10 mph, 15 mph, and no highest wind. */
const [STRYAX, ENLIST, UNREAD] = ["264-1241", "62719-695", "100-1623"];

const highestOf = (...registrations: string[]): number | null =>
  highestWind(
    registrations.map((registration) => ratedOf(productOf(registration))),
    conditionFacts(factsOf([]).application, {
      areas: areasOf(),
      cropTable: rulebook.crops,
      place: null,
      weather: null,
    }),
  );

describe("gusts of a forecast", () => {
  it("are compared with the least of the highest winds that the labels of a mix allow", () => {
    expect(highestOf(ENLIST)).toBe(15);
    expect(highestOf(ENLIST, STRYAX)).toBe(10);
    expect(highestOf(UNREAD)).toBeNull();
    expect(highestOf()).toBeNull();
    // Its label names the least wind apart from the highest.
    expect(highestOf("7969-500")).toBe(15);
  });

  it.each([
    [10, 10, false],
    [10.1, 10, true],
    [null, 10, null],
    [30, null, null],
  ])("of %s mph by a limit of %s: %s", (gustMph, limitMph, wanted) => {
    expect(areGustsOver(gustMph, limitMph)).toBe(wanted);
  });
});

const ACRE_SQM = 4046.8564224;
/** Noon of a Monday in June in Illinois. */
const START_MS = Date.UTC(2026, 5, 15, 17);
const HOUR_MS = 3_600_000;
const hourOf = (index: number, acres: number, hints: Partial<SprayHour>): SprayHour => ({
  air: forecastHour(new Date(START_MS + index * HOUR_MS)),
  state: "open",
  treatableSqm: acres * ACRE_SQM,
  mayBeInverted: false,
  areGustsOver: false,
  reasons: [],
  ...hints,
});
const FIELD_SQM = 80 * ACRE_SQM;

describe("windows with gusts over a label's limit", () => {
  it("are apart from others, and after those of like size that may have an inversion", () => {
    const hours = [
      hourOf(0, 70, { areGustsOver: true }),
      hourOf(1, 70, { areGustsOver: null }),
      hourOf(2, 70, { mayBeInverted: true }),
      hourOf(3, 60, {}),
    ];
    const starts = rankWindows(hours, FIELD_SQM).map(({ startsAt, areGustsOver: has }) => [
      (startsAt.getTime() - START_MS) / HOUR_MS,
      has,
    ]);
    expect(starts).toEqual([
      [3, false],
      [2, false],
      [1, null],
      [0, true],
    ]);
  });

  it.each([
    ["high", true],
    ["unknown", null],
  ])("are not waited for where now is known to be without: %s", (_, areGustsOver) => {
    const next = (...hours: SprayHour[]) =>
      nextBetter({ hours, windows: rankWindows(hours, FIELD_SQM), fieldSqm: FIELD_SQM });
    const later = hourOf(1, 71, { areGustsOver });
    expect(next(hourOf(0, 24, {}), later)).toBeNull();
    expect(next(hourOf(0, 24, { areGustsOver }), later)?.startsAt).toEqual(later.air.startsAt);
  });

  it("say so in the sentence that sends someone out", () => {
    const hints = { areGustsOver: true, mayBeInverted: true };
    const hours = [hourOf(0, 24, hints), hourOf(1, 71, hints)];
    const windows = rankWindows(hours, FIELD_SQM);
    const said = (): string =>
      windowsSummary({
        ...{
          applicationEventId: "",
          fieldSqm: FIELD_SQM,
          hours,
          windows,
          next: nextBetter({ hours, windows, fieldSqm: FIELD_SQM }),
        },
        ...{ standing: [], short: [], dayOver: null, dayBeyond: null },
        forecast: {
          source: "nws",
          issuedAt: new Date(START_MS),
          readAt: new Date(START_MS),
          timeZone: "America/Chicago",
          note: null,
        },
      });
    expect(said()).toBe(
      "24 of 80 acres now, 71 from 1 PM. Gusts above the label's wind limit are forecast now and from 1 PM. " +
        "An inversion may form now and from 1 PM: look for dust or smoke that hangs.",
    );
    expect(inSpanish(said)).toContain(
      "Se pronostican ráfagas más fuertes que el límite de viento de la etiqueta ahora y desde 1 pm. Puede",
    );
  });
});

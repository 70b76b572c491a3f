import { describe, expect, it } from "vitest";
import type { SprayHour, SprayWindows } from "@/lib/domain/spray-windows";
import { windFill } from "@/lib/pages/portal/drift/wind-fill";
import { inSpanish } from "@/tests/support/spanish";

const AIR = {
  startsAt: new Date("2026-06-01T21:00:00Z"),
  windDirectionDeg: 224.6,
  windSpeedMph: 6.94,
  windGustMph: null,
  temperatureF: null,
  humidityPercent: null,
  rainChancePercent: null,
  rainMm: null,
  skyCoverPercent: null,
};
const hour = (air: Partial<SprayHour["air"]>): SprayHour => ({
  air: { ...AIR, ...air },
  state: "open",
  treatableSqm: 1,
  mayBeInverted: false,
  reasons: [],
});
const forecast: SprayWindows["forecast"] = {
  source: "nws",
  issuedAt: AIR.startsAt,
  readAt: AIR.startsAt,
  timeZone: "America/Chicago",
  note: null,
};

describe("the forecast's wind in the form", () => {
  it("is that of this hour, by the field's own clock, and says that it is a forecast", () => {
    const found = windFill({ hours: [hour({}), hour({ windSpeedMph: 20 })], forecast });
    expect(found).toMatchObject({
      windFromDeg: 225,
      windSpeedMph: 6.9,
      startsAt: "2026-06-01T21:00:00.000Z",
      fill: "Fill in the forecast: wind SW 6.9 mph at 4 PM",
    });
    expect(found?.isForecast).toBe(
      "This is the forecast for 4 PM, 33 feet above the ground. Confirm it at the sprayer.",
    );
  });

  it("is one full circle at most", () => {
    expect(windFill({ hours: [hour({ windDirectionDeg: 359.7 })], forecast })?.windFromDeg).toBe(0);
  });

  it("is none where the forecast has no direction, no speed, or no hour: no wind is made up", () => {
    expect(windFill({ hours: [hour({ windDirectionDeg: null })], forecast })).toBeNull();
    expect(windFill({ hours: [hour({ windSpeedMph: null })], forecast })).toBeNull();
    expect(windFill({ hours: [], forecast })).toBeNull();
  });

  it("is said in Spanish, with one period after an hour", () => {
    const said = inSpanish(() => windFill({ hours: [hour({})], forecast }));
    expect(said?.fill).toBe("Poner el pronóstico: viento del SO, 6.9 mph, 4 p.m.");
    expect(said?.isForecast).toContain("Confírmelo en la pulverizadora.");
  });
});

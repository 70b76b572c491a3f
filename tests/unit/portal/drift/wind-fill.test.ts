import { describe, expect, it } from "vitest";
import type { StationWind } from "@/lib/domain/station-wind";
import type { SprayHour, SprayWindows } from "@/lib/domain/spray-windows";
import { stationFill, windFill } from "@/lib/pages/portal/drift/wind-fill";
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
  areGustsOver: false,
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
      until: "2026-06-01T23:00:00.000Z",
      fill: "Fill in the forecast: wind SW 6.9 mph at 4 PM CDT",
    });
    expect(found?.about).toBe(
      "This is the forecast for 4 PM CDT, 33 feet above the ground. Confirm it at the sprayer.",
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
    expect(said?.fill).toBe("Poner el pronóstico: viento del SO, 6.9 mph, 4 pm CDT");
    expect(said?.about).toContain("Confírmelo en la aspersora.");
  });
});

const STATION: StationWind = {
  ...{ source: "nws", stationId: "KBNW", stationName: "Boone Municipal Airport", timeZone: "America/Chicago" },
  ...{ distanceM: 14_800, bearingDeg: 128, observedAt: new Date("2026-06-01T20:53:00Z") },
  ...{ windDirectionDeg: 224.6, windSpeedMph: 6.94 },
};

describe("a station's wind in the form", () => {
  it("says which station read it, how far away it stands and when, and that it is not the field's", () => {
    expect(stationFill(STATION, null)).toMatchObject({
      windFromDeg: 225,
      windSpeedMph: 6.9,
      until: "2026-06-01T22:23:00.000Z",
      fill: "Fill in the nearest station: wind SW 6.9 mph",
      station: {
        name: "Boone Municipal Airport",
        where: "9 miles to the southeast, read at 3:53 PM CDT",
        readAt: "2026-06-01T20:53:00.000Z",
        ago: ["", " min ago"],
      },
      about: "A weather station read this wind at 3:53 PM CDT, not at your field. Confirm it at the sprayer.",
    });
    expect(stationFill({ ...STATION, distanceM: 700 }, null).station?.where).toMatch(/^less than a mile to/);
  });

  it("is said in Spanish", () => {
    const said = inSpanish(() => stationFill(STATION, null));
    expect(said.fill).toBe("Poner la estación más cercana: viento del SO, 6.9 mph");
    expect(said.station?.where).toBe("a 9 millas al sureste, lectura: 3:53 pm CDT");
    expect(said.about).toMatch(
      /estación meteorológica \(3:53 pm CDT\), no en su campo\. Confírmelo en la aspersora\.$/,
    );
  });
});

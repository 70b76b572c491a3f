import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isSameWind,
  observedAtOf,
  readConditions,
  savedReadAt,
  savedWindOf,
  turned,
  typedOf,
  type TypedConditions,
} from "@/components/portal/drift/conditions/conditions";
import { readWind } from "@/components/portal/drift/conditions/typed-numbers";
import type { DriftView } from "@/lib/views/portal/drift";
import { driftPageWords } from "@/lib/views/portal/drift-page-words";

const PRODUCT = { productIndex: 0, name: "Stryax", epaNumber: "264-1241", rate: 22, rateUnit: "fl oz/ac" };
const SETUP = { method: "Broadcast-Ground", dropletSize: "very_coarse", boomHeight: "low", gpa: 15 } as const;

/** Of the page only what the form reads. */
const view = {
  applicationEventId: "0199a000-0000-7000-8000-000000000001",
  conditions: {
    weather: { windDirectionDeg: 225, windSpeedMph: 8, temperatureF: null, humidityPercent: null },
    windReadAt: "2027-05-19T14:05:00.000Z",
    setup: SETUP,
    products: [PRODUCT],
  },
  checked: { setup: SETUP, products: [PRODUCT] },
  words: driftPageWords(),
} as unknown as DriftView;

const read = (change: Partial<TypedConditions> = {}) => readConditions({ ...typedOf(view), ...change }, view);

describe("typed conditions", () => {
  it("that no one touched are the saved ones", () => {
    expect(read().body).toEqual({
      application_event_id: view.applicationEventId,
      wind_direction_deg: 225,
      wind_speed_mph: 8,
      temperature_f: null,
      humidity_percent: null,
      application_method: "Broadcast-Ground",
      droplet_size: "very_coarse",
      boom_height: "low",
      gpa: 15,
      rate_updates: [],
    });
  });

  it.each([
    ["SW", 225],
    ["nne", 22.5],
    ["from the south-west", 225],
    ["North", 0],
    ["225", 225],
  ])("take a direction written as “%s”", (text, deg) => {
    expect(read({ windDirection: text }).body).toMatchObject({ wind_direction_deg: deg });
  });

  it.each([
    [true, { windDirection: "270" }, { windDirection: "270" }],
    [true, { windDirection: "W" }, { windDirection: "270" }],
    [true, { windDirection: "360" }, { windDirection: "0" }],
    [true, { windSpeed: "8" }, { windSpeed: "8.0" }],
    [false, { windDirection: "270" }, { windDirection: "271" }],
    [false, { windSpeed: "8" }, { windSpeed: "9" }],
    [false, { windSpeed: "" }, { windSpeed: "8" }],
    [true, { windSpeed: "" }, { windDirection: "270", windSpeed: "" }],
  ])("are of one wind (%s) as %j and %j", (isSame, one, other) => {
    const typed = typedOf(view);
    expect(isSameWind({ ...typed, ...one }, { ...typed, ...other })).toBe(isSame);
  });

  it("say when the wind was read only where someone wrote it", () => {
    expect(observedAtOf({ ...typedOf(view), observedAt: "" }, null)).toBeNull();
    const at = { ...typedOf(view), observedAt: "2027-05-20T07:30" };
    expect(observedAtOf(at, null)).toBe(new Date(2027, 4, 20, 7, 30).toISOString());
    // Every time on the page is by the clock of the field, so this one is too.
    expect(observedAtOf(at, "America/Chicago")).toBe("2027-05-20T12:30:00.000Z");
    expect(observedAtOf(at, "Pacific/Honolulu")).toBe("2027-05-20T17:30:00.000Z");
  });

  it.each([
    ["as they came", {}, "2027-05-19T14:05:00.000Z"],
    ["written another way", { windDirection: "SW", windSpeed: "8.0" }, "2027-05-19T14:05:00.000Z"],
    ["with another set-up", { gpa: "20", droplet: "coarse" }, "2027-05-19T14:05:00.000Z"],
    ["with the wind turned", { windDirection: "226" }, null],
    ["with more wind", { windSpeed: "9" }, null],
    ["with the time of a reading", { observedAt: "2027-05-20T07:30" }, null],
    ["with the wind cleared", { windSpeed: "" }, null],
  ] as const)("%s hold the saved wind of its own time, or another", (_how, change, at) => {
    expect(savedReadAt({ ...typedOf(view), ...change }, [savedWindOf(view)])).toBe(at);
  });

  it("hold a saved wind of before once another is saved, or none is", () => {
    const [before, typed] = [savedWindOf(view), typedOf(view)];
    const [none, other] = [
      { fromDeg: null, mph: null, readAt: null },
      { fromDeg: 300, mph: 5, readAt: "2027-05-20T12:30:00.000Z" },
    ];
    expect(savedReadAt(typed, [before, none])).toBe(before.readAt);
    expect(savedReadAt(typed, [before, other])).toBe(before.readAt);
    const again = { ...before, readAt: "2027-05-20T13:00:00.000Z" };
    expect(savedReadAt(typed, [before, other, again])).toBe(again.readAt);
  });

  it("hold no saved wind where none is saved", () => {
    const none = { windDirectionDeg: null, windSpeedMph: null, temperatureF: null, humidityPercent: null };
    const bare = { ...view, conditions: { ...view.conditions, weather: none, windReadAt: null } };
    expect(savedReadAt(typedOf(bare), [savedWindOf(bare)])).toBeNull();
  });

  it.each([
    ["windDirection", "SSX"],
    ["windDirection", "360.1"],
    ["windDirection", ""],
    ["windSpeed", "80.1"],
    ["windSpeed", "-1"],
    ["windSpeed", "8 mph"],
    ["windSpeed", "1e1"],
    ["windSpeed", "NaN"],
    ["temperature", "201"],
    ["humidity", "100.5"],
    ["gpa", "0"],
  ] as const)("with %s of “%s” are not asked for, and the fault is said at that field alone", (name, text) => {
    const { body, faults } = read({ [name]: text });
    expect(body).toBeNull();
    expect(Object.keys(faults).sort()).toEqual([name, "rates"].sort());
    expect(faults[name]).toMatch(/^Write /);
  });

  it("clear what is emptied and not told, where that is allowed", () => {
    expect(read({ droplet: "", boom: "", gpa: " ", humidity: "" }).body).toMatchObject({
      droplet_size: null,
      boom_height: null,
      gpa: null,
      humidity_percent: null,
    });
  });

  it("may be written with a comma or a real minus sign", () => {
    expect(read({ windSpeed: "7,5", temperature: "−4" }).body).toMatchObject({
      wind_speed_mph: 7.5,
      temperature_f: -4,
    });
  });

  it("send a rate only where it differs from the checked one", () => {
    expect(read({ rates: ["22.0"] }).body?.rate_updates).toEqual([]);
    expect(read({ rates: ["18"] }).body?.rate_updates).toEqual([
      { product_index: 0, epa_number: "264-1241", rate: 18, rate_unit: "fl oz/ac" },
    ]);
    expect(read({ rates: [""] }).faults.rates).toEqual([expect.stringContaining("Stryax")]);
  });

  it("are complete exactly when nothing is said to be wrong", () => {
    fc.assert(
      fc.property(fc.record({ windDirection: fc.string(), windSpeed: fc.string(), gpa: fc.string() }), (change) => {
        const { body, faults } = read(change);
        const isWrong = Object.keys(faults).length > 1;
        expect(body === null).toBe(isWrong);
        if (body !== null) expect(body.wind_direction_deg).toBeLessThan(360);
      }),
    );
  });
});

it("a turn of the dial stays within the circle", () => {
  fc.assert(
    fc.property(fc.integer({ min: -2000, max: 2000 }), (deg) => {
      expect(turned(deg)).toBeGreaterThanOrEqual(0);
      expect(turned(deg)).toBeLessThan(360);
      expect((turned(deg) - deg) % 360).toBeCloseTo(0);
    }),
  );
});

describe("wind for several fields at once", () => {
  it.each([
    ["SW", "7", 225, 7],
    ["from the south-west", "7,5", 225, 7.5],
    ["360", "0", 0, 0],
    ["22,5", "10", 22.5, 10],
  ])("reads %s at %s mph as on a field's own page", (from, mph, fromDeg, speed) => {
    expect(readWind({ from, mph })).toEqual({ fromDeg, mph: speed });
  });

  it.each([
    ["", "7"],
    ["SW", ""],
    ["0x10", "7"],
    ["1e2", "7"],
    ["361", "7"],
    ["-5", "7"],
    ["SW", "81"],
    ["SW", "7 mph"],
  ])("takes %j at %j for no wind", (from, mph) => {
    expect(readWind({ from, mph })).toBeNull();
  });
});

import { describe, expect, test } from "vitest";
import type { ApplicationDetails, ApplicationInput } from "@/lib/domain/application";
import type { ConditionBody } from "@/lib/domain/label-conditions";
import { resultOf } from "./judged";

const inWind = (windSpeedMph: number) => ({
  weather: { windDirectionDeg: 0, windSpeedMph, temperatureF: null, humidityPercent: null },
});
const BY_AIR = { method: "Broadcast-Air" } as const;

describe("a label's list of methods", () => {
  test.each<[ConditionBody, string]>([
    [{ kind: "methods", rule: "only", methods: ["Broadcast-Ground"] }, "kept"],
    [{ kind: "methods", rule: "only", methods: ["Banded-Ground"] }, "broken"],
    [{ kind: "methods", rule: "never", methods: ["Broadcast-Ground"] }, "broken"],
    [{ kind: "methods", rule: "never", methods: ["Banded-Ground"] }, "kept"],
  ])("%j: a broadcast application is %s", (list, result) => {
    expect(resultOf(list, { method: "Broadcast-Ground" })).toBe(result);
  });
});

describe("droplets and boom", () => {
  test.each<[ConditionBody, Partial<ApplicationInput>, string]>([
    [{ kind: "droplets", minimum: "coarse" }, { dropletSize: "medium" }, "broken"],
    [{ kind: "droplets", minimum: "coarse" }, { dropletSize: "coarse" }, "kept"],
    [{ kind: "droplets", minimum: "coarse" }, { dropletSize: null }, "open"],
    [{ kind: "boom_height", highest: "low" }, { boomHeight: "high" }, "broken"],
    [{ kind: "boom_height", highest: "low" }, { boomHeight: "low" }, "kept"],
    [{ kind: "boom_height", highest: "low" }, { boomHeight: null }, "open"],
    [{ kind: "boom_height", highest: "high" }, { boomHeight: null }, "kept"],
    // A boom is the ground sprayer's.
    [{ kind: "boom_height", highest: "low" }, { boomHeight: "high", ...BY_AIR }, "kept"],
  ])("%j with %j: %s", (limit, setup, result) => {
    expect(resultOf(limit, setup)).toBe(result);
  });
});

describe("a label's list of nozzles", () => {
  const list: ConditionBody = {
    kind: "nozzles",
    nozzles: [
      { name: "TTI 11004", maxPressurePsi: 63 },
      { name: "ULD 12004", maxPressurePsi: null },
    ],
  };

  test.each<[ApplicationDetails, string]>([
    [{ nozzle: "TTI 11004", nozzlePressurePsi: 63 }, "kept"],
    [{ nozzle: "tti-11004", nozzlePressurePsi: 63.1 }, "broken"],
    [{ nozzle: "TTI 11004" }, "unjudged"],
    [{ nozzle: "ULD 12004", nozzlePressurePsi: 200 }, "kept"],
    // Another spelling, or a nozzle that is not on it: no one knows which.
    [{ nozzle: "TTI 11005", nozzlePressurePsi: 20 }, "unjudged"],
    [{ nozzlePressurePsi: 200 }, "unjudged"],
  ])("%j is %s", (details, result) => {
    expect(resultOf(list, { details })).toBe(result);
  });
});

/** As labels of Liberty ULTRA limit aircraft, up to 10 mph and above. */
describe("what a label asks of aircraft", () => {
  const share = (members: object): ConditionBody => {
    const limit = { kind: "boom_share", aircraft: "fixed_wing", windAboveMph: null, windAtMostMph: null } as const;
    return { ...limit, atMostPercent: 75, ...members };
  };
  const swaths = (members: object): ConditionBody => {
    return { kind: "swath_displacement", atLeastSwaths: 0.5, windAboveMph: null, windAtMostMph: null, ...members };
  };
  const [LOW, HIGH] = [
    { windAboveMph: null, windAtMostMph: 10 },
    { windAboveMph: 10, windAtMostMph: null },
  ];
  const boom = { aircraft: "fixed_wing", aircraftBoomPercent: 75 } as const;

  test.each<[ConditionBody, ApplicationDetails, string]>([
    [{ kind: "release_height", atMostFt: 10 }, { releaseHeightFt: 10 }, "kept"],
    [{ kind: "release_height", atMostFt: 10 }, { releaseHeightFt: 10.1 }, "broken"],
    [{ kind: "release_height", atMostFt: 10 }, {}, "unjudged"],
    [share({}), boom, "kept"],
    [share({}), { ...boom, aircraftBoomPercent: 75.1 }, "broken"],
    [share({}), { aircraft: "fixed_wing" }, "unjudged"],
    [share({}), { aircraftBoomPercent: 100 }, "unjudged"],
    [share({}), { aircraft: "rotor", aircraftBoomPercent: 90 }, "kept"],
    [swaths({}), { swathDisplacement: 0.5 }, "kept"],
    [swaths({}), { swathDisplacement: 0.49 }, "broken"],
    [swaths({}), {}, "unjudged"],
  ])("%j of %j is %s by air, and binds no ground sprayer", (limit, details, result) => {
    expect(resultOf(limit, { ...BY_AIR, details })).toBe(result);
    expect(resultOf(limit, { details })).toBe("kept");
  });

  test.each<[number, "low" | "high"]>([
    [0, "low"],
    [10, "low"],
    [10.1, "high"],
    [14, "high"],
  ])("holds in its own wind alone: at %s mph the figure for the %s wind", (mph, which) => {
    const long = {
      ...BY_AIR,
      details: { aircraft: "fixed_wing", aircraftBoomPercent: 100, swathDisplacement: 0 },
    } as const;
    for (const limit of [share, swaths]) {
      expect(resultOf(limit(LOW), long, inWind(mph))).toBe(which === "low" ? "broken" : "kept");
      expect(resultOf(limit(HIGH), long, inWind(mph))).toBe(which === "high" ? "broken" : "kept");
    }
  });

  test("is not judged while no one has told the wind that it hangs on", () => {
    const long = {
      ...BY_AIR,
      details: { aircraft: "fixed_wing", aircraftBoomPercent: 100, swathDisplacement: 0 },
    } as const;
    for (const limit of [share(LOW), share(HIGH), swaths(LOW), swaths(HIGH)]) {
      expect(resultOf(limit, long)).toBe("unjudged");
    }
  });
});

import { describe, expect, it } from "vitest";
import { placedOf } from "@/lib/pages/portal/machine/machine";

const inputs = {
  windSpeedMph: 8,
  windDirectionDeg: 225,
  temperatureF: 75,
  relativeHumidityPct: null,
  method: "Broadcast-Ground",
  dropletSize: "very_coarse",
  boomHeight: "low",
  gpa: 15,
};

/** What the page says that files hold for, of a computation at 2 lb/ac. */
function placed(sentRate: number, { windReadAt = null as Date | null, laterMin = 0 } = {}) {
  const computation = {
    checkedAt: new Date("2026-06-15T12:00:00Z"),
    effectiveRates: [{ productIndex: 0, rate: 2, rateUnit: "lb/ac" }],
    inputs,
  };
  type Given = Parameters<typeof placedOf>;
  const products = [{ productName: "DEMO Dry", rate: sentRate, rateUnit: "lb/ac" }] as Given[2]["products"];
  const ready = { computation, rate: null } as unknown as Given[0];
  const now = new Date(computation.checkedAt.getTime() + laterMin * 60_000);
  return placedOf(ready, { treatableSqm: null }, { products, windReadAt, now });
}
const factsOf = (sentRate: number) => placed(sentRate).facts;

describe("what files for a machine hold for", () => {
  it("is the rate of the computation, named beside the one that was sent", () => {
    expect(factsOf(3)).toContainEqual({
      label: "Rates the buffer holds for",
      value: "2 lb/ac of DEMO Dry, not the 3 lb/ac that was checked",
    });
  });

  it("names no other rate where both are the same", () => {
    expect(factsOf(2).map(({ label }) => label)).not.toContain("Rates the buffer holds for");
  });

  it("is a wind that is as old as its reading, and not as the computation", () => {
    const { at } = placed(2);
    const windReadAt = new Date(Date.parse(at) - 61 * 60_000);
    expect(placed(2, { windReadAt })).toMatchObject({ at, wind: { at: windReadAt.toISOString(), isOld: true } });
    expect(placed(2, { laterMin: 60 }).wind).toEqual({ at, isOld: false });
    expect(placed(2, { laterMin: 61 }).wind.isOld).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { conditionSchema, conditionsSchema } from "@/lib/rulebook/schema-conditions";

const head = { id: "one", text: "What to do.", evidence: "primary", cite: ["LABEL"] };

const faultsOf = (found: object): string[] =>
  conditionSchema.safeParse({ ...head, ...found }).error?.issues.map(({ message }) => message) ?? [];

describe("a label condition", () => {
  it.each([
    { kind: "states", rule: "only", states: ["IL", "IA"] },
    { kind: "counties", rule: "never", geoIds: ["48027"] },
    { kind: "pulas", rule: "never", pulaIds: [123] },
    { kind: "crops", rule: "only", crops: ["soybean"] },
    { kind: "dates", from: null, until: "06-20", when: { crops: ["soybean"], states: ["IL"] } },
    { kind: "dates", from: "2026-02-06", until: "02-29" },
    { kind: "temperature", of: "field", atLeastF: null, atMostF: 85, belowF: null },
    {
      kind: "time_of_day",
      from: { event: "sunrise", offsetMinutes: 60 },
      until: { event: "sunset", offsetMinutes: -120 },
    },
    { kind: "boom_share", aircraft: "rotor", atMostPercent: 75, windAboveMph: 10, windAtMostMph: null },
    { kind: "annual_rate", atMost: 44, unit: "fl_oz_per_acre" },
    // What is read of the year before reaches so far.
    { kind: "days_between", atLeast: 92 },
    { kind: "unread" },
  ])("of kind $kind is read", (found) => {
    expect(faultsOf(found)).toEqual([]);
  });

  it.each([
    [{ kind: "wind", minMph: null, maxMph: null }, "sets none of minMph, maxMph"],
    [{ kind: "dates", from: "06-31", until: null }, "is no day"],
    [{ kind: "unjudged", when: {} }, "names nothing that it binds to"],
    [{ kind: "unjudged", id: "Not kebab" }, "must be kebab-case"],
  ])("with a fault is refused: %j", (found, message) => {
    expect(faultsOf(found)).toContain(message);
  });

  it.each([
    { kind: "states", rule: "only", states: ["ZZ"] },
    { kind: "counties", rule: "only", geoIds: ["48027"] },
    { kind: "no_such_kind" },
    { kind: "days_between", atLeast: 93 },
    { kind: "unjudged", extra: 1 },
  ])("that the format does not know is refused: %j", (found) => {
    expect(faultsOf(found)).not.toEqual([]);
  });

  it("has an id of its own within its label", () => {
    const twice = [head, head].map((each) => ({ ...each, kind: "unjudged" }));
    expect(conditionsSchema.safeParse(twice).error?.issues[0]?.message).toBe("condition id one occurs twice");
  });
});

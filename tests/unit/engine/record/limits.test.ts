import { DEPARTURES } from "@/lib/domain/record-meaning";
import { describe, expect, it } from "vitest";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import type { RecordFacts } from "@/lib/engine/record/facts";
import { fillRecord } from "@/lib/engine/record/fill";
import { CITED, STRYAX, application, fact, facts, mix, reading } from "./record-facts";

describe("true values outside a limit", () => {
  // On 15 June the sun sets there about 20:24 Central Daylight Time, so that the window ends about 18:24.
  it.each([
    ["wind below 3 mph", [reading("start", "09:00", { wind: 2.9 })], ["Wind from 3 to 10 mph at boom height."]],
    [
      "wind above 10 mph at a refill",
      [reading("refill", "10:00", { wind: 10.1 })],
      ["Wind from 3 to 10 mph at boom height."],
    ],
    [
      "wind at both ends of the range",
      [reading("start", "09:00", { wind: 3 }), reading("refill", "10:00", { wind: 10 })],
      [],
    ],
    ["an end after the window", [reading("end", "19:00")], ["From one hour after sunrise to two hours before sunset."]],
    ["an end within it", [reading("end", "18:00")], []],
    ["heat at the boom", [reading("start", "14:00", { degrees: 95 })], ["Not when 95 °F or more is forecast."]],
    ["a wind that no one read", [reading("start", "09:00", { wind: null })], []],
    [
      "a forecast high that someone wrote down",
      [fact("forecast_high_f", 97), reading("start", "09:00"), reading("end", "12:00")],
      ["Not when 95 °F or more is forecast."],
    ],
    ["a forecast high below the limit", [fact("forecast_high_f", 94), fact("forecast_next_day_high_f", 94)], []],
    [
      "a forecast high of the next day",
      [fact("forecast_next_day_high_f", 95)],
      ["Not when 95 °F or more is forecast for the day after."],
    ],
    ["a boom above 24 inches", [fact("boom_height_in", 25)], ["Boom at most 24 inches above the target or canopy."]],
    ["a boom at 24 inches", [fact("boom_height_in", 24)], []],
  ])("are kept and flagged: %s", (_title, entries, limits) => {
    const filled = fillRecord(facts({ entries }));
    expect(filled.flags.map(({ limit }) => limit)).toEqual(limits);
    expect(filled.flags.every(({ entryId }) => entries.some((each) => each.entryId === entryId))).toBe(true);
  });
});

describe("a forecast high that breaks a limit", () => {
  const hot = { ...application, details: { ...application.details, forecastHighF: 96 } };
  const told = (more: Partial<RecordFacts>) =>
    fillRecord(facts(more)).flags.map(({ entryId, limit, sent }) => [entryId !== null, limit, sent]);

  it("is flagged once, as the forecast that it is", () => {
    const entries = [reading("start", "09:00"), reading("refill", "10:00"), reading("end", "12:00")];
    expect(told({ application: hot, entries })).toEqual([[false, "Not when 95 °F or more is forecast.", "day 96 °F"]]);
    expect(told({ application: hot })).toEqual([[false, "Not when 95 °F or more is forecast.", "day 96 °F"]]);
  });

  it("is what someone wrote down, in place of what was sent", () => {
    expect(told({ application: hot, entries: [fact("forecast_high_f", 93)] })).toEqual([]);
    expect(told({ entries: [fact("forecast_high_f", 97)] })).toEqual([
      [true, "Not when 95 °F or more is forecast.", "day 97 °F"],
    ]);
  });
});

describe("a boom above the label's highest", () => {
  const LOW = "Boom at most 24 inches above the target or canopy.";
  /** A label without a list of records, as that of Liberty ULTRA. */
  const unlisted = (drift: object | null, conditions: readonly LabelCondition[] = []) =>
    mix(null).map((each, index) =>
      index > 0
        ? each
        : { ...each, rated: { ...each.rated, record: { ...STRYAX, rules: { conditions, limits: [], drift } } } },
    ) as unknown as RecordFacts["mix"];
  const RULE = { ...CITED, maxBoomHeight: "low" };
  const flagged = (own: RecordFacts["mix"], inches: number, more: Partial<RecordFacts> = {}) =>
    fillRecord(facts({ mix: own, entries: [fact("boom_height_in", inches)], ...more })).flags.map(
      ({ limit, productName }) => [limit, productName],
    );

  it("is flagged where the label has no list of records", () => {
    expect(flagged(unlisted(RULE), 25)).toEqual([[LOW, "Stryax"]]);
    expect(flagged(unlisted(RULE), 24)).toEqual([]);
    const departed = [[DEPARTURES.boom, null]];
    expect(flagged(unlisted({ ...CITED, maxBoomHeight: "high" }), 40)).toEqual(departed);
    expect(flagged(unlisted({ ...RULE, evidence: "unverified" }), 40)).toEqual(departed);
    const byAir = { application: { ...application, method: "Broadcast-Air" as const }, computation: null };
    expect(flagged(unlisted(RULE), 40, byAir)).toEqual([]);
  });

  it("is flagged where the label sets no buffer", () => {
    const low: LabelCondition = { ...CITED, id: "boom-maximum", kind: "boom_height", highest: "low", text: "Low." };
    expect(flagged(unlisted(null, [low]), 25)).toEqual([[LOW, "Stryax"]]);
    expect(flagged(unlisted(null, [low]), 24)).toEqual([]);
    expect(flagged(unlisted(null, [{ ...low, evidence: "unverified" }]), 25)).toEqual([[DEPARTURES.boom, null]]);
  });

  it("is flagged once where its list says so as well", () => {
    expect(flagged(mix(), 25)).toEqual([[LOW, null]]);
  });
});

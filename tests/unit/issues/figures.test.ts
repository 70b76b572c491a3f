import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { figureBeside } from "@/lib/domain/numbers";
import { hourIssueMessage, issueMessage } from "@/lib/views/issues/issue-text";

/** 4 km/h, as a weather service gives it. */
const WIND = 2.485484768949336;

describe("a figure beside its limits", () => {
  it.each([
    [WIND, [3, 10], "2.5"],
    [10, [3, 10], "10"],
    [10.04, [3, 10], "10.04"],
    [9.9999, [3, 10], "9.9999"],
    [10.00412, [3, 10], "10.004"],
    [2.96, [3], "2.96"],
    [7, [], "7"],
  ])("%s beside %j is %s", (value, limits, text) => {
    expect(figureBeside(value, limits)).toBe(text);
  });

  it("stands on its own side of each, however near", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 130, noNaN: true }),
        fc.array(fc.integer({ min: 0, max: 130 }), { maxLength: 3 }),
        (value, limits) => {
          const shown = Number(figureBeside(value, limits));
          for (const limit of limits) expect(Math.sign(shown - limit)).toBe(Math.sign(value - limit));
        },
      ),
    );
  });
});

describe("an issue of an hour", () => {
  const wind = {
    code: "WIND_OUTSIDE_LABEL_RANGE" as const,
    particulars: { productName: "Enlist One", windSpeedMph: WIND, minMph: 3, maxMph: 10 },
  };

  it("names the forecast in place of someone who sent the figure, and rounds it", () => {
    expect(hourIssueMessage(wind)).toBe(
      "The wind is outside the speeds that the label allows. (Enlist One: 2.5 mph in the forecast; the label allows 3 to 10 mph)",
    );
    expect(issueMessage(wind, "en")).toContain(`${WIND} mph sent`);
  });

  it("does not repeat its own time as one that was sent", () => {
    const late = {
      code: "DATE_OUTSIDE_LABEL_WINDOW" as const,
      particulars: { productName: "Enlist One", plannedStartAt: "2026-11-30T02:00:00.000Z" },
    };
    expect(hourIssueMessage(late)).toBe(
      "This hour is outside the days or the part of the day that the label allows. (Enlist One)",
    );
    expect(issueMessage(late, "en")).toContain("start planned at 2026-11-30T02:00:00.000Z");
  });
});

import { describe, expect, it } from "vitest";
import { issue } from "@/lib/domain/issues";
import { compassLetters } from "@/lib/views/figures";
import { factInWords } from "@/lib/pages/portal/overview/cab-card";

describe("what must not happen", () => {
  it.each([
    [{ windSpeedMph: 12, minMph: 3, maxMph: 10 }, "wind 12 mph, label 3 to 10"],
    [{ windSpeedMph: 12.25, maxMph: 10 }, "wind 12.3 mph, label at most 10"],
    [{ windSpeedMph: 1, minMph: 3 }, "wind 1 mph, label at least 3"],
    [{ windSpeedMph: 1 }, "the wind is outside what the label allows"],
  ])("names the wind and its limit: %j", (particulars, words) => {
    expect(factInWords(issue("WIND_OUTSIDE_LABEL_RANGE", { particulars }))).toBe(words);
  });

  it("names the temperature and its limit", () => {
    const particulars = { temperatureF: 92, maxF: 85 };
    expect(factInWords(issue("TEMPERATURE_OUTSIDE_LABEL_RANGE", { particulars }))).toBe("92 °F, label at most 85");
  });

  it("has the issue's own words where there is no figure", () => {
    expect(factInWords(issue("NO_TREATABLE_AREA"))).toBe("the drift buffer covers the whole field");
  });
});

describe("letters of the compass", () => {
  it.each([
    [0, "N"],
    [225, "SW"],
    [202.5, "SSW"],
    [359, "N"],
    [112.5, "ESE"],
  ])("of %d° are %s", (deg, letters) => {
    expect(compassLetters(deg)).toBe(letters);
  });
});

import { describe, expect, it } from "vitest";
import { APPLICATION_METHOD_NAMES } from "@/lib/domain/application";
import { RATE_UNIT_NAMES, parseRateUnit } from "@/lib/domain/rate-units";
import { issueMessage } from "@/lib/views/issues/issue-text";
import { didYouMean, nearestWord } from "@/lib/views/sent-values";

describe("the word that was meant", () => {
  it.each([
    ["Brodcast-Ground", "Broadcast-Ground"],
    ["broadcast ground", "Broadcast-Ground"],
    ["Air-blast", "Airblast"],
    ["drones", "Drone"],
  ])("%s is %s", (sent, meant) => {
    expect(nearestWord(sent, APPLICATION_METHOD_NAMES)).toBe(meant);
  });

  it.each(["Boat", "", "...", "x".repeat(5_000)])("%s is none of the methods", (sent) => {
    expect(nearestWord(sent, APPLICATION_METHOD_NAMES)).toBeNull();
    expect(didYouMean(sent, APPLICATION_METHOD_NAMES)).toBe("");
  });

  it("is left open between two words that are as near", () => {
    expect(nearestWord("cat", ["bat", "rat"])).toBeNull();
  });
});

describe("a rate unit that is not known", () => {
  const message = (rateUnit: string): string =>
    issueMessage({ code: "UNRESOLVED_RATE", particulars: { problems: [{ kind: "unknown_unit", rateUnit }] } });

  it("is followed by the one that was meant", () => {
    expect(message("fl ozz/ac")).toContain("did you mean “fl oz/ac”?");
    expect(message("furlongs")).not.toContain("did you mean");
  });

  it("is never turned from an active ingredient into a product", () => {
    for (const unit of ["lb ai/ac", "lbs ae/ac", "g a.i./ha"])
      expect(message(unit), unit).not.toContain("did you mean");
  });

  it("is offered units that the service knows", () => {
    expect(RATE_UNIT_NAMES.filter((unit) => parseRateUnit(unit) === null)).toEqual([]);
  });
});

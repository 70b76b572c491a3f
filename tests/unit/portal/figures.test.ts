import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { feetToKeep, leftToKeepFt, roundBearing, roundPercent } from "@/lib/domain/rounding";
import { bearingOfCompass, compassLetters, compassWord, formatAcres, formatFeet } from "@/lib/views/figures";

describe("a compass point in letters or words", () => {
  it("is read back as the bearing it was written for", () => {
    for (let point = 0; point < 16; point += 1) {
      const deg = point * 22.5;
      expect(bearingOfCompass(compassLetters(deg))).toBe(deg);
      expect(bearingOfCompass(` from the ${compassWord(deg).toUpperCase()} `)).toBe(deg);
    }
  });

  it.each(["", "S W E", "up", "45", "northnorth"])("is none for “%s”", (text) => {
    expect(bearingOfCompass(text)).toBeNull();
  });
});

describe("compassWord", () => {
  it.each([
    [0, "north"],
    [360, "north"],
    [-90, "west"],
    [11.24, "north"],
    [11.25, "north-northeast"],
    [348.75, "north"],
    [348.7, "north-northwest"],
    [202, "south-southwest"],
    [725, "north"],
  ])("%d degrees are %s", (bearingDeg, word) => expect(compassWord(bearingDeg)).toBe(word));

  it.each([
    [22.4, "north"],
    [22.5, "northeast"],
    [202, "south"],
    [337.5, "north"],
  ])("%d degrees are %s of eight points", (bearingDeg, word) => expect(compassWord(bearingDeg, 8)).toBe(word));

  it("has a word for every bearing, and none for what is no number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (bearing) => {
        expect(compassWord(bearing)).toMatch(/^[a-z-]+$/);
      }),
    );
    for (const bearing of [Number.NaN, Infinity]) expect(() => compassWord(bearing)).toThrow(RangeError);
  });
});

describe("formatFeet and formatAcres", () => {
  it.each([
    [310, "310 ft"],
    [1320.4, "1,320 ft"],
    [0, "0 ft"],
    [2.46, "2.5 ft"],
  ])("%d ft read %s", (feet, text) => expect(formatFeet(feet)).toBe(text));

  it.each([
    [21.25, "22 ft"],
    [2100.01, "2,101 ft"],
    [35, "35 ft"],
    [35.000000001, "35 ft"],
    [9.94, "10 ft"],
    [1.1, "1.1 ft"],
    [1.11, "1.2 ft"],
    [0, "0 ft"],
  ])("%d ft to keep read %s: never less", (feet, text) => expect(formatFeet(feetToKeep(feet))).toBe(text));

  it.each([
    [100, 20.5, 80],
    [100, 91.25, 8.8],
    [100, 99.95, 0],
    [100, 99.85, 0.2],
    [100, 120, 0],
  ])("of %d ft managed ground that carries %d leaves %d to keep", (bufferFt, carriedFt, leftFt) => {
    expect(leftToKeepFt(bufferFt, carriedFt)).toBe(leftFt);
  });

  it("keep a share within its whole, and a direction within its circle", () => {
    expect([-0.004, 33.333, 100.01].map(roundPercent)).toEqual([0, 33.33, 100]);
    expect([0, 359.99, 359.996].map(roundBearing)).toEqual([0, 359.99, 0]);
  });

  it.each([
    [152.44, "152.4 acres"],
    [1, "1 acre"],
    [0, "0 acres"],
    [0.129, "0.13 acres"],
    [0.001, "under 0.01 acres"],
    [12345, "12,345 acres"],
  ])("%d acres read %s", (acres, text) => expect(formatAcres(acres)).toBe(text));
});

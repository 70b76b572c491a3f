import { describe, expect, it, test } from "vitest";
import { caseFiles, readCases } from "../cases";
import { codesOf, type LabelCase } from "./drift-cases";
import { answerTo } from "./label-answers";

const SQFT_PER_SQM = 1 / 0.3048 ** 2;

describe.each(caseFiles("drift", "labels"))("labels of the catalogue: %s", (file) => {
  test.each(readCases<LabelCase>("drift", file))("$name", (given) => {
    const { expected, tolerance } = given;
    const found = answerTo(given);
    // What no one checked hears of in every answer; here it counts where it blocks.
    const told = found.issues.filter(({ code, blocks }) => blocks || code !== "LABEL_CONDITIONS_NOT_CHECKED");
    expect(codesOf(told).toSorted()).toEqual(expected.issues.toSorted());
    expect([found.driftStatus, found.hasTreatableArea]).toEqual([expected.driftStatus, expected.hasTreatableArea]);
    const products = found.products.map(({ rawDistanceFt, reductionPercent, bufferFt }) => ({
      rawDistanceFt,
      reductionPercent,
      bufferFt: bufferFt === null ? null : Math.round(bufferFt * 1e6) / 1e6,
    }));
    expect(products).toEqual(expected.products);
    const bufferSqft = found.areas.bufferSqm * SQFT_PER_SQM;
    const fieldSqft = found.areas.fieldSqm * SQFT_PER_SQM;
    const wanted = expected.bufferSqft ?? fieldSqft;
    expect(Math.abs(bufferSqft - wanted)).toBeLessThanOrEqual((fieldSqft * tolerance.areaPercent) / 100);
  });

  it("names the source of every case", () => {
    expect(readCases<LabelCase>("drift", file).filter(({ source }) => source.length < 10)).toEqual([]);
  });
});

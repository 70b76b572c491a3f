import { describe, expect, it, test } from "vitest";
import { assess } from "@/lib/engine/assess";
import { caseFiles, readCases } from "../cases";
import { factsOf, submittedOf } from "../facts";
import { claimOf, codesOf, computed, type LabelCase } from "./drift-cases";

const SQFT_PER_SQM = 1 / 0.3048 ** 2;

/** From a check to its buffers, as at the sprayer: products and rules come of the assessment. */
function answerTo({ input }: LabelCase) {
  const { method, dropletSize, boomHeight } = input;
  const products = input.products.map(({ epaNumber, ...members }) => submittedOf(epaNumber, members));
  const weather = {
    windDirectionDeg: input.windFromDeg ?? 0,
    windSpeedMph: input.windMph,
    temperatureF: null,
    humidityPercent: input.humidityPercent ?? null,
  };
  const facts = factsOf(products, { application: { method, dropletSize, boomHeight, gpa: 15 }, weather });
  return computed({
    ...assess(facts).driftRules,
    setup: { method, dropletSize, boomHeight, gpa: 15 },
    weather,
    claims: (input.claims ?? []).map(claimOf),
  });
}

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

import { describe, expect, it, test } from "vitest";
import { caseFiles, readCases } from "../cases";
import { codesOf, placed, SIDES, type EdgeExpectation, type PlacementCase, type Side } from "./drift-cases";

const SQFT_PER_SQM = 1 / 0.3048 ** 2;
const files = caseFiles("drift").filter((file) => !/^(labels|practices)-/.test(file));
const indexOf = (edge: number | Side): number => (typeof edge === "number" ? edge : SIDES.indexOf(edge));

describe.each(files)("buffers worked out by hand: %s", (file) => {
  test.each(readCases<PlacementCase>("drift", file))("$name", (given) => {
    const { expected, tolerance } = given;
    const found = placed(given);
    const fieldSqft = found.areas.fieldSqm * SQFT_PER_SQM;
    const slackSqft = (fieldSqft * tolerance.areaPercent) / 100;
    expect(Math.abs(found.areas.bufferSqm * SQFT_PER_SQM - expected.bufferSqft)).toBeLessThanOrEqual(slackSqft);
    const treatableSqft = expected.treatableSqft ?? fieldSqft - expected.bufferSqft;
    expect(Math.abs((found.areas.treatableSqm ?? Number.NaN) * SQFT_PER_SQM - treatableSqft)).toBeLessThanOrEqual(
      slackSqft,
    );
    checkEdges(found.edges, given);
    checkAnswer(found, expected);
  });

  it("names the source of every case", () => {
    expect(readCases<PlacementCase>("drift", file).filter(({ source }) => source.length < 10)).toEqual([]);
  });
});

function checkEdges(
  edges: ReturnType<typeof placed>["edges"],
  { expected, tolerance }: Pick<PlacementCase, "expected" | "tolerance">,
): void {
  if (expected.downwind !== undefined) {
    const downwind = edges.filter((edge) => edge.downwind).map(({ edgeIndex }) => edgeIndex);
    expect(downwind).toEqual(expected.downwind.map(indexOf).toSorted());
  }
  for (const side of SIDES) {
    const wanted = expected.edges?.[side];
    const edge = edges.find(({ edgeIndex, ringIndex }) => edgeIndex === SIDES.indexOf(side) && ringIndex === 0);
    if (wanted !== undefined) expectEdge(edge, wanted, tolerance.ft);
  }
}

function expectEdge(edge: ReturnType<typeof placed>["edges"][number] | undefined, wanted: EdgeExpectation, ft: number) {
  const { reason, ...figures } = wanted;
  if (reason !== undefined) expect(edge?.reason).toBe(reason);
  for (const key of ["bufferFt", "requiredFt", "reductionPercent", "creditedOutsideFt"] as const) {
    const figure = figures[key];
    if (figure === null) expect(edge?.[key]).toBeNull();
    else if (figure !== undefined) expect(Math.abs((edge?.[key] ?? Number.NaN) - figure)).toBeLessThanOrEqual(ft);
  }
}

function checkAnswer(found: ReturnType<typeof placed>, expected: PlacementCase["expected"]): void {
  if (expected.issues !== undefined) expect(codesOf(found.issues)).toEqual(expected.issues);
  if (expected.driftStatus !== undefined) expect(found.driftStatus).toBe(expected.driftStatus);
  expect(found.hasTreatableArea).toBe(expected.hasTreatableArea ?? true);
  expect(found.requiresBuffer).toBe(expected.requiresBuffer ?? true);
  if (expected.counts === undefined) return;
  expect({
    managed: found.exclusionFeatureCount,
    nonManaged: found.nonManagedFeatureCount,
    scope: found.featureScope,
  }).toEqual(expected.counts);
}

import { expect, it } from "vitest";
import type { RecheckChange } from "@/lib/domain/recheck";
import { csvLines, reasonsOf } from "@/lib/views/console/recheck-rows";

const NOTHING: RecheckChange = {
  statusBefore: "met",
  statusAfter: "not_met",
  issuesAdded: [],
  issuesRemoved: [],
  pulasAdded: [],
  pulasRemoved: [],
  pulasChanged: [],
};

it("says in words why an answer changes, and not that an issue is both new and gone", () => {
  expect(reasonsOf({ ...NOTHING, pulasAdded: [3], pulasRemoved: [4] })).toEqual([
    "area 3 applies here now",
    "area 4 no longer applies here",
  ]);
  expect(
    reasonsOf({
      ...NOTHING,
      issuesAdded: ["PULA_COVERAGE_MISSING", "LIMITATIONS_REVIEW_REQUIRED"],
      issuesRemoved: ["LIMITATIONS_REVIEW_REQUIRED", "SOIL_UNAVAILABLE"],
    }),
  ).toEqual([
    "new issue PULA_COVERAGE_MISSING",
    "issue SOIL_UNAVAILABLE is gone",
    "issue LIMITATIONS_REVIEW_REQUIRED is about another product or area",
  ]);
  expect(reasonsOf(NOTHING)).toEqual(["points or the drift buffer differ"]);
});

it("writes no cell that a spreadsheet would run, in wide signs neither", () => {
  for (const sign of ["=", "+", "-", "@", "\t", "\uff1d", "\uff0b", "\uff0d", "\uff20"]) {
    expect(csvLines([[`${sign}1"`, "a"]])).toBe(`"'${sign}1""","a"\r\n`);
  }
  expect(csvLines([["A=1", "'=1", ""]])).toBe(`"A=1","'=1",\r\n`);
});

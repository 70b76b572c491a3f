import { expect, test } from "vitest";
import { conditionIssues } from "@/lib/engine/conditions/issues";
import { productOf, ratedOf } from "../facts";
import { judgedFor } from "./judged";

/** Stryax on soybean: up to growth stage R1. */
const judged = (cropStage: string | null) =>
  judgedFor(ratedOf(productOf("264-1241"), { rate: 22 }), { details: { cropStage } });
const resultOf = (cropStage: string | null): string | undefined =>
  judged(cropStage).find(({ condition }) => condition.id === "soybean-stage")?.outcome.result;

test.each([
  [null, "unjudged"],
  ["VE", "kept"],
  ["V4", "kept"],
  ["v 4", "kept"],
  ["R1", "kept"],
  ["R2", "broken"],
  ["V3-V4", "kept"],
  ["R1 to R2", "broken"],
  ["V6 / R2", "broken"],
  ["R3 (beginning pod)", "open"],
  ["R5.5", "open"],
  ["pod fill", "open"],
  ["V3 to flowering", "open"],
])("a stage that is sent as %j is %s", (cropStage, result) => {
  expect(resultOf(cropStage)).toBe(result);
});

test("a stage that cannot be read blocks a pass", () => {
  const blocks = (stage: string) =>
    conditionIssues(judged(stage)).some(({ code, blocks: does }) => code === "LABEL_CONDITIONS_NOT_CHECKED" && does);
  expect([blocks("V4"), blocks("R3 (beginning pod)")]).toEqual([false, true]);
});

import { describe, expect, test } from "vitest";
import type { ConditionBody } from "@/lib/domain/label-conditions";
import { cropKey, findCrop, recognizeCrops } from "@/lib/domain/crops";
import { rulebook } from "../facts";
import { resultOf } from "./judged";

describe("crop words", () => {
  test.each([
    ["Soybeans", "soybean"],
    ["SOYBEAN", "soybean"],
    ["Soja", "soybean"],
    ["XtendFlex Soybeans", "soybean"],
    ["Corn, field", "corn"],
    ["Maíz", "corn"],
    ["maiz", "corn"],
    ["Sweet Corn", "sweet_corn"],
    ["Winter Wheat", "wheat"],
    ["Vineyard", "grape"],
    ["Uvas", "grape"],
    ["Algodón", "cotton"],
    ["Tomatoes", "tomato"],
    ["Strawberries", "strawberry"],
    ["Grass/Pasture", "pasture"],
  ])("%s is %s", (word, id) => {
    expect(findCrop(rulebook.crops, word)?.id).toBe(id);
  });

  test.each(["", "Field 7", "Soy milk", "cornfield next to the barn", "Vineyard Road"])(
    "%j is no crop: a part of a word never decides",
    (word) => {
      expect(findCrop(rulebook.crops, word)).toBeNull();
    },
  );

  test("are split into known and unknown ones", () => {
    expect(recognizeCrops(rulebook.crops, ["Soybeans", "soja", "Blorb"])).toEqual({
      known: ["soybean"],
      unknown: ["Blorb"],
    });
  });

  test("compare without accents, case, punctuation and plural", () => {
    expect(cropKey("  Limón (AMARILLO)s ")).toBe("limon amarillo s");
  });
});

describe("a label's list of crops", () => {
  const ONLY: ConditionBody = { kind: "crops", rule: "only", crops: ["soybean", "cotton"] };
  const NEVER: ConditionBody = { kind: "crops", rule: "never", crops: ["wheat", "corn"] };

  test.each<[ConditionBody, string[], string]>([
    [ONLY, ["Soybeans"], "kept"],
    [ONLY, ["Soybeans", "Cotton"], "kept"],
    [ONLY, ["Soybeans", "Wheat"], "broken"],
    [ONLY, ["Soybeans", "Blorb"], "open"],
    [ONLY, ["Wheat", "Blorb"], "broken"],
    [ONLY, ["Blorb"], "open"],
    [ONLY, [], "open"],
    [NEVER, ["Soybeans"], "kept"],
    [NEVER, ["Soybeans", "Corn"], "broken"],
    [NEVER, ["Soybeans", "Blorb"], "open"],
    [NEVER, [], "open"],
  ])("%j and an application on %j: %s", (list, crop, result) => {
    expect(resultOf(list, { crop })).toBe(result);
  });
});

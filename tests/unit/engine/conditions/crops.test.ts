import { describe, expect, test } from "vitest";
import { cropKey, findCrop, recognizeCrops } from "@/lib/domain/crops";
import { rulebook } from "../facts";

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

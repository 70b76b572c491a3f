import { describe, expect, it } from "vitest";
import type { FieldGround } from "@/lib/domain/field";
import type { SoilSummary } from "@/lib/domain/soil";
import { verdictOf, type WordFacts } from "@/lib/pages/portal/measures/words";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { inLanguageOf } from "@/scripts/language.mjs";

const MODERATELY_SANDY = 28;

const SOIL: SoilSummary = {
  dominantGroup: "B",
  slopePct: 5,
  totalAreaSqm: 10_000,
  byGroup: { B: { areaSqm: 10_000, percentage: 100 } },
  byMapUnit: { "1": { muname: "Crete silt loam, 1 to 3 percent slopes", areaSqm: 10_000, percentage: 100 } },
};

function verdict(language: "en" | "es", countedPoints: number): string {
  const { categories } = rulebookAsOf("2026-06-15").menus.epa_runoff;
  const [place] = categories.flatMap((category) =>
    category.options.flatMap((option) =>
      option.subOptions
        .filter(({ id }) => id === MODERATELY_SANDY)
        .map((subOption) => ({ category, option, subOption })),
    ),
  );
  if (place === undefined) throw new Error("the menu has no such credit");
  const ground = { soil: SOIL } as FieldGround;
  const prospect: WordFacts["prospect"] = {
    subOptionId: MODERATELY_SANDY,
    isSelected: true,
    counts: true,
    reason: null,
    inTheWay: [],
    displaced: [],
    pointsChange: 0,
    needsSoil: false,
  };
  const facts: WordFacts = {
    system: "epa_runoff",
    ...place,
    prospect,
    ground,
    ruledOutBy: [],
    labelOf: String,
    tooLateFor: null,
  };
  return inLanguageOf({ url: "/portal", headers: { "accept-language": language } }, () =>
    verdictOf(facts, countedPoints),
  );
}

describe("a soil credit that counts and is worth nothing", () => {
  it("says which group is right and which texture is missing, in both languages", () => {
    expect(verdict("en", 0)).toBe(
      "Counts 0 points: soil group B is right, but on less than half of the field the soil survey names sand, loamy sand, or sandy loam together with it, and this credit needs both",
    );
    expect(verdict("es", 0)).toBe(
      "Cuenta 0 puntos: el grupo de suelo B es el adecuado, pero en menos de la mitad del campo el estudio de suelos indica junto con él arena, arena francosa o franco arenoso, y este crédito exige las dos cosas",
    );
  });

  it("and one that is worth something says no more than that", () => {
    expect(verdict("en", 2)).toBe("Counts 2 points");
  });
});

import { expect, it } from "vitest";
import type { RunoffSystem } from "@/lib/domain/product";
import { verdictOf, type WordFacts } from "@/lib/pages/portal/measures/words";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { inLanguageOf } from "@/scripts/language.mjs";

/** Why a chosen measure does not count that the scoring dropped as not derived, and was in place in time. */
function verdict(
  language: "en" | "es",
  system: RunoffSystem,
  code: string,
  more: Partial<WordFacts["prospect"]> = {},
): string {
  const places = rulebookAsOf("2026-06-15").menus[system].categories.flatMap((category) =>
    category.options.flatMap((option) => option.subOptions.map((subOption) => ({ category, option, subOption }))),
  );
  const place = places.find(({ subOption }) => subOption.code === code);
  if (place === undefined) throw new Error(`the menu has no ${code}`);
  const prospect: WordFacts["prospect"] = {
    subOptionId: place.subOption.id,
    isSelected: true,
    counts: false,
    reason: "NOT_DERIVED",
    inTheWay: [],
    displaced: [],
    pointsChange: 0,
    needsSoil: false,
    ...more,
  };
  const facts = { system, ...place, prospect, ground: null, ruledOutBy: [], labelOf: String, tooLateFor: null };
  const request = { url: "/portal", headers: { "accept-language": language } };
  return inLanguageOf(request, () => verdictOf(facts, null));
}

it.each<[RunoffSystem, string, string, string]>([
  ["epa_runoff", "untreated_60_pct_or_more", "this method treats the whole field", "este método trata todo el campo"],
  [
    "epa_runoff",
    "annual_rate_60_pct_lower_or_more",
    "with this application the year has, or may have, more of what the label allows",
    "con esta aplicación el año ya usa, o puede usar, una parte mayor del máximo anual de la etiqueta que la que esta medida deja",
  ],
  [
    "trait_runoff",
    "trait_one_application",
    "the field has more applications in the year",
    "el campo tiene más aplicaciones en el año",
  ],
  ["epa_runoff", "no_till", "the field does not earn it by itself any more", "el campo ya no la obtiene por sí mismo"],
])("of the menu %s, %s says what contradicts it", (system, code, english, spanish) => {
  expect(verdict("en", system, code)).toBe(`Does not count: ${english}`);
  expect(verdict("es", system, code)).toBe(`No cuenta: ${spanish}`);
});

it("says of a measure that may be the same strip as another which one that is", () => {
  const beside = { reason: "EXCLUSIVE", inTheWay: [226] } as const;
  const of = (language: "en" | "es") =>
    verdict(language, "epa_runoff", "riparian_area_30_to_60_ft", { ...beside, inTheWay: [...beside.inTheWay] });
  expect(of("en")).toMatch(/^Does not count beside .*226.*: they may be one strip, and the same ground counts once$/);
  expect(of("es")).toMatch(
    /^No cuenta junto a .*226.*: pueden ser una sola franja, y el mismo terreno cuenta una vez$/,
  );
});

import type { DrawnGround } from "@/lib/domain/drawn-ground";
import { FEATURE_CATEGORY_LABELS, isFeatureCategory, type FeatureCategory } from "@/lib/domain/feature-categories";
import { decimalText } from "@/lib/domain/numbers";
import { wordsIn } from "@/lib/views/language";

const categories = wordsIn<Record<FeatureCategory, string>>({
  en: FEATURE_CATEGORY_LABELS,
  es: {
    agricultural_field: "Campo agrícola",
    prepared_field: "Campo preparado",
    road: "Camino",
    structure: "Edificio o patio",
    mowed_grass: "Pasto cortado",
    bare_ground: "Suelo desnudo",
    mitigation_area: "Área de mitigación",
    managed_wetland: "Humedal manejado",
    contained_irrigation_water: "Agua de riego contenida",
    other_managed_land: "Otro terreno manejado",
    water: "Agua",
    habitat: "Hábitat",
    other_protected: "Otro terreno protegido",
  },
});

/** What ground beside a field is called. */
export const categoryInWords = (category: FeatureCategory): string => categories()[category];

interface Words {
  across: (category: string, feet: string) => string;
  more: (count: number) => string;
}

const words = wordsIn<Words>({
  en: { across: (category, feet) => `${category} (${feet} ft across)`, more: (count) => `${count} more` },
  es: { across: (category, feet) => `${category} (${feet} pies de ancho)`, more: (count) => `${count} más` },
});

const MOST_NAMED = 4;

/** "Road (240 ft across), Mowed grass (30 ft across)", the widest first. */
export function drawnInWords(drawn: readonly DrawnGround[]): string {
  const widest = drawn.toSorted((a, b) => b.acrossFt - a.acrossFt);
  const named = widest
    .slice(0, MOST_NAMED)
    .map(({ category, acrossFt }) =>
      words().across(isFeatureCategory(category) ? categoryInWords(category) : category, decimalText(acrossFt, 0)),
    );
  return [...named, ...(widest.length > MOST_NAMED ? [words().more(widest.length - MOST_NAMED)] : [])].join(", ");
}

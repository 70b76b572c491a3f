import { FEATURE_CATEGORY_LABELS, type FeatureCategory } from "@/lib/domain/feature-categories";
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

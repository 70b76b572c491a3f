import type { AdjuvantKind } from "@/lib/domain/tables";
import type { Language } from "@/lib/views/language";

const IN_SPANISH: Record<AdjuvantKind, string> = {
  ammonium_sulfate: "sulfato de amonio",
  nitrogen_fertilizer: "fertilizante nitrogenado",
  nonionic_surfactant: "surfactante no iónico",
  organosilicone_surfactant: "surfactante organosiliconado",
  crop_oil_concentrate: "concentrado de aceite agrícola",
  methylated_seed_oil: "aceite de semilla metilado",
  drift_reducing: "reductor de deriva",
  oil_emulsion_drift_reducing: "emulsión de aceite reductora de deriva",
  polymer_drift_reducing: "polímero reductor de deriva",
  volatility_reducing: "reductor de volatilidad",
  water_conditioner: "acondicionador de agua",
  buffering_agent: "regulador de pH",
  deposition_aid: "auxiliar de deposición",
  defoamer: "antiespumante",
  compatibility_agent: "agente de compatibilidad",
};
const isKnown = (kind: string): kind is AdjuvantKind => kind in IN_SPANISH;

/** What an adjuvant is for, as a phrase: "drift reducing". Kinds of older answers are named as they were saved. */
export const adjuvantKindInWords = (kind: string, language: Language): string =>
  language === "es" && isKnown(kind) ? IN_SPANISH[kind] : kind.replaceAll("_", " ");

import type { RateResolution } from "@/lib/domain/compliance";
import type { EdgeReason, NotReducedReason } from "@/lib/domain/drift";
import type { CreditSource, NotCreditedReason } from "@/lib/domain/mitigation";
import { wordsIn } from "@/lib/views/language";

/** Where a measure of the record comes from. */
export const sourceWords = wordsIn<Record<CreditSource, string>>({
  en: {
    always: "Credited to every field",
    slope: "From the field's slope",
    soil: "From the field's soil",
    county: "From the county",
    portal: "Chosen by a person",
  },
  es: {
    always: "Se acredita a todo campo",
    slope: "Por la pendiente del campo",
    soil: "Por el suelo del campo",
    county: "Por el condado",
    portal: "Elegida por una persona",
  },
});

/** Why a measure is not counted. */
export const notCreditedWords = wordsIn<Record<NotCreditedReason, string>>({
  en: {
    SOIL_INELIGIBLE: "Not counted: it is not for this field's soil group, or the group is not known",
    PRODUCT_RESTRICTED: "Not counted: the label of a product rules it out",
    OVER_MAX_SELECT: "Not counted: more of its kind are selected than count",
    OVER_CAP: "Not counted: its option gives no more points",
    INACTIVE: "Not counted: the menu in force does not hold it, or its points are not verified",
    EXCLUSIVE: "Not counted: another selected measure goes before it",
    NOT_DERIVED: "Not counted: the field does not earn it any more",
  },
  es: {
    SOIL_INELIGIBLE: "No cuenta: no es para el grupo de suelo de este campo, o no se conoce el grupo",
    PRODUCT_RESTRICTED: "No cuenta: la etiqueta de un producto la excluye",
    OVER_MAX_SELECT: "No cuenta: se eligieron más de su tipo de las que cuentan",
    OVER_CAP: "No cuenta: su opción no da más puntos",
    INACTIVE: "No cuenta: no está en el menú vigente, o sus puntos no están verificados",
    EXCLUSIVE: "No cuenta: otra medida elegida tiene prioridad",
    NOT_DERIVED: "No cuenta: el campo ya no la obtiene",
  },
});

/** Why an edge has the distance it has. */
export const edgeWords = wordsIn<Record<EdgeReason, string>>({
  en: {
    downwind: "Downwind",
    calm_air: "Calm air: every edge counts as downwind",
    omni_directional: "A rule for every edge",
    downslope: "Marked as downslope",
    downslope_unmarked: "Downslope not marked: every edge counts",
    not_selected: "Not downwind",
    no_requirement: "No requirement",
    unresolved: "Not settled",
  },
  es: {
    downwind: "A favor del viento (hacia donde sopla)",
    calm_air: "Aire en calma: todo borde cuenta como a favor del viento",
    omni_directional: "Una regla para todos los bordes",
    downslope: "Marcado como pendiente abajo",
    downslope_unmarked: "Pendiente abajo sin marcar: todo borde cuenta",
    not_selected: "No está a favor del viento",
    no_requirement: "Sin requisito",
    unresolved: "Por resolver",
  },
});

/** Why a practice takes nothing off a distance. */
export const notReducedWords = wordsIn<Record<NotReducedReason, string>>({
  en: {
    NOT_ON_LABEL: "Takes nothing off: the label, as far as it was read, does not name it",
    FIGURE_UNVERIFIED: "Takes nothing off: its figure is not verified",
    DISALLOWED: "Takes nothing off: the label does not allow it",
    MAY_BE_DISALLOWED: "Takes nothing off: the label may not allow it",
    REQUIRED_ANYWAY: "Takes nothing off: the label requires it anyway",
    OTHER_OF_OPTION: "Takes nothing off: another of its kind counts",
    OTHER_METHOD: "Takes nothing off with this method",
    NO_FIGURE: "Takes nothing off: it has no figure",
  },
  es: {
    NOT_ON_LABEL: "No descuenta nada: la etiqueta, hasta donde se leyó, no la nombra",
    FIGURE_UNVERIFIED: "No descuenta nada: su cifra no está verificada",
    DISALLOWED: "No descuenta nada: la etiqueta no la permite",
    MAY_BE_DISALLOWED: "No descuenta nada: puede que la etiqueta no la permita",
    REQUIRED_ANYWAY: "No descuenta nada: la etiqueta la exige de todos modos",
    OTHER_OF_OPTION: "No descuenta nada: cuenta otra de su tipo",
    OTHER_METHOD: "No descuenta nada con este método",
    NO_FIGURE: "No descuenta nada: no tiene cifra",
  },
});

/** Whether a rate could be compared with the tiers of a rule. */
export const resolutionWords = wordsIn<Record<RateResolution, string>>({
  en: {
    resolved: "resolved",
    unresolved: "not resolved",
    ambiguous: "ambiguous",
    not_applicable: "no rate tiers",
  },
  es: {
    resolved: "resuelto",
    unresolved: "sin resolver",
    ambiguous: "ambiguo",
    not_applicable: "sin intervalos de dosis",
  },
});

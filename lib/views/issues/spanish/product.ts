import type { BrokenLimit, IssueParticulars } from "@/lib/domain/issue-particulars";
import { decimalText } from "@/lib/domain/numbers";
import type { RateProblem } from "@/lib/domain/rate-units";
import { adjuvantKindInWords } from "@/lib/views/issues/adjuvant-words";
import { nearestRateUnit } from "@/lib/views/issues/nearest-rate-unit";
import type { IssueCatalogueOf, ProductIssueCode } from "@/lib/views/issues/issue-words";

type AskedAdjuvants = IssueParticulars<"ADJUVANT_REQUIREMENT_UNMET">;

/** "reductor de volatilidad, al menos 40 fl oz por acre" */
const adjuvants = ({ asked = [] }: AskedAdjuvants): string[] =>
  asked.map(({ kind, atLeast, atLeastUnit }) => {
    const named = adjuvantKindInWords(kind, "es");
    if (atLeast === null) return named;
    return `${named}, al menos ${atLeast} ${atLeastUnit === "percent_volume" ? "% del volumen de caldo" : "fl oz por acre"}`;
  });

const unitInWords = (unit: string): string => unit.replaceAll("_per_", " por ").replaceAll("_", " ");

function unknownUnit(unit: string): string {
  const nearest = nearestRateUnit(unit);
  return `no se conoce la unidad de dosis “${unit}”${nearest === null ? "" : `, ¿quiso decir “${nearest}”?`}`;
}

function rateProblem(problem: RateProblem): string {
  switch (problem.kind) {
    case "unknown_unit":
      return unknownUnit(problem.rateUnit);
    case "ambiguous_ounce":
      return "una onza es un volumen o un peso: envíe rate_unit_state o escriba fl oz";
    case "no_row_spacing":
      return "la unidad de dosis necesita la distancia entre surcos, mayor que cero";
    case "no_spray_volume":
      return "la unidad de dosis necesita el volumen de caldo (gpa), mayor que cero";
    case "too_large":
      return "la dosis por acre es demasiado grande para ser un número";
    case "listed_twice":
      return "el producto aparece más de una vez, en unidades que no se pueden sumar";
    case "other_unit_than_limit":
      return `su unidad no se puede comparar con el límite de la etiqueta en ${unitInWords(problem.limitUnit)}`;
    case "no_volume_for_limit":
      return "la etiqueta fija un volumen mínimo de caldo, y no se envió ninguno";
  }
}

/** Products, what is in the tank, and how much of it. */
export const PRODUCT_WORDS: IssueCatalogueOf<ProductIssueCode> = {
  UNKNOWN_PRODUCT: {
    message: "Un producto no está en el catálogo.",
    headline: "aquí no se conoce un producto",
    remedy:
      "Envíe el número de registro de la etiqueta o revíselo; después pida al administrador que agregue el producto.",
    portalRemedy: (provider) =>
      `Revise el número de registro en ${provider}. Mientras no se conozca, lea la propia etiqueta del producto.`,
  },
  ESA_STATUS_UNKNOWN: {
    message: "No sabemos si la etiqueta de un producto contiene instrucciones de la ESA.",
    details: ({ labelEndedOn, labelBeginsOn }) => [
      ...(labelEndedOn === undefined ? [] : [`la etiqueta que aquí se conoce termina el ${labelEndedOn}`]),
      ...(labelBeginsOn === undefined ? [] : [`la etiqueta que aquí se conoce empieza el ${labelBeginsOn}`]),
    ],
    headline: "nadie ha leído en una etiqueta si contiene instrucciones de la ESA",
    remedy: "Lea la etiqueta y pida al administrador que anote lo que dice.",
    portalRemedy: () => "Lea la propia etiqueta del producto y el boletín de la EPA para este lugar.",
  },
  PRODUCT_NAME_MISMATCH: {
    message: "El nombre de un producto no corresponde a su número de registro.",
    details: ({ registration, registeredName, nameBelongsTo }) => [
      ...(registeredName === undefined
        ? []
        : [`el número ${registration ?? ""} está registrado como ${registeredName}`]),
      ...(nameBelongsTo === undefined ? [] : [`el nombre pertenece a ${nameBelongsTo}`]),
    ],
    headline: "el nombre de un producto no corresponde a su número de registro",
    remedy: "Envíe el nombre y el número del mismo producto.",
    portalRemedy: (provider) => `Revise el nombre y el número del producto en ${provider}.`,
  },
  LABEL_LIMIT_EXCEEDED: {
    message: "Una cantidad está fuera de lo que indica la etiqueta.",
    details: ({ limits = [] }) => limits.map(brokenLimit),
    headline: "una cantidad está fuera de lo que indica la etiqueta",
    remedy: "Corrija la dosis, el volumen de caldo o la configuración de la aspersora.",
  },
  UNRESOLVED_RATE: {
    message: "Una dosis, o el volumen de caldo, no se puede comparar con la etiqueta.",
    details: ({ problems = [] }) => problems.map(rateProblem),
    headline: "una dosis o el volumen de caldo no se puede comparar con la etiqueta",
    remedy: "Use una unidad de dosis conocida y envíe lo que necesita (volumen de caldo, estado de la formulación).",
    portalRemedy: (provider) => `Corrija la dosis, su unidad o el volumen de caldo en ${provider}.`,
  },
  ADJUVANT_REQUIREMENT_UNMET: {
    message: "Falta en la mezcla un adyuvante exigido, o hay en ella uno prohibido.",
    details: adjuvants,
    headline: "falta un adyuvante en la mezcla, o hay uno que no se permite",
    remedy: "Corrija la mezcla.",
    portalRemedy: (provider) => `Corrija la mezcla y los productos en ${provider}.`,
  },
  ADJUVANT_UNRECOGNISED: {
    message: "No se reconoce un adyuvante de la mezcla.",
    details: adjuvants,
    headline: "no se reconoce un adyuvante de la mezcla",
    remedy: "Nombre el adyuvante por su número de registro o por un nombre de la tabla de adyuvantes.",
    portalRemedy: (provider) => `Nombre el adyuvante por su número de registro en ${provider}.`,
  },
};

/** Figures that go by other words than the names of their units. */
const LIMIT_NAMES: ReadonlyMap<string, string> = new Map([
  ["fl_oz_per_acre_per_year", "fl oz por acre en el año"],
  ["lb_per_acre_per_year", "lb por acre en el año"],
  ["lb_ingredient_per_acre", "lb del ingrediente activo por acre"],
  ["lb_ingredient_per_year", "lb del ingrediente activo por acre en el año"],
  ["applications_per_year", "aplicaciones en el año"],
  ["days_between", "días desde la última aplicación"],
  ["gallons_per_acre", "galones de caldo por acre"],
  ["hours_to_rain", "horas hasta que se espera lluvia"],
  ["humidity_percent", "% de humedad"],
  ["nozzle_pressure_psi", "psi en la boquilla"],
  ["release_height_ft", "pies de altura de descarga"],
  ["aircraft_boom_percent", "% de la envergadura o del rotor"],
  ["swath_displacement", "anchos de pasada de desplazamiento"],
]);

/** As soon as rain is expected: that hour itself is too near. */
const isOpenEnd = (what: string): boolean => what === "hours_to_rain";

function brokenLimit({ what, sent, atLeast, atMost }: BrokenLimit): string {
  const unit = LIMIT_NAMES.get(what) ?? unitInWords(what);
  const allowed = [
    ...(atLeast === null
      ? []
      : [isOpenEnd(what) ? `más de ${decimalText(atLeast)}` : `${decimalText(atLeast)} como mínimo`]),
    ...(atMost === null ? [] : [`${decimalText(atMost)} como máximo`]),
  ].join(" y ");
  return `${decimalText(sent)} ${unit}; ${(atLeast ?? atMost) === 1 ? "se permite" : "se permiten"} ${allowed}`;
}

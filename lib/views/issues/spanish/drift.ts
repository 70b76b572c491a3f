import type { IssueParticulars, RateTierProblem, RateTierUnit } from "@/lib/domain/issue-particulars";
import type { DriftIssueCode, IssueCatalogueOf } from "@/lib/views/issues/issue-words";
import { tableText } from "@/lib/views/vocabulary/table-text";

const practices = ({ practices: named = [] }: IssueParticulars<"MANUAL_DRIFT_PRACTICE_UNVERIFIED">): string[] =>
  named.map(({ label, subOptionId }) => tableText(label) ?? `práctica ${subOptionId}`);

const TIER_UNITS = {
  fl_oz_per_acre: "un volumen por acre: fl oz, pt, qt, gal, mL o L",
  lb_per_acre: "un peso por acre: lb, oz de peso, g o kg",
} satisfies Record<RateTierUnit, string>;

const tierProblem = (problem: RateTierProblem): string =>
  problem.kind === "outside"
    ? "la dosis no cae en ninguno de ellos"
    : `la dosis en “${problem.rateUnit}” no se puede comparar con ellos; envíe ${problem.tierUnits.map((unit) => TIER_UNITS[unit]).join(", o ")}`;

/** Droplets, boom, method, practices and the buffer. */
export const DRIFT_WORDS: IssueCatalogueOf<DriftIssueCode> = {
  DROPLET_BELOW_LABEL_MINIMUM: {
    message: "El tamaño de gota es más fino de lo que permite la etiqueta.",
    headline: "las gotas son más finas de lo que permite la etiqueta",
    remedy: "Elija una boquilla y una presión que den el tamaño de gota de la etiqueta o uno más grueso.",
  },
  DROPLET_BELOW_BUFFER_TIER: {
    message: "El tamaño de gota es más fino que el de cualquier zona de amortiguamiento que indica la etiqueta.",
    headline: "las gotas son más finas que las de cualquier zona de amortiguamiento de la etiqueta",
    remedy: "Elija un tamaño de gota más grueso.",
  },
  BOOM_HEIGHT_EXCEEDS_LIMIT: {
    message: "El aguilón está más alto de lo que permite la etiqueta.",
    headline: "el aguilón está más alto de lo que permite la etiqueta",
    remedy: "Baje el aguilón.",
  },
  MANUAL_DRIFT_OPTION_DISALLOWED: {
    message: "Uno de los productos no permite una práctica contra la deriva que se declaró.",
    details: practices,
    headline: "un producto no permite una práctica contra la deriva que se declaró",
    remedy: "Retire la práctica o deje fuera el producto que la prohíbe.",
  },
  NO_TREATABLE_AREA: {
    message: "La zona de amortiguamiento cubre todo el campo.",
    headline: "la zona de amortiguamiento por deriva cubre todo el campo",
    remedy: "Espere otro viento, o cambie la configuración de la aspersora o los productos.",
  },
  METHOD_NOT_PERMITTED: {
    message: "La etiqueta no permite este método de aplicación.",
    details: ({ nozzle }) =>
      nozzle === undefined ? [] : [`no está en la lista de la etiqueta, según el aplicador: ${nozzle}`],
    headline: "una etiqueta no permite este método de aplicación",
    remedy: "Aplique con un método que permita la etiqueta.",
  },
  DRIFT_CONDITIONS_UNVERIFIED: {
    message:
      "Se exige una zona de amortiguamiento por deriva, y todavía no se conocen las condiciones al momento de aplicar.",
    details: ({ isOutdated }) =>
      isOutdated === true
        ? [
            "las prácticas, las áreas dibujadas, las pendientes, el terreno del mapa o las reglas de este servicio cambiaron después de calcular la zona",
          ]
        : [],
    headline: "la zona de amortiguamiento por deriva necesita el viento del día",
    remedy: "Calcule la zona de amortiguamiento al momento de aplicar, con el viento que mida en la aspersora.",
    portalRemedy: () => "Calcúlela en la página de deriva, con el viento que mida en la aspersora.",
  },
  LABEL_DROPLET_MINIMUM_UNRESOLVED: {
    message: "La etiqueta fija un tamaño de gota que no hemos podido establecer.",
    details: ({ setBy = [] }) =>
      setBy.includes("nozzle_list") ? ["lo decide la lista de boquillas de la etiqueta"] : [],
    headline: "no está establecido el tamaño de gota de la etiqueta",
    remedy: "Lea en la etiqueta el tamaño de gota o las boquillas aprobadas.",
  },
  DROPLET_SIZE_MISSING: {
    message: "Una regla necesita el tamaño de gota y no se envió.",
    headline: "falta el tamaño de gota",
    remedy: "Envíe el tamaño de gota.",
    portalRemedy: () => "Elija el tamaño de gota en la página de deriva.",
  },
  DRIFT_METHOD_UNRESOLVED: {
    message: "La etiqueta no dice qué zona de amortiguamiento por deriva necesita este método.",
    headline: "la etiqueta no dice nada de la deriva con este método",
    remedy: "Lea lo que dice la etiqueta sobre este método de aplicación.",
  },
  WIND_SPEED_UNRESOLVED: {
    message: "El viento está fuera de las velocidades que cubren las zonas de amortiguamiento de la etiqueta.",
    headline: "el viento está fuera de lo que cubre la etiqueta",
    remedy: "Espere un viento que la etiqueta cubra.",
  },
  MANUAL_DRIFT_PRACTICE_UNVERIFIED: {
    message: "No podemos verificar una práctica contra la deriva que se declaró.",
    details: practices,
    headline: "no se puede verificar una práctica contra la deriva que se declaró",
    remedy: "Guarde un registro de la práctica; este servicio no la comprueba.",
  },
  BOOM_HEIGHT_MISSING: {
    message: "Una regla necesita la altura del aguilón y no se envió.",
    headline: "falta la altura del aguilón",
    remedy: "Envíe la altura del aguilón.",
    portalRemedy: () => "Elija la altura del aguilón en la página de deriva.",
  },
  DRIFT_RATE_TIER_UNRESOLVED: {
    message: "No sabemos cuál de los intervalos de dosis de la etiqueta corresponde.",
    details: ({ tiers = [] }) => tiers.map(tierProblem),
    headline: "no se sabe cuál de los intervalos de la etiqueta corresponde a esta dosis",
    remedy: "Revise la dosis. Envíela en una unidad que se pueda comparar con la de la etiqueta.",
    portalRemedy: (provider) => `Revise la dosis y su unidad en ${provider}.`,
  },
  DRIFT_REQUIREMENT_UNRESOLVED: {
    message: "No sabemos qué zona de amortiguamiento por deriva se exige.",
    headline: "no se sabe qué zona de amortiguamiento por deriva se exige",
    remedy: "Lea la etiqueta y el texto de la limitación.",
  },
  DOWNSLOPE_UNVERIFIED: {
    message: "No están marcados los bordes que están pendiente abajo.",
    headline: "marque los bordes que están pendiente abajo",
    remedy: "Marque en el portal los bordes que están pendiente abajo.",
    portalRemedy: () => "Marque en el mapa los bordes que están pendiente abajo.",
  },
};

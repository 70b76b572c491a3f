import { APPLICATION_METHODS, type ApplicationMethod } from "@/lib/domain/application";
import type { CreditFact, CreditTrigger, ProhibitionAsked } from "@/lib/domain/explanation";
import { decimalText } from "@/lib/domain/numbers";
import type { NotCreditedReason } from "@/lib/domain/mitigation";
import type { BufferType, RunoffSystem } from "@/lib/domain/product";
import { curveInWords } from "@/lib/views/drift-curves";
import { slopeText } from "@/lib/views/explanations/english";
import { drawnInWords } from "@/lib/views/ground";
import type { Of, StatementWords } from "@/lib/views/explanations/statement-words";
import { tableText } from "@/lib/views/vocabulary/table-text";
import { counted, methodInWords, scoreInWords, unitsInWords } from "@/lib/views/words";

const OUTCOMES: Record<Of<"condition">["outcome"], string> = {
  kept: " Se cumple.",
  broken: " No se cumple.",
  open: " No se pudo juzgar.",
  unjudged: "",
};

const SYSTEMS: Record<RunoffSystem, string> = {
  epa_runoff: "escorrentía, menú de la EPA",
  trait_runoff: "escorrentía, programa de rasgos",
};
const BUFFERS: Record<BufferType, string> = {
  wind_directional: "zona de amortiguamiento a favor del viento",
  omni_directional: "zona de amortiguamiento en todas las direcciones",
  downslope: "zona de amortiguamiento pendiente abajo",
};
const CLASSES: Readonly<Record<string, string>> = {
  ground: "terrestre",
  aerial: "aérea",
  airblast: "turboatomizador",
};
const WITHHELD: Record<NotCreditedReason, string> = {
  SOIL_INELIGIBLE: "no es para el grupo de suelo de este campo, o no se conoce el grupo",
  PRODUCT_RESTRICTED: "la etiqueta de un producto la excluye",
  OVER_MAX_SELECT: "se eligieron más de su tipo de las que cuentan",
  OVER_CAP: "su opción no da más puntos",
  INACTIVE: "no está en el menú vigente, o sus puntos no están verificados",
  EXCLUSIVE: "otra medida elegida tiene prioridad",
  NOT_DERIVED: "el campo ya no la obtiene",
};

const isMethod = (name: string): name is ApplicationMethod => name in APPLICATION_METHODS;
const methodText = (name: string): string => {
  if (CLASSES[name] !== undefined) return CLASSES[name];
  return isMethod(name) ? methodInWords(name).toLowerCase() : name;
};

/** Ends with the blank before what follows; empty where the credit hangs on no fact. */
function factText(fact: CreditFact): string {
  if (fact.about === "nothing") return "";
  if (fact.about === "no_soil") return "no hay datos de suelo; ";
  if (fact.about === "slope") {
    return fact.slopePct === null
      ? "no se conoce la pendiente media; "
      : `pendiente media ${slopeText(fact.slopePct)}; `;
  }
  const { group, countsAs, sharePct } = fact;
  if (group === null) return "no hay un grupo hidrológico dominante; ";
  const share = sharePct === null ? "" : `, en ${decimalText(sharePct, 1)} % del campo`;
  const head = `grupo hidrológico dominante ${group}`;
  if (countsAs === null)
    return `${head}${share}, y el terreno sin datos del estudio podría hacer que fuera otro más húmedo; `;
  const asOther = countsAs === group || !group.endsWith(countsAs) ? "" : `, que cuenta como ${countsAs}`;
  const whole = group.endsWith(countsAs) ? "" : `, y por todos sus grupos el campo cuenta como ${countsAs}`;
  return `${head}${asOther}${share}${whole}; `;
}

function triggerText(trigger: CreditTrigger): string {
  if (trigger.given === "always") return "a todo campo";
  if (trigger.given === "slope_below") return `por debajo de ${decimalText(trigger.slopePct)} %`;
  if (trigger.given === "slope_at_most") return `hasta ${decimalText(trigger.slopePct)} %`;
  return `en el grupo ${trigger.groups.join(" o ")}`;
}

function creditText({ label, note, points, isGiven, fact, trigger, withheld }: Of<"credit">): string {
  const worth = points === null ? "un número de puntos sin determinar" : counted(points, "punto");
  const reason = `${factText(fact)}${isGiven ? "se acredita" : worth} ${triggerText(trigger)}`;
  const nothing = withheld === null ? "" : `; aquí no suma nada: ${WITHHELD[withheld]}`;
  const remark = note === null ? "" : ` ${tableText(note)}`;
  return `${tableText(label)}: ${isGiven ? worth : "ningún punto"} (${reason})${nothing}.${remark}`;
}

function pointsText({ system, points, bySoil }: Of<"points">): string {
  const units = unitsInWords(system);
  if (bySoil !== null) return `${scoreInWords(bySoil.A_B, system)} en suelos A y B, ${bySoil.C_D} en suelos C y D`;
  return points === null ? `número de ${units} sin determinar` : scoreInWords(points, system);
}

const prohibitionText = ({ text }: ProhibitionAsked): string =>
  `Prohíbe el producto en esta área${text === null ? "." : `: "${tableText(text)}"`}`;

export const SPANISH: StatementWords = {
  methods: ({ permitted, excluded }) =>
    `métodos permitidos: ${permitted.map(methodText).join(", ")}` +
    (excluded.length > 0 ? `; excluidos: ${excluded.map(methodText).join(", ")}` : ""),
  points: (says, isAlone) => `${isAlone ? `${SYSTEMS[says.system]}: ` : ""}${pointsText(says)}`,
  buffer: ({ bufferType, methodClass, distanceFt }) =>
    `${BUFFERS[bufferType]}, ${methodText(methodClass)}: ${decimalText(distanceFt)} pies`,
  disallowed: ({ system, code }) => `${SYSTEMS[system]}: ${code} no suma nada para este producto`,
  adjuvant: ({ text }) => tableText(text),
  condition: ({ text, outcome }) => `${tableText(text)}${OUTCOMES[outcome]}`,
  limitation: ({ pulaId, code, uses, missing, asks }, isAlone) =>
    [
      `PULA ${pulaId}, código ${code}.`,
      ...(uses.length > 0 ? [`Usos que nombra: ${uses.join(", ")}.`] : []),
      ...(missing === null ? [] : [`Falta: ${tableText(missing)}`]),
      ...(asks?.kind === "points" ? [SPANISH.points(asks, isAlone)] : []),
      ...(asks?.kind === "buffer" ? [SPANISH.buffer(asks, isAlone)] : []),
      ...(asks?.kind === "prohibition" ? [prohibitionText(asks)] : []),
    ].join(" "),
  county: ({ county, points, isCoarse }) =>
    `Vulnerabilidad a la escorrentía de ${county}: ${counted(points, "punto")}` +
    (isCoarse ? " (límites aproximados: cuenta la clase más baja a menos de 2 km)" : ""),
  credit: creditText,
  setback: ({ productName, bufferType, rawFt, reductionPercent, widthFt }) =>
    `${productName}: ${BUFFERS[bufferType]} de ${decimalText(rawFt)} pies, reducida en ` +
    `${decimalText(reductionPercent)} % a ${decimalText(widthFt)} pies.`,
  downwind: ({ windDirectionDeg, windSpeedMph, sine }) =>
    `Con viento desde ${decimalText(windDirectionDeg)} grados a ${decimalText(windSpeedMph)} mph, un borde está a favor ` +
    `del viento cuando su lado exterior va con el viento por más de sen 0.5° (${sine.toFixed(5)}); con el aire en ` +
    "calma lo está todo borde.",
  deposition: ({ distanceFt, percent, curve, isExtrapolated }) =>
    `A ${decimalText(distanceFt)} pies AgDRIFT Tier I espera ${percent.toPrecision(3)} % de la dosis aplicada ` +
    `(${curveInWords(curve)}${isExtrapolated ? ", más allá del alcance de la curva" : ""}). No reemplaza la distancia ` +
    "de ninguna etiqueta.",
  ground: ({ isUnknown, reachFt, managed, protected: protectedGround, supposed, drawn = [] }) =>
    (isUnknown
      ? "No hay ningún mapa de terrenos junto a los campos cargado, así que solo lo que se dibujó en el portal lleva " +
        "parte de una zona de amortiguamiento."
      : `Terreno a menos de ${decimalText(reachFt)} pies del campo: ${counted(managed, "área manejada", "áreas manejadas")} y ` +
        counted(protectedGround, "protegida", "protegidas") +
        (supposed === 0
          ? "."
          : `; ${decimalText(supposed)} del mapa se ${supposed === 1 ? "dibujó" : "dibujaron"} a partir de líneas con un ` +
            "ancho supuesto.")) +
    (drawn.length === 0
      ? ""
      : ` Cuenta tal como se dibujó a mano, sin que nadie lo haya verificado: ${drawnInWords(drawn)}.`),
};

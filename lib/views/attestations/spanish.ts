import { countyInWords } from "@/lib/views/county-name";
import type { QuestionParticulars } from "@/lib/domain/attestation";
import type { MethodClass } from "@/lib/domain/application";
import type { BufferType, RunoffSystem } from "@/lib/domain/product";
import type { LabelFigure } from "@/lib/domain/label-figures";
import type { QuestionCatalogue, QuestionToSay } from "@/lib/views/attestations/catalogue";
import { sourceName } from "@/lib/views/documents";
import { dropletsInWords } from "@/lib/views/droplets";
import { adjuvantKindInWords } from "@/lib/views/issues/adjuvant-words";
import { tableText } from "@/lib/views/vocabulary/table-text";
import { counted, orInSpanish } from "@/lib/views/words";

const anyOf = (items: readonly string[] = []): string => orInSpanish(items);
const adjuvantName = (kind: string | undefined): string =>
  kind === undefined ? "adyuvante" : adjuvantKindInWords(kind, "es");
const ofDate = (labelDate: string | null): string =>
  labelDate === null ? "" : ` La etiqueta más nueva que se conoce es del ${labelDate}.`;
/** What no table of ours has in Spanish, such as a condition that an operator entered, stays in English, in quotation marks. */
function inSpanish(text: string): string {
  const spanish = tableText(text, "es");
  return spanish === text ? `“${text}”` : spanish;
}
const inLabel = ({ condition, source }: QuestionParticulars): string =>
  `La etiqueta dice: ${condition === undefined ? "vea sus instrucciones." : inSpanish(condition)}${source === undefined ? "" : ` (${sourceName(source)})`}`;

const areasInWords = (areas: QuestionParticulars["areas"] = []): string[] =>
  areas.map(({ pulaId, codes }) => `del área ${pulaId} (${codes.join(", ")})`);

const besidesOf = (codes: readonly string[] | undefined): string =>
  codes === undefined ? "" : ` por algo que no sea ${anyOf(codes)}`;

const MONTH = new Intl.DateTimeFormat("es-US", { year: "numeric", month: "long", timeZone: "UTC" });
/** "2026-06" as "junio de 2026". */
const monthInWords = (month: string | undefined): string =>
  month === undefined ? "el mes de la aplicación" : MONTH.format(new Date(`${month}-01T00:00:00Z`));

const METHOD_WORDS: Record<MethodClass, string> = {
  ground: "aspersoras terrestres",
  aerial: "aeronaves",
  airblast: "turboatomizadores",
};
const BUFFER_WORDS: Record<BufferType, string> = {
  wind_directional: "a favor del viento",
  omni_directional: "por todos los lados",
  downslope: "pendiente abajo",
};
const SYSTEM_WORDS: Record<RunoffSystem, string> = {
  epa_runoff: "el Menú de Mitigación de la EPA",
  trait_runoff: "el menú propio del programa de rasgos",
};
const methodsInWords = (methods: readonly MethodClass[]): string =>
  methods.map((each) => METHOD_WORDS[each]).join(" y ");

function figureInWords(figure: LabelFigure): string {
  switch (figure.kind) {
    case "points":
      return `${counted(figure.points, "punto")} según ${SYSTEM_WORDS[figure.system]}`;
    case "buffer":
      return `una zona de amortiguamiento de ${figure.distanceFt} pies ${BUFFER_WORDS[figure.bufferType]} para ${METHOD_WORDS[figure.method]}`;
    case "droplets":
      return `gotas ${dropletsInWords(figure.minimum, "es")} o más gruesas`;
    case "boom":
      return figure.maximum === "low" ? "aguilón bajo" : "aguilón a cualquier altura";
    case "methods":
      return [
        ...(figure.permitted.length > 0 ? [`solo ${methodsInWords(figure.permitted)}`] : []),
        ...(figure.excluded.length > 0 ? [`sin ${methodsInWords(figure.excluded)}`] : []),
      ].join(", ");
    case "direction":
      return inSpanish(figure.text).replace(/\.(”?)$/, "$1");
  }
}

const figuresAsked = ({ particulars, labelDate }: QuestionToSay): string =>
  `¿Su etiqueta de ${particulars.productName}${labelDate === null ? "" : ` del ${labelDate}`} dice todo esto`;

const QUESTIONS: QuestionCatalogue["questions"] = {
  label_has_esa_directions: ({ particulars, labelDate }) => ({
    text: `Abra la etiqueta de ${particulars.productName}. ¿Le dice que visite Bulletins Live! Two o el Menú de Mitigación (Mitigation Menu)?`,
    help:
      "La etiqueta está en inglés. Busque en las instrucciones de uso, en “Endangered Species” o en “Endangered and " +
      "threatened species protection requirements”, y busque en toda la etiqueta “Bulletins Live! Two”, “epa.gov/espp” " +
      "y “mitigation menu”. Lea la etiqueta del envase y toda etiqueta suplementaria que use. Conteste No solo después " +
      `de leerla completa.${ofDate(labelDate)}`,
  }),
  product_has_epa_number: ({ particulars }) => ({
    text: `Mire el envase de ${particulars.productName}. ¿Muestra un número de registro de la EPA?`,
    help:
      "Está al frente o junto a los ingredientes, como “EPA Reg. No.” y cifras como 264-1241. Un producto sin número no " +
      "se vende como pesticida. Si lo muestra, envíe el número con el producto.",
  }),
  nozzle_on_list: ({ particulars }) => ({
    text:
      particulars.nozzle == null
        ? `¿Están las boquillas que usa en la lista de ${particulars.productName}, con la presión a la que trabaja?`
        : `¿Está la boquilla ${particulars.nozzle} en la lista de ${particulars.productName}, con la presión a la que trabaja?`,
    help: `Mire la lista en la etiqueta o en el sitio web que ella nombra, el día en que aplica. ${inLabel(particulars)}`,
  }),
  adjuvant_on_list: ({ particulars }) => ({
    text: `¿Es ${anyOf(particulars.items)} un adyuvante del tipo “${adjuvantName(particulars.adjuvantKind)}” que la etiqueta de ${particulars.productName} acepta?`,
    help: `Mire la propia etiqueta del adyuvante y la lista del sitio web del producto. ${inLabel(particulars)}`,
  }),
  adjuvant_in_mix: ({ particulars }) => ({
    text: `¿Es ${anyOf(particulars.items)} un producto del tipo “${adjuvantName(particulars.adjuvantKind)}”, o contiene alguno?`,
    help: `Mire los ingredientes en la propia etiqueta del adyuvante. ${inLabel(particulars)}`,
  }),
  sensitive_crop_downwind: ({ particulars }) => ({
    text:
      `¿Crecen cultivos o plantas sensibles junto al campo, del lado hacia donde sopla el viento?` +
      (particulars.windDirectionDeg === undefined
        ? ""
        : ` El viento viene de ${Math.round(particulars.windDirectionDeg)}°.`),
    help: `Mire los campos vecinos y consulte FieldWatch. ${inLabel(particulars)}`,
  }),
  label_website_checked: ({ particulars }) => ({
    text: `¿Revisó el sitio web que nombra la etiqueta de ${particulars.productName} por si hay más instrucciones, como pide la etiqueta?`,
    help: `La respuesta cuenta desde siete días antes de la aplicación. ${inLabel(particulars)}`,
  }),
  county_forbidden_by_label: ({ particulars }) => ({
    text: `¿Prohíbe la etiqueta de ${particulars.productName} el uso en ${anyOf(particulars.counties?.map((name) => countyInWords(name, "es")))}?`,
    help: `Busque la lista de condados en la etiqueta y en toda etiqueta suplementaria que use. ${inLabel(particulars)}`,
  }),
  bulletin_limits_product: ({ particulars }) => ({
    text: `Abra el boletín de este campo en Bulletins Live! Two, para ${monthInWords(particulars.month)}. ¿Limita ${particulars.productName}${besidesOf(particulars.besides)}?`,
    help:
      `Vaya a epa.gov/pesticides/bulletins, encuentre el campo en el mapa y elija el mes en que aplica. El boletín trata ` +
      `${anyOf(areasInWords(particulars.areas))}. Busque el producto y cada uno de sus ingredientes activos. Guarde el ` +
      "boletín. Conteste No solo después de leerlo completo.",
  }),
  figures_on_label: (question) => ({
    text: `${figuresAsked(question)}: ${(question.particulars.figures ?? []).map(figureInWords).join("; ")}?`,
    help:
      "Aquí nadie ha leído esta edición de la etiqueta; las cifras vienen de otras fuentes. Ábrala y busque cada una en las " +
      "instrucciones de uso. Conteste No cuando alguna sea distinta, o cuando la etiqueta pida más puntos o una zona de " +
      "amortiguamiento más ancha para su cultivo, método o lugar.",
  }),
};

const STATEMENTS: QuestionCatalogue["statements"] = {
  label_has_esa_directions: {
    yes: "la etiqueta tiene instrucciones de la ESA",
    no: "la etiqueta no tiene instrucciones de la ESA",
    unknown: "no se puede saber si la etiqueta tiene instrucciones de la ESA",
  },
  product_has_epa_number: {
    yes: "el envase muestra un número de registro de la EPA",
    no: "el envase no muestra un número de registro de la EPA",
    unknown: "no se puede saber si el envase muestra un número de registro de la EPA",
  },
  nozzle_on_list: {
    yes: "la boquilla está en la lista de la etiqueta",
    no: "la boquilla no está en la lista de la etiqueta",
    unknown: "no se puede saber si la boquilla está en la lista de la etiqueta",
  },
  adjuvant_on_list: {
    yes: "la etiqueta acepta el adyuvante",
    no: "la etiqueta no acepta el adyuvante",
    unknown: "no se puede saber si la etiqueta acepta el adyuvante",
  },
  adjuvant_in_mix: {
    yes: "la mezcla contiene lo que la etiqueta prohíbe",
    no: "la mezcla no contiene lo que la etiqueta prohíbe",
    unknown: "no se puede saber si la mezcla contiene lo que la etiqueta prohíbe",
  },
  sensitive_crop_downwind: {
    yes: "un cultivo sensible crece del lado hacia donde sopla el viento",
    no: "ningún cultivo sensible crece del lado hacia donde sopla el viento",
    unknown: "no se puede saber si un cultivo sensible crece del lado hacia donde sopla el viento",
  },
  label_website_checked: {
    yes: "se revisó el sitio web de la etiqueta",
    no: "no se revisó el sitio web de la etiqueta",
    unknown: "no se puede saber si se revisó el sitio web de la etiqueta",
  },
  county_forbidden_by_label: {
    yes: "la etiqueta prohíbe el condado",
    no: "la etiqueta no prohíbe el condado",
    unknown: "no se puede saber si la etiqueta prohíbe el condado",
  },
  figures_on_label: {
    yes: "la etiqueta tiene las cifras por las que se preguntó",
    no: "la etiqueta no tiene las cifras por las que se preguntó",
    unknown: "no se puede saber si la etiqueta tiene las cifras por las que se preguntó",
  },
  bulletin_limits_product: {
    yes: "el boletín limita el producto",
    no: "el boletín no limita el producto",
    unknown: "no se puede saber si el boletín limita el producto",
  },
};

/** Questions and answers in Spanish. */
export const SPANISH: QuestionCatalogue = {
  questions: QUESTIONS,
  figuresAsked,
  figure: figureInWords,
  statements: STATEMENTS,
  statementsBesides: {
    yes: "el boletín limita el producto además de lo indicado",
    no: "el boletín no limita el producto más allá de lo indicado",
  },
};

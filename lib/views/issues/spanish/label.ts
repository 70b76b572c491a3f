import type { IssueParticulars } from "@/lib/domain/issue-particulars";
import { countyInWords } from "@/lib/views/county-name";
import { statementInWords } from "@/lib/views/attestations/words";
import type { IssueCatalogueOf, LabelIssueCode } from "@/lib/views/issues/issue-words";
import { tableText } from "@/lib/views/vocabulary/table-text";
import { orInSpanish } from "@/lib/views/words";

const list = (items: readonly string[] = []): string[] => (items.length === 0 ? [] : [items.join(", ")]);

/** "de 3 a 10 mph", "10 mph como máximo" or "3 mph o más"; nothing where neither end is known. */
function range(unit: string, least: number | undefined, most: number | undefined): string[] {
  if (least !== undefined && most !== undefined) return [`la etiqueta permite de ${least} a ${most} ${unit}`];
  if (most !== undefined) return [`la etiqueta permite ${most} ${unit} como máximo`];
  return least === undefined ? [] : [`la etiqueta permite ${least} ${unit} o más`];
}

const sent = (value: number | undefined, unit: string): string[] =>
  value === undefined ? [] : [`${value === 1 ? "se envió" : "se enviaron"} ${value} ${unit}`];

/** What the saved applications of the year leave open. */
const ofSavedYear = ({
  withSaved = 0,
  unknownSaved = 0,
}: Pick<IssueParticulars<"LABEL_CONDITIONS_NOT_CHECKED">, "withSaved" | "unknownSaved">): string[] => [
  ...(withSaved === 0
    ? []
    : [
        `${withSaved} que no se ${withSaved === 1 ? "cumple" : "cumplen"} si se hicieron las aplicaciones anteriores guardadas`,
      ]),
  ...(unknownSaved === 0
    ? []
    : [
        `${unknownSaved} que ${unknownSaved === 1 ? "depende" : "dependen"} de una cantidad desconocida en las aplicaciones anteriores guardadas`,
      ]),
];

/** What a label says of when, where and on what a product may be used. */
export const LABEL_WORDS: IssueCatalogueOf<LabelIssueCode> = {
  WIND_OUTSIDE_LABEL_RANGE: {
    message: "El viento está fuera de las velocidades que permite la etiqueta.",
    details: ({ windSpeedMph, minMph, maxMph, towardSensitiveCrop }) => [
      ...sent(windSpeedMph, "mph"),
      ...range("mph", minMph, maxMph),
      ...list(towardSensitiveCrop === true ? ["sopla hacia un cultivo sensible, según el aplicador"] : []),
    ],
    headline: "el viento está fuera de lo que permite la etiqueta",
    remedy: "Espere un viento que permita la etiqueta.",
  },
  TEMPERATURE_OUTSIDE_LABEL_RANGE: {
    message: "La temperatura del aire está fuera de lo que permite la etiqueta.",
    details: ({ temperatureF, minF, maxF, belowF }) => [
      ...sent(temperatureF, "°F"),
      ...range("°F", minF, maxF),
      ...list(belowF === undefined ? [] : [`por debajo de ${belowF} °F`]),
    ],
    headline: "la temperatura del aire está fuera de lo que permite la etiqueta",
    remedy: "Espere una temperatura que permita la etiqueta.",
  },
  CROP_NOT_ON_LABEL: {
    message: "La etiqueta no menciona un cultivo de esta aplicación.",
    details: ({ crops, labelCrops }) => [...list(crops), ...labelList(labelCrops)],
    headline: "un cultivo no está en la etiqueta",
    remedy: "Use un producto cuya etiqueta mencione el cultivo.",
  },
  STATE_NOT_ON_LABEL: {
    message: "La etiqueta no permite el uso en este estado o condado.",
    details: ({ places = [] }) => list(places.map((place) => countyInWords(place, "es"))),
    headline: "una etiqueta no permite el uso en este estado o condado",
    remedy: "Use un producto cuya etiqueta permita el uso ahí.",
  },
  DATE_OUTSIDE_LABEL_WINDOW: {
    message: "La fecha de aplicación está fuera de las fechas que permite la etiqueta.",
    details: ({ applicationDate, firstDay, lastDay, plannedStartAt, cropStage, lastStage }) => [
      ...list(plannedStartAt === undefined ? [] : [`inicio planeado: ${plannedStartAt}`]),
      ...list(cropStage === undefined ? [] : [`se envió la etapa de crecimiento ${cropStage}`]),
      ...list(lastStage === undefined ? [] : [`última etapa ${lastStage}`]),
      ...list(applicationDate === undefined ? [] : [`se envió la fecha ${applicationDate}`]),
      ...list(firstDay === undefined ? [] : [`primer día ${firstDay}`]),
      ...list(lastDay === undefined ? [] : [`último día ${lastDay}`]),
    ],
    headline: "la fecha de aplicación está fuera de las fechas de la etiqueta",
    remedy: "Aplique en un día que permita la etiqueta.",
  },
  REGISTRATION_NOT_ACTIVE: {
    message: "El registro de un producto no está activo en la fecha de aplicación.",
    details: ({ registration, endedOn }) => [
      ...list(registration === undefined ? [] : [registration]),
      ...list(endedOn === undefined ? [] : [`terminó el ${endedOn}`]),
    ],
    headline: "el registro de un producto no está activo",
    remedy: "Use un producto con registro activo.",
  },
  PROHIBITED_IN_AREA: {
    message: "Una limitación prohíbe este producto en parte del campo.",
    details: ({ areas }) => list(areas),
    headline: "una limitación prohíbe un producto aquí",
    remedy: "Deje fuera el producto o deje el área sin tratar.",
  },
  CROP_UNRECOGNIZED: {
    message: "No reconocemos un cultivo de esta aplicación.",
    details: ({ crops, labelCrops }) => [
      ...(crops?.length === 0 ? ["no se envió ningún cultivo"] : list(crops)),
      ...labelList(labelCrops),
    ],
    headline: "no se reconoce un cultivo",
    remedy: "Envíe el cultivo con un nombre que esté en la tabla de cultivos.",
    portalRemedy: (provider) => `Corrija el cultivo en ${provider}.`,
  },
  DISPUTED_FIGURE: {
    message: "Nuestras fuentes no coinciden en una cifra que decide esta respuesta.",
    details: ({ figures = [], conditions }) => [
      ...list(conditions?.map((condition) => tableText(condition))),
      ...figures.map(
        ({ label, low, high, settledBy }) =>
          `${tableText(label)}: ${orInSpanish([String(low), String(high)])} puntos; lo aclararía ${tableText(settledBy)}`,
      ),
    ],
    headline: "las fuentes no coinciden en una cifra",
    remedy:
      "Aténgase a la cifra más estricta, o búsquela en el documento que se nombra. Donde falten puntos, agregue una medida que cubra lo que falta con la cifra más baja.",
  },
  LABEL_CONDITIONS_NOT_CHECKED: {
    message: "La etiqueta tiene condiciones que no se verificaron.",
    details: ({ count, unread = 0, possiblePlaces = [], ...saved }) => [
      ...(count === undefined ? [] : [`${count} ${count === 1 ? "condición" : "condiciones"}`]),
      ...(unread === 0 ? [] : [unread === 1 ? "1 que nadie ha leído todavía" : `${unread} que nadie ha leído todavía`]),
      ...ofSavedYear(saved),
      ...(possiblePlaces.length === 0
        ? []
        : [`los límites de los condados no dicen si parte del campo está en ${orInSpanish(possiblePlaces)}`]),
    ],
    headline: "hay condiciones de la etiqueta que no se verificaron",
    remedy: "Lea cada condición que no se verificó y sígala.",
  },
  ATTESTED: {
    message: "Parte de esta respuesta se basa en la palabra del propio aplicador.",
    details: ({ attested = [] }) =>
      attested.map(
        ({ kind, subject, answer, by, besides }) =>
          `${subject}: ${statementInWords({ kind, answer, besides }, "es")}, según ${by}`,
      ),
    headline: "parte de la respuesta se basa en la palabra del propio aplicador",
    remedy: "Guarde con el registro de la aplicación lo que el aplicador revisó.",
  },
  NEWER_LABEL_EXISTS: {
    message: "Se usó la etiqueta que usted nombró, y existe una más nueva.",
    details: ({ labelDate }) => list(labelDate === undefined ? [] : [labelDate]),
    headline: "existe una etiqueta más nueva de un producto que la que se nombró",
    remedy: "Siga la etiqueta del envase. No nombre una fecha de etiqueta cuando use la más nueva.",
  },
};

const labelList = (crops: readonly string[] | undefined): string[] =>
  crops === undefined ? [] : [`la etiqueta menciona ${crops.join(", ")}`];

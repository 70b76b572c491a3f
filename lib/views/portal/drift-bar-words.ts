import { wordsIn } from "@/lib/views/language";

type Around = readonly [before: string, between: string, after: string];

/** What the bar of the drift page says whatever is set: with the page, as `drift-page-words.ts`. */
export interface BarWords {
  whole: { not_met: string; indeterminate: string };
  likely: string;
  /** Before the word on an answer to earlier conditions. */
  earlier: string;
  thisIsEarlier: string;
  /** After why nothing can be asked, beside what is likely. */
  notThisWind: string;
  /** Before a direction. */
  wind: string;
  /** After the wind of the saved answer. */
  asSaved: string;
  noBuffer: string;
  /** Around the acres and the percentage. */
  toLeave: Around;
  /** The same where more may have to be left. */
  leastToLeave: Around;
  kept: string;
  calm: string;
  missing: { wind: string; fault: string };
  noneOnRecord: string;
  /** Beside what is likely. */
  updating: string;
  updatingEarlier: string;
  workingItOut: string;
  offlineLikely: string;
  offlineLast: string;
  offline: string;
}

export const driftBarWords = wordsIn<BarWords>({
  en: {
    whole: { not_met: "Application: not met", indeterminate: "Application: still open" },
    likely: "Likely",
    earlier: "Earlier:",
    thisIsEarlier: "This is an earlier answer.",
    notThisWind: "Not worked out for this very wind.",
    wind: "Wind",
    asSaved: "(as saved)",
    noBuffer: "No part of the field is buffer.",
    toLeave: ["", " to leave, ", " % of the field outside the buffer."],
    leastToLeave: ["At least ", " to leave, at most ", " % of the field outside the buffer."],
    kept: "Kept on this device,",
    calm: "Calm air",
    missing: {
      wind: "Set where the wind comes from and how strong it is.",
      fault: "Something that is set is not right yet; it is said at its field.",
    },
    noneOnRecord: "No conditions are on record.",
    updating: "Updating: not worked out for this very wind yet.",
    updatingEarlier: "Updating. This is the answer to earlier conditions.",
    workingItOut: "Working it out.",
    offlineLikely: "Offline: not worked out for this very wind.",
    offlineLast: "Offline: this is the last answer. Buffers are worked out by the server.",
    offline: "Offline: buffers are worked out by the server.",
  },
  es: {
    whole: { not_met: "Aplicación: no cumple", indeterminate: "Aplicación: por resolver" },
    likely: "Probable",
    earlier: "Anterior:",
    thisIsEarlier: "Esta es una respuesta anterior.",
    notThisWind: "No se calculó para este mismo viento.",
    wind: "Viento",
    asSaved: "(guardado)",
    noBuffer: "Ninguna parte del campo es zona de amortiguamiento.",
    toLeave: ["", " que debe dejar sin tratar, el ", " % del campo fuera de la zona de amortiguamiento."],
    leastToLeave: [
      "Al menos ",
      " que debe dejar sin tratar, como máximo el ",
      " % del campo fuera de la zona de amortiguamiento.",
    ],
    kept: "Guardado en este dispositivo,",
    calm: "Aire en calma",
    missing: {
      wind: "Indique de dónde viene el viento y qué tan fuerte es.",
      fault: "Algo de lo indicado todavía no está bien; se dice en su casilla.",
    },
    noneOnRecord: "No hay condiciones en el registro.",
    updating: "Actualizando: todavía no se calculó para este mismo viento.",
    updatingEarlier: "Actualizando. Esta es la respuesta a condiciones anteriores.",
    workingItOut: "Calculando.",
    offlineLikely: "Sin conexión: no se calculó para este mismo viento.",
    offlineLast: "Sin conexión: esta es la última respuesta. El servidor calcula las zonas de amortiguamiento.",
    offline: "Sin conexión: el servidor calcula las zonas de amortiguamiento.",
  },
});

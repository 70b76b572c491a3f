import { wordsIn } from "@/lib/views/language";

/** What stands around an answer, whatever it is: with the page, as `drift-page-words.ts`. */
export interface AnswerWords {
  title: string;
  outside: string;
  earlier: string;
  noClearance: string;
  conditions: string;
  saved: string;
  workedOut: string;
  products: string;
  product: string;
  distance: string;
  takenOff: string;
  buffer: string;
  standsAt: string;
  notKnown: string;
  noneAsked: string;
  why: string;
  standsIn: string;
}

export const driftAnswerWords = wordsIn<AnswerWords>({
  en: {
    title: "What this asks for",
    outside: "Outside the buffer",
    earlier: "This is the answer to earlier conditions.",
    noClearance: "It is not a clearance to apply: the label in your hands decides.",
    conditions: "The conditions of this answer",
    saved: "Saved",
    workedOut: "Worked out",
    products: "Product by product",
    product: "Product",
    distance: "Distance",
    takenOff: "Taken off",
    buffer: "Buffer",
    standsAt: "Stands at",
    notKnown: "Not known",
    noneAsked: "None asked",
    why: "Why",
    standsIn: "Stands in:",
  },
  es: {
    title: "Lo que esto pide",
    outside: "Fuera de la zona de amortiguamiento",
    earlier: "Esta es la respuesta a condiciones anteriores.",
    noClearance: "No es una autorización para aplicar: decide la etiqueta que tiene en mano.",
    conditions: "Las condiciones de esta respuesta",
    saved: "Guardado el",
    workedOut: "Calculado el",
    products: "Producto por producto",
    product: "Producto",
    distance: "Distancia",
    takenOff: "Se descuenta",
    buffer: "Zona",
    standsAt: "Estado",
    notKnown: "No se sabe",
    noneAsked: "No se pide",
    why: "Por qué",
    standsIn: "Está en:",
  },
});

import { wordsIn } from "@/lib/views/language";

/** What the view of all winds says, and why an answer may not come: with the page, as `drift-page-words.ts`. */
export interface WindsWords {
  title: string;
  what: string;
  workOut: string;
  loading: string;
  workingItOut: string;
  updating: string;
  nothing: string;
  unreachable: string;
  /** Around the status of the answer. */
  noAnswer: [before: string, after: string];
}

export const driftWindsWords = wordsIn<WindsWords>({
  en: {
    unreachable: "Buffers are worked out by the server, which cannot be reached right now.",
    noAnswer: ["The server could not answer (", "). Try again."],
    title: "All winds",
    what: "How much of the field would lie outside the buffer with wind from each of 16 directions, at the speed and with the set-up above.",
    workOut: "Work out all winds",
    loading: "The figures are loading.",
    workingItOut: "Working it out.",
    updating: "Updating; these are the figures of earlier conditions.",
    nothing: "No buffer can be placed with this set-up, so there is nothing to compare.",
  },
  es: {
    unreachable: "El servidor calcula las zonas de amortiguamiento, y ahora no se puede alcanzar.",
    noAnswer: ["El servidor no pudo responder (", "). Intente de nuevo."],
    title: "Todos los vientos",
    what: "Cuánto del campo quedaría fuera de la zona de amortiguamiento con viento de cada una de 16 direcciones, a la velocidad y con la configuración de arriba.",
    workOut: "Calcular todos los vientos",
    loading: "Las cifras se están cargando.",
    workingItOut: "Calculando.",
    updating: "Actualizando; estas son las cifras de condiciones anteriores.",
    nothing:
      "Con esta configuración no se puede ubicar ninguna zona de amortiguamiento, así que no hay nada que comparar.",
  },
});

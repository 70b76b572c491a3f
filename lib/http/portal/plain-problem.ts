import type { Problem } from "@/lib/domain/errors";
import { wordsIn } from "@/lib/views/language";

/** What the service says to programs, for the person at a page. */
const words = wordsIn<Partial<Record<Problem, string>>>({
  en: {
    invalidApplication: "Your farm software has to check this application again before buffers can be worked out.",
    applicationNotFound: "This application is not here any more. Load the page again.",
    noFieldGeometry: "This field has no boundary. A new check in your farm software brings it.",
    unsupportedApplicationMethod:
      "The method this application was checked with is not known any more. Choose one above.",
    processingConflict: "Your farm software is working on this field right now. Try again in a moment.",
  },
  es: {
    invalidApplication:
      "Su programa agrícola debe verificar de nuevo esta aplicación antes de que se puedan calcular las zonas de amortiguamiento.",
    applicationNotFound: "Esta aplicación ya no está aquí. Cargue la página de nuevo.",
    noFieldGeometry: "Este campo no tiene límite. Una nueva verificación en su programa agrícola lo trae.",
    unsupportedApplicationMethod: "Ya no se conoce el método con el que se verificó esta aplicación. Elija uno arriba.",
    processingConflict:
      "Su programa agrícola está trabajando en este campo en este momento. Intente de nuevo en un momento.",
  },
});

/** Null: it is to be said as the service says it. */
export const plainProblem = (problem: Problem): string | null => words()[problem] ?? null;

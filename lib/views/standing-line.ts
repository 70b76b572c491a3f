import { wordsIn } from "@/lib/views/language";

/** Stands on every page and in every answer of a tool that shows a result. Answers of tools are English. */
export const STANDING_LINE = "A result of this service is never a clearance to apply.";

/** The same for a reader. */
export const standingLine = wordsIn({
  en: { text: STANDING_LINE },
  es: { text: "Un resultado de este servicio nunca es una autorización para aplicar." },
});

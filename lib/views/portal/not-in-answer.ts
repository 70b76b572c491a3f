import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { changing: "A change you made is not in this answer yet" },
  es: { changing: "Un cambio suyo todavía no está en esta respuesta" },
});

/** Stands in place of an answer, or below one that says not to spray, while a change is not in it. */
export const notInAnswer = (): string => words().changing;

import { inLanguageOf } from "@/scripts/language.mjs";

/** What is made for a reader of Spanish. */
export const inSpanish = <T>(make: () => T): T =>
  inLanguageOf({ url: "/portal", headers: { "accept-language": "es" } }, make);

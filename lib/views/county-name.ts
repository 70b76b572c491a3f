import { CODE_AS_NAME, UNREAD_COUNTY, UNREAD_GEO_ID } from "@/lib/domain/unread-county";
import { type Language, wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { unread: "a county that could not be read", byCode: (code: string) => `county ${code}` },
  es: { unread: "un condado que no se pudo leer", byCode: (code) => `condado ${code}` },
});

/** The name of a county, with its state or without. One that could not be loaded may have no name: then its code, or that it was not read. */
export function countyInWords(name: string, language?: Language): string {
  if (name === UNREAD_COUNTY) return words(language).unread;
  const code = name.startsWith(CODE_AS_NAME) ? /^\d{5}/.exec(name.slice(CODE_AS_NAME.length))?.[0] : undefined;
  return code === undefined ? name : `${words(language).byCode(code)}${name.slice(CODE_AS_NAME.length + code.length)}`;
}

/** The same with its code, which no name says twice. */
export const countyWithCode = ({ name, geoId }: { name: string; geoId: string }, language: Language): string =>
  geoId === UNREAD_GEO_ID || name === `${CODE_AS_NAME}${geoId}` ? countyInWords(name, language) : `${name} ${geoId}`;

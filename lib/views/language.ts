/** The languages of pages, reports and messages for people. The API always answers in English. */
export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name, as a reader of it looks for it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", es: "Español" };

/** For dates and lists. Spanish as it is written in the United States: numbers keep their decimal point. */
export const LOCALES = { en: "en-US", es: "es-US" } as const satisfies Record<Language, string>;

/** The cookie that keeps a chosen language; without it the browser's own is taken (scripts/language.mjs). */
export const LANGUAGE_COOKIE = "hedgerow-language";

declare global {
  /** The language of the request that is being answered; put there by the web server. */
  var hedgerowLanguage: (() => string | undefined) | undefined;
}

/** The language a name stands for; anything else is English. */
export const readLanguage = (value: string | undefined): Language =>
  LANGUAGES.find((language) => language === value) ?? "en";

/** What `inLanguage` is making now; null outside of it. */
let asked: Language | null = null;

/**
 * The language of what is being made now: the one it is made for by name (`inLanguage`), of the page in a browser, of the
 * request on the server; English outside of all, as in the API and in jobs.
 */
export const currentLanguage = (): Language =>
  asked ??
  readLanguage(typeof document === "undefined" ? globalThis.hedgerowLanguage?.() : document.documentElement.lang);

/**
 * What `make` gives, with every word in one language for any reader. Only for what is made at once: what is awaited goes on
 * after the language is the reader's again, so a promise does not compile. Throws what `make` throws.
 */
export function inLanguage<Made>(
  language: Language,
  make: (() => Made) & (Made extends PromiseLike<unknown> ? never : unknown),
): Made {
  const before = asked;
  asked = language;
  try {
    return make();
  } finally {
    asked = before;
  }
}

/**
 * The words of one part of the screens, in every language. A language that lacks one, or has one that nothing asks for,
 * does not compile. Where words depend on a figure or a name, a word is a function of it.
 *
 * Give it to a constant beside what it is for, and call that where words are made, never while a module loads: the
 * language is the one of the reader at hand. What must be in one language for every reader, as the API, names it.
 */
export function wordsIn<Words extends object>(languages: {
  en: Words;
  es: NoInfer<Words>;
}): (language?: Language) => Words {
  return (language = currentLanguage()) => languages[language];
}

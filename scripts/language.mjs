import { AsyncLocalStorage } from "node:async_hooks";
import Negotiator from "negotiator";

const LANGUAGES = ["en", "es"];
/** Pages that people read in their own language. The API, the console and the documentation are in English. */
const SPOKEN = /^\/(portal|verify)(\/|\?|$)/;

const spoken = new AsyncLocalStorage();

/** Every bundle of the process asks here: pages are rendered by more than one of them (lib/views/language.ts). */
globalThis.hedgerowLanguage = () => spoken.getStore();

/**
 * The language a request is answered in: the one kept by choice, else the first of the browser's that there is.
 *
 * @param {import("node:http").IncomingMessage} request
 * @returns {string} of LANGUAGES
 */
export function languageOf(request) {
  if (!SPOKEN.test(request.url ?? "")) return "en";
  const kept = /(?:^|;\s*)hedgerow-language=(\w+)/.exec(request.headers.cookie ?? "")?.[1];
  if (LANGUAGES.includes(kept)) return kept;
  return new Negotiator(request).language(LANGUAGES) ?? "en";
}

/**
 * Answers a request in its language; everything awaited meanwhile asks for the same one.
 *
 * @template T
 * @param {import("node:http").IncomingMessage} request
 * @param {() => T} answer
 * @returns {T}
 */
export const inLanguageOf = (request, answer) => spoken.run(languageOf(request), answer);

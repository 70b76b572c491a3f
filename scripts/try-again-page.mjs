import { languageOf } from "./language.mjs";
import { isRead, plainPage } from "./plain-page.mjs";

/** As every answer that may be tried again says (lib/domain/errors.ts). */
const RETRY_AFTER_S = 5;

const WORDS = {
  en: {
    title: "Please try again",
    late: "The service did not answer in time. Wait a moment, then load this page again.",
    away: "The service cannot do this right now. Wait a moment, then load this page again.",
    sent: "If you sent something, look whether it was saved before you send it again.",
    again: "Load this page again",
  },
  es: {
    title: "Intente de nuevo",
    late: "El servicio no respondió a tiempo. Espere un momento y cargue esta página de nuevo.",
    away: "El servicio no puede hacer esto ahora. Espere un momento y cargue esta página de nuevo.",
    sent: "Si envió algo, compruebe si se guardó antes de enviarlo otra vez.",
    again: "Cargar esta página de nuevo",
  },
};

/**
 * What a request hears that Next has no page for now, but may have in a moment.
 *
 * @param {import("node:http").IncomingMessage} request
 * @param {"late" | "away"} why
 */
export function tryAgain(request, why) {
  const { title, again, sent, [why]: text } = WORDS[languageOf(request)];
  const words = isRead(request) ? text : `${text} ${sent}`;
  // What a form's script shows is the text of a plain one.
  const isAction = request.headers["next-action"] !== undefined;
  const headers = {
    "Content-Type": isAction ? "text/plain" : "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": String(RETRY_AFTER_S),
  };
  return { headers, body: isAction ? words : plainPage(request, { title, text: words, again }) };
}

import { PROBLEMS, type ServiceError } from "@/lib/domain/errors";
import type { ErrorContext } from "@/lib/http/errors";
import { escapeMarkup } from "@/lib/http/markup";
import { inPlainWords } from "@/lib/http/portal/refusals";
import { currentLanguage, wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    passing: "Please try again",
    lasting: "This cannot be opened",
    again: "Try again",
    sent: "If you sent something, look whether it was saved before you send it again.",
  },
  es: {
    passing: "Intente de nuevo",
    lasting: "Esto no se puede abrir",
    again: "Intentar de nuevo",
    sent: "Si envió algo, compruebe si se guardó antes de enviarlo otra vez.",
  },
});

type Asked = Pick<ErrorContext, "requestId" | "isRead">;

/**
 * A refusal where a browser would show the error body itself, as of a link that was tapped in a message while the database is away: as
 * plain as the server's own pages (scripts/plain-page.mjs), since what pages are made of may be away too.
 */
export function problemPage(error: ServiceError, { requestId, isRead }: Asked): Response {
  const { status, retryable } = PROBLEMS[error.problem];
  const title = retryable ? words().passing : words().lasting;
  // An empty address is the page's own, and that of a form is no page.
  const again = isRead ? `<p><a href="">${words().again}</a></p>` : `<p>${words().sent}</p>`;
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Request-ID": requestId,
  });
  if (error.retryAfterS !== null) headers.set("Retry-After", String(error.retryAfterS));
  const page =
    `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><title>${title}</title></head>` +
    `<body><main><h1>${title}</h1><p>${escapeMarkup(inPlainWords(error))}</p>${retryable ? again : ""}</main></body></html>\n`;
  return new Response(page, { status, headers });
}

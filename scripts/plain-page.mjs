import { languageOf } from "./language.mjs";

/** Whether asking again sends nothing twice. */
export const isRead = ({ method }) => method === "GET" || method === "HEAD";

/**
 * A page of the server's own, where Next has none: without scripts, styles, or anything else that may be away too.
 *
 * @param {import("node:http").IncomingMessage} request
 * @param {{ title: string, text: string, again: string }} words of the request's language; `again` names a link to the same address
 * @returns {string}
 */
export function plainPage(request, { title, text, again }) {
  // An empty address is the page's own: what was asked for stands nowhere in here. That of a form is no page.
  const link = isRead(request) ? `<p><a href="">${again}</a></p>` : "";
  return (
    `<!doctype html><html lang="${languageOf(request)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title></head>` +
    `<body><main><h1>${title}</h1><p>${text}</p>${link}</main></body></html>\n`
  );
}

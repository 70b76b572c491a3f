import { Marked } from "marked";
import type { DocPage } from "@/lib/documentation/page";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The anchor of a heading: letters, digits, and underscores, so that a code is its own anchor in small letters. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9_ -]/g, "")
    .trim()
    .replaceAll(/\s+/g, "-");

/** Tables and code may be wider than a phone: they scroll by themselves, and by keyboard as well. */
const scrolling = (name: string, inner: string): string =>
  `<div class="scroll" role="group" aria-label="${name}" tabindex="0">${inner}</div>`;

/** No HTML passes from a text into a page: what looks like a tag is shown as it is written. */
const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escaped(text),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return /^(https?:\/\/|\/|#)/.test(href) ? `<a href="${escaped(href)}">${words}</a>` : words;
    },
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code: ({ text, lang }) => {
      const language = lang === undefined || lang === "" ? "text" : lang;
      return scrolling(`Code, ${escaped(language)}`, `<pre><code>${escaped(text)}</code></pre>`);
    },
    table(token) {
      const cell = (tag: "th" | "td", tokens: (typeof token.header)[number]["tokens"]) =>
        `<${tag}${tag === "th" ? ' scope="col"' : ""}>${this.parser.parseInline(tokens)}</${tag}>`;
      const head = token.header.map(({ tokens }) => cell("th", tokens)).join("");
      const rows = token.rows.map((row) => `<tr>${row.map(({ tokens }) => cell("td", tokens)).join("")}</tr>`);
      return scrolling("Table", `<table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`);
    },
    checkbox: () => '<span aria-hidden="true">☐ </span>',
  },
});

/** The HTML of a page's text. */
export const renderMarkdown = (markdown: string): string => marked.parse(markdown, { async: false });

const rendered = new WeakMap<DocPage, string>();

/** The HTML of a page, made once: anyone may ask for a page, and the longest takes 23 ms of a processor to make. */
export function htmlOf(page: DocPage): string {
  const known = rendered.get(page) ?? renderMarkdown(page.markdown);
  rendered.set(page, known);
  return known;
}

/** One page of the documentation. Its Markdown is the page: HTML and the twin under `.md` both come from it. */
export interface DocPage {
  /** Below the host, as `/docs/guides/bulk`. */
  path: string;
  title: string;
  section: (typeof DOC_SECTIONS)[number];
  /** The first paragraph, for lists and for `/llms.txt`. */
  summary: string;
  markdown: string;
}

export const DOC_SECTIONS = ["Guides", "Reference", "Codes", "Schemas", "About"] as const;

/** Makes a page of a text that begins with its title and a paragraph. */
export function pageOf(path: string, section: DocPage["section"], markdown: string): DocPage {
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new RangeError(`${path} has no title`);
  const [, summary = ""] = markdown.split(/\n\n+/, 3);
  return { path, section, title, summary: summary.replaceAll("\n", " ").replaceAll(/[*`]/g, ""), markdown };
}

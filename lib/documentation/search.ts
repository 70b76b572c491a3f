import type { DocPage } from "@/lib/documentation/page";
import { anchorOf } from "@/lib/documentation/render";

export interface SearchHit {
  page: DocPage;
  /** Where the line stands: the page, and the heading above the line where it has one. */
  href: string;
  /** The line with the most of the words, as it is read and not as Markdown, cut around the first of them. */
  line: string;
}

/** Pages with every word that was asked for, those with a word in the title first. */
export function searchPages(pages: readonly DocPage[], query: string): SearchHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return pages
    .filter(({ markdown }) => countIn(markdown, words) === words.length)
    .map((page) => ({ page, ...bestLine(page.markdown, words), rank: countIn(page.title, words) }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ page, heading, line }) => ({
      page,
      href: heading === null ? page.path : `${page.path}#${anchorOf(heading)}`,
      line: aroundWord(line, words),
    }));
}

const countIn = (text: string, words: readonly string[]): number => {
  const small = text.toLowerCase();
  return words.filter((word) => small.includes(word)).length;
};

interface FoundLine {
  /** The heading that the line stands under, or is; null: none but the page's title. */
  heading: string | null;
  line: string;
}

/** A heading wins over a line that has as many of the words. */
const HEADING_FIRST = 0.5;

/** The title stands above the line anyway. */
const TITLE_LAST = 0.4;

/** The first of the lines with the most words. A word in a link's address is not read, and does not count. */
function bestLine(markdown: string, words: readonly string[]): FoundLine {
  let best: FoundLine & { count: number } = { heading: null, line: "", count: HEADING_FIRST };
  let heading: string | null = null;
  let isCode = false;
  for (const raw of markdown.split("\n")) {
    if (/^\s*(```|~~~)/.test(raw)) {
      isCode = !isCode;
      continue;
    }
    const own = isCode ? undefined : /^##+ (.+)$/.exec(raw)?.[1];
    heading = own ?? heading;
    const line = isCode ? raw.trim() : asRead(raw);
    const count =
      countIn(line, words) + (own === undefined ? 0 : HEADING_FIRST) - (raw.startsWith("# ") ? TITLE_LAST : 0);
    if (count > best.count) best = { heading, line, count };
  }
  return best;
}

/** A line of Markdown without its marks: a link is its words, and cells of a table are set apart by a point. */
export const asRead = (line: string): string =>
  line
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(?:#+|>|[-*+]|\d+\.)\s+(?:\[[ x]\]\s+)?/, "")
    .replace(/^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/, "")
    .replace(/^\s*\|\s*/, "")
    .replace(/\s*\|\s*$/, "")
    .replaceAll(/\s+\|\s+/g, " · ")
    .replaceAll(/\*\*|`/g, "")
    .replaceAll(/\\([_*|`<>[\]#])/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();

const MOST_LETTERS = 160;
const BEFORE_WORD = 60;

/** A long line from shortly before its first word on, at the ends of words. */
function aroundWord(line: string, words: readonly string[]): string {
  if (line.length <= MOST_LETTERS) return line;
  const small = line.toLowerCase();
  const first = Math.min(...words.map((word) => small.indexOf(word)).filter((at) => at >= 0));
  const space = first <= BEFORE_WORD ? 0 : line.lastIndexOf(" ", first - BEFORE_WORD) + 1;
  const start = space > first - 2 * BEFORE_WORD ? space : first - BEFORE_WORD;
  const end = line.lastIndexOf(" ", start + MOST_LETTERS);
  const isWhole = start + MOST_LETTERS >= line.length;
  return `${start === 0 ? "" : "… "}${isWhole ? line.slice(start) : `${line.slice(start, end > first ? end : start + MOST_LETTERS)} …`}`;
}

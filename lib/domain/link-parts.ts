/** A piece of a text; `href`: it is an address. */
export interface LinkPart {
  text: string;
  href: string | null;
}

/** An address to its last letter: the sentence's own period or bracket is not a part of it. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]’]/g;

/**
 * A text by the addresses in it, so that each of `known` can be followed. Another one is text: a name that someone sent
 * must not lead a reader of a report anywhere.
 */
export function linkParts(text: string, known: readonly string[]): LinkPart[] {
  const parts: LinkPart[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (!known.includes(address)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: address, href: address });
    end = index + address.length;
  }
  return end < text.length || parts.length === 0 ? [...parts, { text: text.slice(end), href: null }] : parts;
}

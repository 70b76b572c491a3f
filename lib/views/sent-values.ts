import { distance } from "fastest-levenshtein";

const SHOWN_LETTERS = 60;
/** A longer word is no slip of the keyboard. */
const MOST_COMPARED_LETTERS = 100;

/** A value as its sender wrote it, cut short: enough to find it in the request. */
export function shownValue(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}...` : text;
}

/** `dropletSize` and `droplet_size` are the same letters. */
const letters = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9%]/g, "");

/** The word that was most likely meant: one letter of three may differ, and no other word may be as near. */
export function nearestWord(sent: string, words: readonly string[]): string | null {
  if (sent.length > MOST_COMPARED_LETTERS) return null;
  const own = letters(sent);
  if (own === "") return null;
  const [first, second] = words
    .map((word) => ({ word, steps: distance(own, letters(word)) }))
    .filter(({ word, steps }) => steps <= Math.max(own.length, letters(word).length) / 3)
    .toSorted((a, b) => a.steps - b.steps);
  return first === undefined || first.steps === second?.steps ? null : first.word;
}

/** The end of a sentence about a word that is not known; empty where no known word is near. */
export function didYouMean(sent: unknown, words: readonly string[]): string {
  const nearest = typeof sent === "string" ? nearestWord(sent, words) : null;
  return nearest === null ? "" : `. Did you mean ${JSON.stringify(nearest)}?`;
}

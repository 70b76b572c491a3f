import type { Cited } from "@/lib/domain/citation";
import { oncePer } from "@/lib/domain/once-per";

/** A crop with the words that farm software sends for it. */
export interface CropRow extends Cited {
  id: string;
  /** The name that people read. */
  name: string;
  /** Further words: EPA's and USDA's names, synonyms, Spanish. Singular and plural of the last word both match. */
  words: string[];
  /** Those of the words that name a variety by what it tolerates: `Xtend soybean`. */
  traits?: string[] | undefined;
}

export type CropTable = readonly CropRow[];

/** What the words of an application say: crops that are known, and words that are not. */
export interface RecognizedCrops {
  /** Canonical ids, each once, in order of first appearance. */
  known: string[];
  unknown: string[];
}

/** Lower case without accents or punctuation, each word in the singular: how crop words are compared. */
export const cropKey = (word: string): string =>
  word
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "")
    .map(singular)
    .join(" ");

const LONG_ENOUGH = 4;

/** `soybeans` is `soybean`, `berries` is `berry`, `potatoes` is `potato`; `grass` and short words stay. */
function singular(part: string): string {
  if (part.length < LONG_ENOUGH || part.endsWith("ss") || part.endsWith("us")) return part;
  if (part.endsWith("ies")) return `${part.slice(0, -3)}y`;
  if (part.endsWith("oes")) return part.slice(0, -2);
  return part.endsWith("s") ? part.slice(0, -1) : part;
}

/** The crop that a word names; null when the table does not hold it. A part of a word never decides. */
export const findCrop = (table: CropTable, word: string): CropRow | null => byKey(table).get(cropKey(word)) ?? null;

/** Several hundred words, which each application is compared with. Of two crops of one word it is the first one's. */
const byKey = oncePer((table: CropTable): ReadonlyMap<string, CropRow> => {
  const rows = table.flatMap((row) => [row.name, ...row.words].map((word) => [cropKey(word), row] as const));
  return new Map(rows.toReversed());
});

/** The crops that the words of an application name. */
export function recognizeCrops(table: CropTable, words: readonly string[]): RecognizedCrops {
  const found = words.map((word) => ({ word, row: findCrop(table, word) }));
  return {
    known: [...new Set(found.flatMap(({ row }) => (row === null ? [] : [row.id])))],
    unknown: found.filter(({ row }) => row === null).map(({ word }) => word),
  };
}

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { spanishTexts } from "@/tests/unit/lint/word-pairs";

const page = readFileSync(new URL("../../../docs/spanish-terms.md", import.meta.url), "utf8");
const termsOf = (cell: string): string[] =>
  cell
    .split(", ")
    .map((each) => each.trim())
    .filter((each) => each !== "");
const TERMS = page
  .slice(page.indexOf("<!-- terms:begin -->"), page.indexOf("<!-- terms:end -->"))
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) => {
    const [english = "", spanish = "", never = ""] = line.slice(1, -1).split("|");
    return { english: english.trim(), spanish: termsOf(spanish), never: termsOf(never) };
  });
const TEXTS = spanishTexts();

/** A term as a word of its own; `*` stands for any ending. */
const asWord = (term: string): RegExp =>
  new RegExp(
    `(?<!\\p{L})${term.replace("*", "").replaceAll(".", "\\.") + (term.endsWith("*") ? "" : "(?!\\p{L})")}`,
    "iu",
  );
const textsWith = (term: string): string[] => {
  const word = asWord(term);
  return TEXTS.filter((text) => word.test(text));
};

it("reads the list", () => {
  expect(TERMS.length).toBeGreaterThan(50);
});

it("finds each word of the list in a text", () => {
  const said = TERMS.flatMap(({ english, spanish }) => (english === "you" ? [] : spanish));
  expect(said.filter((term) => textsWith(term).length === 0)).toEqual([]);
});

it("finds no word in a text that stands for the same thing", () => {
  const found = TERMS.flatMap(({ english, never }) =>
    never.flatMap((term) => textsWith(term).map((text) => `“${term}” for “${english}”: ${text}`)),
  );
  expect(found).toEqual([]);
});

it("opens each question and exclamation", () => {
  const alone = (mark: string, opened: string): string[] =>
    TEXTS.filter((text) => /\p{L}/u.test(text) && text.replace("Live!", "").includes(mark) && !text.includes(opened));
  expect([...alone("?", "¿"), ...alone("!", "¡")]).toEqual([]);
});

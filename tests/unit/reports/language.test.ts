import { expect, it } from "vitest";
import type { ReportBlock, ReportDocument } from "@/lib/domain/report";
import { reportFilesFor, reportFor } from "@/tests/support/report-record";
import { inLanguage } from "@/lib/views/language";

const WISHES = [
  { products: 2, limitations: 2, notes: "DEMO note" },
  { kind: "trait" as const, products: 2 },
  { products: 1, limitations: 0, edges: null },
  { edges: 60, signer: { name: "DEMO Signer", fingerprint: "f".repeat(64) } },
];

/** Texts that a report words itself: names, and what is quoted in English, are left out. */
function wordsOf({ title, standingLine, pageWords, facts, sections }: ReportDocument): string[] {
  const ofFacts = (all: typeof facts): string[] =>
    all.flatMap(({ label, value, holds }) => [label, ...(holds === undefined ? [value] : [])]);
  const ofBlock = (block: ReportBlock): string[] => {
    switch (block.kind) {
      case "text":
        return [block.text];
      case "subheading":
        return block.holds === undefined ? [block.text] : [];
      case "facts":
        return ofFacts(block.facts);
      case "statuses":
        return block.statuses.flatMap(({ word, title: about, lines }) => [word, about, ...lines]);
      case "figure":
        return [block.description, block.figure.scaleBar.text, ...block.figure.legend.map(({ text }) => text)];
      case "photos":
        return block.photos.flatMap(({ notes }) => notes);
      case "passage":
        return block.facts;
      case "table":
        return [
          block.caption,
          ...block.columns.map(({ head }) => head),
          ...[...block.rows, block.foot ?? []].flatMap((row) =>
            row.filter((_, index) => block.columns[index]?.holds === undefined),
          ),
        ];
    }
  };
  const own = sections.flatMap(({ heading, blocks }) => [heading, ...blocks.flatMap(ofBlock)]);
  return [title, standingLine, ...Object.values<string>({ ...pageWords }), ...ofFacts(facts), ...own];
}

/** Numbers with their units, codes, names of the made-up record, and the few words that both languages write alike. */
const IS_ALIKE =
  /^(?:[–\d.,:%°\s×/-]*(?:acres?|(?:lb|oz)(?:\/ac)?|mph|%|°F)?|\[ {2}\]|\d+ \(\d+.*|99002-\d+.*|DEMO .*|PULA \d+, DEMO .*|[A-D](?:\/D)?|\d+[A-Z]|SSURGO .*|demo-.*|No)$/;

it.each(WISHES)("says everything in Spanish that it says in English: %o", (wish) => {
  const [english, spanish] = [wordsOf(reportFor(wish)), wordsOf(inLanguage("es", () => reportFor(wish)))];
  expect(spanish).toHaveLength(english.length);
  const same = english.filter((text, index) => text === spanish[index] && !IS_ALIKE.test(text));
  expect([...new Set(same)]).toEqual([]);
});

it("is about the same record in both languages, with the same files", () => {
  const [english, spanish] = [reportFor(), inLanguage("es", () => reportFor())];
  expect([english.language, spanish.language]).toEqual(["en-US", "es-US"]);
  expect(spanish.recordHash).toBe(english.recordHash);
  expect(spanish.sections.map(({ id, blocks }) => [id, blocks.map(({ kind }) => kind)])).toEqual(
    english.sections.map(({ id, blocks }) => [id, blocks.map(({ kind }) => kind)]),
  );
  const texts = (files: ReturnType<typeof reportFilesFor>) => files.map(({ name, text }) => [name, text]);
  expect(texts(inLanguage("es", () => reportFilesFor()))).toEqual(texts(reportFilesFor()));
});

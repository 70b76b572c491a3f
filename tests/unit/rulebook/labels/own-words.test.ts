import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { parseLabelFiles } from "@/lib/rulebook/label-files/parse-labels";
import { readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { describeWithSharedData, readSharedText, sharedData } from "@/tests/support/shared-data";

const { folders } = parseLabelFiles((await readRuleFiles(RULEBOOK_DIRECTORY)).files);

/** Fewer words than these are a fact in its only form, such as a name or a day. */
const A_SENTENCE_HAS_WORDS = 5;
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

/** Everything that a product's files say in words of the label desk, with the number of the product. */
const notes = folders.flatMap(({ product, editions }) => {
  const said = [
    product.note,
    product.assumed?.note,
    ...product.formerNumbers.map(({ note }) => note),
    ...editions.flatMap(({ content }) => [content.note, ...content.facts.map(({ note }) => note)]),
  ];
  return said.flatMap((note) => (note === undefined ? [] : [`${product.registration}: ${note}`]));
});

describeWithSharedData("notes of the label files beside the collected facts", () => {
  it("are no copies of their sentences", () => {
    const collected = inOneLine(
      readdirSync(sharedData("labels"))
        .map((file) => readSharedText(`labels/${file}`))
        .join("\n")
        .replaceAll('""', '"'),
    );
    const copies = notes.filter((line) => {
      const note = inOneLine(line.slice(line.indexOf(": ") + 2));
      return note.split(" ").length >= A_SENTENCE_HAS_WORDS && collected.includes(note);
    });
    expect(notes.length).toBeGreaterThan(200);
    expect(copies).toEqual([]);
  });
});

it("names of companies and ingredients hold no remark of a reader", () => {
  const remarks = folders.flatMap(({ product: { registration, registrant, ingredients } }) =>
    [registrant, ...ingredients.map(({ name }) => name)]
      .filter((name) => /not (?:quoted|read|found)|\\x|^.$/.test(name ?? ""))
      .map((name) => `${registration}: ${name}`),
  );
  expect(remarks).toEqual([]);
});

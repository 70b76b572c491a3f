import { expect, it } from "vitest";
import { questionAsList, questionInWords } from "@/lib/views/attestations/words";
import { inLanguage, LANGUAGES } from "@/lib/views/language";

const helpOf = (source: string, language: (typeof LANGUAGES)[number]): string =>
  questionInWords(
    {
      kind: "county_forbidden_by_label",
      subject: "",
      labelDate: null,
      particulars: { productName: "Enlist One", condition: "Not in counties that the label names.", source },
    },
    language,
  ).help;

it.each(LANGUAGES)("a question names its document as a person knows it, in %s", (language) => {
  expect(helpOf("A bureau, new labels, page states, counties and crops", language)).toContain(
    "(A bureau, new labels, states, counties and crops)",
  );
  const coded =
    "pl8n4/field-treatment-system (a public coding of the label of 25 January 2024), page data/products.json at commit 0316ce8";
  expect(helpOf(coded, language)).toContain("(Label of 25 January 2024)");
});

it.each(LANGUAGES)("what a question quotes of a label is parted from it, in %s", (language) => {
  const question = {
    kind: "county_forbidden_by_label",
    subject: "",
    labelDate: null,
    particulars: {
      productName: "Enlist One",
      condition: "Not in counties that the label names.",
      source: "A bureau, new labels, page states, counties and crops",
    },
  } as const;
  const { help, whole } = inLanguage(language, () => ({
    help: questionAsList(question).help,
    whole: questionInWords(question).help,
  }));
  expect(help.map(({ text }) => text).join("")).toBe(whole);
  expect(help.filter(({ isEnglish }) => isEnglish).map(({ text }) => text)).toEqual([
    "Not in counties that the label names.",
    "A bureau, new labels, states, counties and crops",
  ]);
});

it("a direction of a label in a list of what to look for is in English on a Spanish page, and a figure is not", () => {
  const question = {
    kind: "figures_on_label",
    subject: "",
    labelDate: null,
    particulars: {
      productName: "Enlist One",
      figures: [
        { kind: "points", system: "epa_runoff", points: 4 },
        { kind: "direction", text: "Do not apply by air." },
      ],
    },
  } as const;
  const { items } = inLanguage("es", () => questionAsList(question));
  expect(items.map(({ isEnglish }) => isEnglish)).toEqual([false, true]);
  expect(items[1]?.text).toContain("Do not apply by air");
});

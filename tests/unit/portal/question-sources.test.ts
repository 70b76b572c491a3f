import { expect, it } from "vitest";
import { questionInWords } from "@/lib/views/attestations/words";
import { LANGUAGES } from "@/lib/views/language";

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

import { expect, it } from "vitest";
import { presentUnjudged } from "@/lib/contracts/v2/unjudged";
import { documentsOf, placesText, referenceSection } from "@/lib/pages/reports/references";
import { checkedText } from "@/lib/pages/reports/words";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { recordFor } from "@/tests/support/report-record";
import { inSpanish } from "@/tests/support/spanish";

const LABEL = { title: "A label", documentDate: "2026-02-06", checkedOn: null, evidence: "secondary" as const };

it("a document that is known in one way stands once, with all of its places in their order", () => {
  const [label, read, ...others] = documentsOf([
    { ...LABEL, locator: "page 9" },
    { ...LABEL, locator: "page 11" },
    { ...LABEL, locator: "section 7.5", evidence: "primary" },
    { ...LABEL, locator: "page 12, section 7.5" },
  ]);
  expect(others).toEqual([]);
  expect(label).toEqual({ ...LABEL, places: ["page 9", "page 11", "page 12, section 7.5"] });
  expect(read).toEqual({ ...LABEL, evidence: "primary", places: ["section 7.5"] });
});

it("a document without a place keeps its row", () => {
  expect(documentsOf([{ ...LABEL, locator: "–" }])).toEqual([{ ...LABEL, places: [] }]);
  expect(placesText([])).toBe("–");
});

it.each([
  [["page 9"], "page 9"],
  [["page 9", "page 11", "page 20"], "pages 9, 11, 20"],
  [["page 9", "page 12, section 7.5", "whole page"], "page 9; page 12, section 7.5; whole page"],
  [["labels of 2026", "labels of 2026; list of areas", "page 5"], "page 5; labels of 2026; list of areas"],
])("the places %j are read as %s", (places, text) => {
  expect(placesText(places)).toBe(text);
});

it.each([
  ["A label, page 12", "A label, page 12"],
  ["A label, page page 5", "A label, page 5"],
  ["A university, page over-the-top dicamba, 2026 labels", "A university, over-the-top dicamba, 2026 labels"],
  ["the product's label", "the product's label"],
])("the source %s is answered as %s", (source, answered) => {
  const condition = { productIndex: 0, ruleId: "rule", text: "A direction.", source };
  expect(presentUnjudged(condition)).toMatchObject({ source: answered });
});

it("how a figure is known and whether a second reader compared it are two things, and only the first decides", () => {
  const told = (): string => JSON.stringify(referenceSection(recordFor(), rulebookAsOf("2026-06-15")).blocks);
  const text = told();
  for (const part of ["Evidence", "Compared by a second reader", "“Not verified” in that column earns nothing"]) {
    expect(text).toContain(part);
  }
  expect(text).toContain(`what is “${checkedText(null)}” there still counts`);
  expect(text).not.toMatch(/hecked by us|not verified earns/);
  const spanish = inSpanish(told);
  expect(spanish).toContain("Comparado por otro lector");
  expect(spanish).toContain(`lo que ahí está “${inSpanish(() => checkedText(null))}” cuenta de todos modos`);
});

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inLanguageOf } from "@/scripts/language.mjs";
import { tableText } from "@/lib/views/vocabulary/table-text";

const TABLES = "lib/rulebook/tables";
/** Tables whose names people read, and the members that hold them. */
const READ = /^(epa-runoff-(menu|exemption-reasons)|trait-runoff-menu|drift-practices|application-records)-/;
const MEMBERS = new Set(["label", "description", "helperText", "question", "text", "settledBy"]);
/** Remarks of a row are read beside it; those of a table, a figure or a reading are for who keeps the rules. */
const hasReadNote = (part: object): boolean => "code" in part && !("figures" in part);

function textsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(textsIn);
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === "string" && (MEMBERS.has(name) || (name === "note" && hasReadNote(part)))
      ? [value]
      : textsIn(value),
  );
}

const inSpanish = <T>(make: () => T): T => inLanguageOf({ url: "/portal", headers: { "accept-language": "es" } }, make);

describe.each(readdirSync(TABLES).filter((file) => READ.test(file)))("the names of %s", (file) => {
  const texts = [...new Set(textsIn(JSON.parse(readFileSync(`${TABLES}/${file}`, "utf8"))))];

  it("are read in Spanish, with the same figures", () => {
    expect(texts.length).toBeGreaterThan(0);
    const figures = (text: string): string[] => (text.match(/\d[\d,.]*\d|\d/g) ?? []).toSorted();
    for (const text of texts) {
      const spanish = inSpanish(() => tableText(text));
      expect(spanish, `"${text}" has no Spanish yet: write it into a file of lib/views/vocabulary`).not.toBe(text);
      expect(figures(spanish), text).toEqual(figures(text));
    }
  });

  it("are in English for everyone else", () => expect(texts.map((text) => tableText(text))).toEqual(texts));
});

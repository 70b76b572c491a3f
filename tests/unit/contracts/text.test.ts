import { describe, expect, it } from "vitest";
import { idText, nameText, personName, text } from "@/lib/contracts/shared/text";
import { faultsOf } from "@/lib/http/parse";

const ZERO_WIDTH = "\u200b\u200d\ufeff";
const INVISIBLE = [" ", "\u00a0\u2003", ZERO_WIDTH, "\u2060\u00ad", "\u202e", "\u3164", "\u2800"];

const messagesOf = (schema: ReturnType<typeof text>, value: unknown): string[] => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : faultsOf(parsed.error, value).map(({ message }) => message);
};

describe("a text without anything to see", () => {
  it.each(INVISIBLE)("%j is refused with one fault, whatever it is for", (sent) => {
    expect(messagesOf(text(), sent)[0]).toMatch(/^The request must have a character that can be seen; got "/);
    expect(messagesOf(text(), sent)).toHaveLength(1);
    expect(messagesOf(idText(), sent)[0]).toMatch(/^The request must have more in it than blanks and dots; got "/);
    expect(messagesOf(idText(), sent)).toHaveLength(1);
  });

  it.each(INVISIBLE)("%j is an empty name", (sent) => {
    expect(messagesOf(nameText(), sent)).toEqual(["The request must not be empty."]);
    expect(messagesOf(personName, sent)).toEqual(["The request must not be empty."]);
  });
});

describe("a name", () => {
  it.each([
    ["  North 40 ", "North 40"],
    [`${ZERO_WIDTH}North${ZERO_WIDTH} `, "North"],
    ["North", "North"],
    ["North \u{1f33e}\u{e0020} ", "North \u{1f33e}"],
    ["\u{e0020}\u{20bb7} field \u200d\u{e0001}", "\u{20bb7} field"],
    // Marks inside belong to how a word is written.
    [
      "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
      "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    ],
  ])("%j is kept as %j", (sent, kept) => {
    expect(nameText().parse(sent)).toBe(kept);
    expect(personName.parse(sent)).toBe(kept);
  });

  it("of any length is judged in a time that grows with it, not with its square", () => {
    const long = `a${" ".repeat(3_000_000)}b`;
    expect(messagesOf(nameText(), long)).toEqual(["The request must have at most 200 characters."]);
    expect(messagesOf(nameText(), " ".repeat(3_000_000))[0]).toMatch(/at most 200 characters/);
  });

  it("is measured without its ends", () => {
    expect(nameText(5).parse(" North ")).toBe("North");
    expect(messagesOf(nameText(4), " North ")).toEqual(["The request must have at most 4 characters."]);
  });
});

describe("an identifier and other texts", () => {
  it("are kept as they were sent", () => {
    expect(idText().parse(" a ")).toBe(" a ");
    expect(text().parse(" a ")).toBe(" a ");
  });
});

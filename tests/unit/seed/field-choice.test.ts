import { describe, expect, it } from "vitest";
import { DEMO_APPLICATIONS } from "@/prisma/seed/applications";
import { FieldChoice } from "@/prisma/seed/field-choice";
import { makeLandscape } from "@/prisma/seed/landscape/landscape";

const landscape = makeLandscape();
const choose = () => {
  const choice = new FieldChoice(landscape);
  return DEMO_APPLICATIONS.map(({ field }) => choice.take(field).properties);
};

describe("FieldChoice", () => {
  it("gives every application of the demonstration a field of its own, the same at every start", () => {
    const chosen = choose();
    expect(new Set(chosen.map(({ provider_field_id }) => provider_field_id)).size).toBe(DEMO_APPLICATIONS.length);
    expect(choose()).toEqual(chosen);
  });

  it("gives a field of the kind asked for", () => {
    const wishes = DEMO_APPLICATIONS.map(({ field }) => field.kinds);
    choose().forEach(({ kind }, index) => expect(wishes[index] ?? [kind]).toContain(kind));
  });

  it("says so when no such field is left", () => {
    const choice = new FieldChoice(landscape);
    choice.take({ inside: [], kinds: ["county_line"] });
    choice.take({ inside: [], kinds: ["county_line"] });
    expect(() => choice.take({ inside: [], kinds: ["county_line"] })).toThrow(RangeError);
  });
});

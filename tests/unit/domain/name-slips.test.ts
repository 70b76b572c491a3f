import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSlipOfAny, isWithin, slipIndex, SlipIndexBuilder } from "@/lib/domain/name-slips";

/** Letters to insert, delete, replace or swap with their neighbor, by the plain recursion. */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const isSame = a.at(-1) === b.at(-1);
  const isSwap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  return Math.min(
    distance(a.slice(0, -1), b.slice(0, -1)) + (isSame ? 0 : 1),
    distance(a.slice(0, -1), b) + 1,
    distance(a, b.slice(0, -1)) + 1,
    isSwap ? distance(a.slice(0, -2), b.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY,
  );
}

const text = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: least, maxLength: most });

describe("how far names are apart", () => {
  it("is what the plain recursion says", () => {
    fc.assert(
      fc.property(text(0, 6), text(0, 6), fc.integer({ min: 0, max: 3 }), (a, b, most) => {
        expect(isWithin(a, b, most)).toBe(distance(a, b) <= most);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a mistyped name", () => {
  const names = ["Roundup PowerMAX 3", "Banvel", "Aim EC", "2,4-D", "MCPA amine", "Acuron GT", "Zeal", "Direx"];
  const index = slipIndex(names);

  it.each([
    ...[
      "roundup powermax 3",
      "Roundup",
      "RoundupPowerMax",
      "Round up",
      "Raodnup",
      "Oundup Powermx 3",
      "Banvle",
      "Benvel 4S",
    ],
    ...["Aimm", "Alm EC", "24 D", "2,4-DB", "MPCA", "Acurn GT", "Rоundup"],
    // Two other letters in a long name; letters in another order, one of them another; the beginning of what was sent.
    ...["Roundup Powermaz 7", "Bevnal", "Bevnol", "Direk Max"],
  ])("is found: %s", (sent) => {
    expect(isSlipOfAny(index, sent)).toBe(true);
  });

  it.each(["", "??", "X", "Urea", "Potash", "10-34-0", "Grounded", "Aims High", "Ultra", "Power", "Accuquest WM"])(
    "is not seen in every name: %s",
    (sent) => {
      expect(isSlipOfAny(index, sent)).toBe(false);
    },
  );

  it.each([
    ["with two other letters in another order", "Bexnol"],
    ["in another order from its first letter on", "Nevbal"],
    ["in another order to its last letter", "Blnvea"],
    ["of five letters in another order", "Derix"],
    ["whose first word is short and like a short name by chance", "Zea mays starch"],
    ["parted, with another letter at its end", "Acuro K"],
  ])("is not seen in one %s", (_title, sent) => {
    expect(isSlipOfAny(index, sent)).toBe(false);
  });

  it("is compared with the first words of a register only where they are long enough to mean something", () => {
    const register = new SlipIndexBuilder(5);
    register.add(["pro gold 7", "banner maxx"]);
    const built = register.done();
    expect(["Pros", "Prog Old 7", "Baner", "Bannr Maxx"].map((sent) => isSlipOfAny(built, sent))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

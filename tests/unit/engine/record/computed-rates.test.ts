import { describe, expect, it } from "vitest";
import type { RecordFact, RecordPart } from "@/lib/domain/application-record";
import { findPart, type FoundPart, type PartFacts } from "@/lib/engine/record/parts";

const rated = (productIndex: number, productName: string, value: number) => ({
  productIndex,
  kind: productIndex === 0 ? "catalogue" : "adjuvant",
  submitted: { productName, rate: value, rateUnit: "fl oz/ac" },
  rate: { normalized: { value, unit: "fl_oz_per_acre" } },
});
/** 22 fl oz of a pesticide and 40 of an agent were sent for 40 acres. */
const MIX = [
  { rated: rated(0, "Stryax", 22), adjuvantKinds: [] },
  { rated: rated(1, "Agent", 40), adjuvantKinds: ["volatility_reducing"] },
];
const FORTY_ACRES_SQM = 161_874.256;

/** A part of a record whose buffer was computed with these rates, with what someone wrote. */
function partOf(
  part: RecordPart,
  [ofStryax, ofAgent]: readonly [number, number],
  {
    typed = [],
    isPlaced = true,
    mix = MIX,
  }: { typed?: [RecordFact, string | number][]; isPlaced?: boolean; mix?: object[] } = {},
): FoundPart {
  const computedRates = [ofStryax, ofAgent].map((value, productIndex) => ({
    productIndex,
    rate: value,
    rateUnit: "fl oz/ac",
    normalized: { value, unit: "fl_oz_per_acre" },
  }));
  const facts = {
    mix,
    treatableSqm: isPlaced ? FORTY_ACRES_SQM : null,
    computedRates,
    inForce: { readings: [], facts: new Map(typed.map(([name, value]) => [name, { entryId: name, value }])) },
  };
  return findPart(part, facts as unknown as PartFacts);
}

const NOT_KNOWN: FoundPart = { values: [], isKnown: false };

describe("the amount of a record whose buffer was computed", () => {
  it("with the rate that was sent is that rate over the acres", () => {
    expect(partOf("amount_applied", [22, 40]).values.map(({ text }) => text)).toEqual(["Stryax: 6.9 gal"]);
  });

  it("with another rate is asked for, and none is stated that no one may have applied", () => {
    expect(partOf("amount_applied", [11, 40])).toEqual(NOT_KNOWN);
  });

  it("with another rate on ground that has changed since is asked for as well, whatever acres were written down", () => {
    const found = partOf("amount_applied", [11, 40], { typed: [["area_treated_ac", 20]], isPlaced: false });
    expect(found).toEqual(NOT_KNOWN);
  });

  it("of two pesticides is asked for where the rate of either is another, or is not known", () => {
    const liberty = { rated: { ...rated(1, "Liberty", 34), kind: "catalogue" }, adjuvantKinds: [] };
    const mix = [...MIX.slice(0, 1), liberty];
    const both = partOf("amount_applied", [22, 34], { mix });
    expect(both.values.map(({ text }) => text)).toEqual(["Stryax: 6.9 gal", "Liberty: 10.6 gal"]);
    expect(partOf("amount_applied", [22, 17], { mix })).toEqual(NOT_KNOWN);
    expect(partOf("amount_applied", [11, 34], { mix })).toEqual(NOT_KNOWN);
    const unread = { ...liberty, rated: { ...liberty.rated, productIndex: 2, rate: { normalized: null } } };
    expect(partOf("amount_applied", [22, 34], { mix: [...MIX.slice(0, 1), unread] })).toEqual(NOT_KNOWN);
  });

  it("is what someone wrote down", () => {
    const found = partOf("amount_applied", [11, 40], { typed: [["amount_applied", "3.4 gal"]] });
    expect(found).toMatchObject({ values: [{ text: "3.4 gal", source: "typed" }], isKnown: true });
  });
});

it("an agent in the tank whose rate was computed as another is asked for with its rate", () => {
  expect(partOf("vra", [22, 40]).values.map(({ text }) => text)).toEqual(["Agent, 40 fl oz/ac"]);
  expect(partOf("vra", [22, 20])).toEqual(NOT_KNOWN);
});

describe("the nozzle of a record whose buffer was computed", () => {
  const nozzleOf = (details: object | undefined, typed: [RecordFact, string | number][] = []): FoundPart[] => {
    const facts = {
      application: { details: { nozzle: "TTI 11004", nozzlePressurePsi: 40 } },
      computation: { details },
      inForce: { facts: new Map(typed.map(([name, value]) => [name, { entryId: name, value }])) },
    };
    return (["nozzle", "nozzle_pressure"] as const).map((part) => findPart(part, facts as unknown as PartFacts));
  };
  const texts = (found: FoundPart[]) => found.map(({ values }) => values[0]?.text ?? null);

  it("is the one that was sent, where it was computed for that one, or no one knows for which", () => {
    expect(texts(nozzleOf({ nozzle: "TTI 11004", nozzlePressurePsi: 40 }))).toEqual(["TTI 11004", "40 psi"]);
    expect(texts(nozzleOf(undefined))).toEqual(["TTI 11004", "40 psi"]);
  });

  it("is asked for, where it was computed for another one", () => {
    expect(nozzleOf({ nozzle: "AIXR 11004", nozzlePressurePsi: 40 })[0]).toEqual(NOT_KNOWN);
    expect(nozzleOf({ nozzle: null, nozzlePressurePsi: 60 })).toEqual([NOT_KNOWN, NOT_KNOWN]);
    const written = nozzleOf({ nozzle: "AIXR 11004" }, [["nozzle", "AIXR 11004"]]);
    expect(texts(written)).toEqual(["AIXR 11004", null]);
  });
});

import { describe, expect, it } from "vitest";
import { readDriftConfiguration } from "@/lib/data/stored/drift-configuration";
import { DRIFT_CONFIGURATION_VERSION, type DriftConfiguration } from "@/lib/domain/compliance";
import { assess } from "@/lib/engine/assess";
import { catalogue, DC125_AREAS, factsOf, submittedOf } from "@/tests/unit/engine/facts";

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const configurationOf = ({ requirements }: { requirements: { driftConfiguration: DriftConfiguration | null }[] }) =>
  requirements.flatMap(({ driftConfiguration }) => driftConfiguration ?? []);

const found = configurationOf(assess(factsOf([submittedOf("264-1241")], { areas: DC125_AREAS })));
const [kept] = found;
if (kept === undefined) throw new Error("Stryax asks for no buffer");

/** A copy as it is saved, with another member at a path. */
const withMember = (path: readonly (string | number)[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, _step, at) => {
    const whole = path
      .slice(0, at)
      .reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], asJson(kept));
    const key = path[at] ?? "";
    return Array.isArray(whole) ? whole.with(Number(key), inner) : { ...(whole as object), [key]: inner };
  }, value);

describe("a saved drift configuration", () => {
  it("is read as it was found", () => {
    expect(found.map((each) => readDriftConfiguration(asJson(each)))).toEqual(found);
    expect(readDriftConfiguration(null)).toBeNull();
  });

  it.each(["Broadcast-Ground", "Broadcast-Air", "Airblast"] as const)(
    "of every product that is known, applied by %s, is read as it was found",
    (method) => {
      for (const { registration } of catalogue.products) {
        const [product, base] = [submittedOf(registration), factsOf([submittedOf(registration)])];
        const facts = { ...base, application: { ...base.application, method, products: [product] } };
        for (const each of configurationOf(assess(facts))) expect(readDriftConfiguration(asJson(each))).toEqual(each);
      }
    },
  );

  it.each([
    ["a later version", ["version"], DRIFT_CONFIGURATION_VERSION + 1],
    [
      "a kind of buffer that is not known here",
      ["requirements", 0, "buffersEsa", "bufferTypes", "upwind"],
      { methods: [] },
    ],
    ["a widest buffer of such a kind", ["summary", "upwind"], null],
    ["a distance that is none", ["requirements", 0, "rawDistanceFt"], "240"],
    ["no list of requirements", ["requirements"], undefined],
    ["a source that is none", ["requirements", 0, "source"], "county"],
  ] as const)("with %s is refused, and no part of it answered", (_, path, value) => {
    expect(() => readDriftConfiguration(withMember(path, value))).toThrow();
  });
});

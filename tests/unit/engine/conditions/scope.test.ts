import { describe, expect, test } from "vitest";
import type { ApplicationInput, SubmittedProduct } from "@/lib/domain/application";
import type { ConditionScope } from "@/lib/domain/label-conditions";
import { ratedWith } from "../drift/rules";
import { judgedFor } from "./judged";

/** Whether a condition with a scope binds an application: one that does not is left out of what is judged. */
function bindingOf(
  when: ConditionScope,
  application: Partial<ApplicationInput> = {},
  product: Partial<SubmittedProduct> = {},
): string {
  const condition = { id: "scope", text: "A wind.", evidence: "primary" as const, cite: ["LABEL"], when };
  const label = { conditions: [{ ...condition, kind: "wind" as const, minMph: 3, maxMph: 10 }] };
  return judgedFor(ratedWith(label, product), application)[0]?.binding ?? "no";
}

describe("a rule of a label binds", () => {
  test.each<[string[], string]>([
    [["Soybeans"], "yes"],
    [["Cotton"], "yes"],
    [["Wheat"], "no"],
    // What binds a part of the work binds the work.
    [["Wheat", "Soybeans"], "yes"],
    [["Blorb", "Soybeans"], "yes"],
    // A word that no one knows may be one of its crops; so may the crop of an application that names none.
    [["Wheat", "Blorb"], "unknown"],
    [["Blorb"], "unknown"],
    [[], "unknown"],
  ])("for soybean and cotton an application on %j: %s", (crop, binding) => {
    expect(bindingOf({ crops: ["soybean", "cotton"] }, { crop })).toBe(binding);
  });

  test.each<[ConditionScope, string]>([
    [{ methods: ["Broadcast-Ground"] }, "yes"],
    [{ methods: ["Banded-Ground"] }, "no"],
    [{ methodClasses: ["ground"] }, "yes"],
    [{ methodClasses: ["aerial", "airblast"] }, "no"],
    [{ methods: ["Broadcast-Ground"], methodClasses: ["aerial"] }, "no"],
    [{ methods: ["Banded-Ground"], methodClasses: ["ground"] }, "no"],
    [{}, "yes"],
  ])("%j a broadcast application from the ground: %s", (when, binding) => {
    expect(bindingOf(when, { method: "Broadcast-Ground" })).toBe(binding);
  });

  const tier = { rate: { atLeast: 20, atMost: 30, unit: "fl_oz_per_acre" } } as const;
  test.each<[string, ConditionScope, Partial<SubmittedProduct>, string]>([
    ["at its lower end", tier, { rate: 20 }, "yes"],
    ["at its lower end, sent in pints", tier, { rate: 20 / 16, rateUnit: "pt/ac" }, "yes"],
    ["below it", tier, { rate: 19.99 }, "no"],
    ["at its upper end", tier, { rate: 30 }, "yes"],
    ["above it", tier, { rate: 30.01 }, "no"],
    ["without a lower end", { rate: { ...tier.rate, atLeast: undefined } }, { rate: 0 }, "yes"],
    ["without an upper end", { rate: { ...tier.rate, atMost: undefined } }, { rate: 1000 }, "yes"],
    ["in a unit of the other kind", tier, { rate: 1, rateUnit: "lb/ac" }, "unknown"],
    ["that does not resolve", tier, { rate: 25, rateUnit: "fl oz/100 gal" }, "unknown"],
  ])("from 20 to 30 fl oz a rate %s: %#", (_, when, product, binding) => {
    expect(bindingOf(when, {}, product)).toBe(binding);
  });

  test("only where all of its scope holds, and is open where a part is unknown and none says no", () => {
    const both: ConditionScope = { crops: ["soybean"], ...tier };
    expect(bindingOf(both, { crop: ["Soybeans"] }, { rate: 25 })).toBe("yes");
    expect(bindingOf(both, { crop: ["Blorb"] }, { rate: 25 })).toBe("unknown");
    expect(bindingOf(both, { crop: ["Blorb"] }, { rate: 40 })).toBe("no");
  });
});

import { describe, expect, it } from "vitest";
import type { DropletSize } from "@/lib/domain/application";
import type { CatalogueProduct, LabelRules } from "@/lib/domain/product";
import { assess } from "@/lib/engine/assess";
import { compileEdition } from "@/lib/rulebook/label-files/compile";
import { editionFileSchema } from "@/lib/rulebook/label-files/schema-files";
import { factsOf, productOf, submittedOf } from "@/tests/unit/engine/facts";

const READ = { quote: null, page: "2", sources: ["LABEL"], readBy: "A", readOn: "2026-05-01" };
const TWICE = { evidence: "read", checkedBy: "B", checkedOn: "2026-05-02" };
const fact = (name: string, value: unknown, trust: object = TWICE) => ({ ...READ, ...trust, fact: name, value });

/** The rules of a label that was read to its end and sets no buffer, with what it says of the setup. */
function rulesOf(...facts: object[]): LabelRules {
  const file = editionFileSchema.parse({
    registration: "1-1",
    labelDate: "2026-01-01",
    from: "2026-01-01",
    until: null,
    text: { kind: "stamped", pages: 10, readToEnd: true },
    parts: [],
    sources: { LABEL: { title: "Label", url: null, documentDate: "2026-01-01" } },
    facts: [
      fact("esa_language", "yes"),
      fact("methods_permitted", ["ground"]),
      fact("runoff_none", true),
      fact("drift_none", true),
      ...facts,
    ],
  });
  const compiled = compileEdition(file, []);
  if (!compiled.ok || compiled.edition.rules === null) throw new Error(JSON.stringify(compiled));
  return compiled.edition.rules;
}

function checked(rules: LabelRules, application: { dropletSize?: DropletSize | null; boomHeight?: "low" | "high" }) {
  const record: CatalogueProduct = { ...productOf("264-1241"), registration: "1-1", rules };
  const { assessment } = assess(
    factsOf([submittedOf("1-1")], {
      products: [{ productIndex: 0, record, kind: "catalogue", esaRequired: true }],
      application,
    }),
  );
  const blocking = assessment.issues.filter(({ blocks }) => blocks).map(({ code }) => code);
  return [assessment.status, blocking];
}

describe("what a label without a buffer says of the setup", () => {
  it("is nothing, where it says nothing", () => {
    expect(checked(rulesOf(), { dropletSize: "fine" })).toEqual(["not_applicable", []]);
  });

  it.each([
    ["fine", ["not_met", ["DROPLET_BELOW_LABEL_MINIMUM"]]],
    ["coarse", ["not_applicable", []]],
    [null, ["indeterminate", ["DROPLET_SIZE_MISSING"]]],
  ] as const)("binds droplets of %s all the same", (dropletSize, answer) => {
    expect(checked(rulesOf(fact("droplet_minimum", "coarse")), { dropletSize })).toEqual(answer);
  });

  it.each(["nozzle_list", "unresolved"])("leaves open what no one has read as a class: %s", (minimum) => {
    const found = checked(rulesOf(fact("droplet_minimum", minimum)), { dropletSize: "coarse" });
    expect(found).toEqual(["indeterminate", ["LABEL_CONDITIONS_NOT_CHECKED"]]);
  });

  it("binds the boom", () => {
    const rules = rulesOf(fact("boom_maximum", "low"));
    expect(checked(rules, { boomHeight: "high" })).toEqual(["not_met", ["BOOM_HEIGHT_EXCEEDS_LIMIT"]]);
    expect(checked(rules, { boomHeight: "low" })).toEqual(["not_applicable", []]);
    expect(checked(rulesOf(fact("boom_maximum", "high")), { boomHeight: "high" })).toEqual(["not_applicable", []]);
  });

  it("leaves open what rests on no evidence", () => {
    const unverified = { evidence: "unverified", checkedBy: null, checkedOn: null };
    const found = checked(rulesOf(fact("droplet_minimum", "coarse", unverified)), { dropletSize: "coarse" });
    expect(found).toEqual(["indeterminate", ["LABEL_CONDITIONS_NOT_CHECKED"]]);
  });

  it("stays with the buffer where the label sets one", () => {
    const rules = productOf("264-1241").rules;
    expect(rules?.drift?.minDropletSize).toBe("coarse");
    expect(rules?.conditions.map(({ id }) => id)).not.toContain("droplet-minimum");
    expect(rulesOf(fact("droplet_minimum", "coarse")).conditions.map(({ id }) => id)).toEqual(["droplet-minimum"]);
  });
});

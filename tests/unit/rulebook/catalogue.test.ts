import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { bindingLabel } from "@/lib/domain/label-editions";
import type { CatalogueProduct } from "@/lib/domain/product";
import { parseRuleFiles, type Catalogue, type RuleFile } from "@/lib/rulebook/catalogue";
import { DEMONSTRATION_DIRECTORY, readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { citingNodes } from "@/lib/rulebook/schema-shared";
import { inZodsOwnWords } from "@/tests/support/zod-words";
import ruleFile from "@/tests/unit/rulebook/rule-file.json";

let files: RuleFile[] = [];
let catalogue: Catalogue;

beforeAll(async () => {
  files = (await readRuleFiles(RULEBOOK_DIRECTORY, DEMONSTRATION_DIRECTORY)).files;
  catalogue = parseRuleFiles(files);
});

function productOf(registration: string): CatalogueProduct {
  const product = catalogue.products.find((found) => found.registration === registration);
  if (product === undefined) throw new Error(`no product ${registration}`);
  // The label in force of Liberty ULTRA has not been read; the one before has.
  return bindingLabel(product, "2026-05-01", registration === "7969-500" ? "2024-12-06" : null).record;
}
function rulesOf(registration: string) {
  const { rules } = productOf(registration);
  if (rules === null) throw new Error(`no rules for ${registration}`);
  return rules;
}
const methodsOf = (registration: string) =>
  rulesOf(registration).drift?.buffersEsa.bufferTypes.wind_directional?.methods.map(({ type, distanceFt }) => [
    type,
    distanceFt,
  ]);

describe("the project's rule files", () => {
  it("are read without a fault", () => {
    expect(catalogue.faults).toEqual([]);
    expect(files.length).toBeGreaterThan(400);
  });

  it("let every record carry each citation it names", () => {
    const records = [...catalogue.products.flatMap(({ rules }) => rules ?? []), ...catalogue.limitationRules];
    expect(records.length).toBeGreaterThan(12);
    for (const record of records) {
      const named = citingNodes(record).flatMap(({ node }) => node.cite);
      expect(named.filter((key) => !Object.hasOwn(record.citations, key))).toEqual([]);
    }
  });

  it("name demonstration products as such, and only those", () => {
    for (const { name, registration, isDemonstration } of catalogue.products) {
      expect(name.startsWith("DEMO ")).toBe(isDemonstration);
      expect(registration.startsWith("9900")).toBe(isDemonstration);
    }
  });
});

describe("Stryax", () => {
  it("asks for three points, by its own label", () => {
    expect(rulesOf("264-1241").runoff).toMatchObject([
      // Read by one person: a second reader makes it primary.
      { system: "epa_runoff", points: 3, pointsBySoil: null, applicability: "required", evidence: "secondary" },
    ]);
  });

  it("keeps 240 ft downwind, ground only, coarse droplets and a low boom", () => {
    const { drift, methods } = rulesOf("264-1241");
    expect(methodsOf("264-1241")).toEqual([["ground", 240]]);
    expect(drift).toMatchObject({ minDropletSize: "coarse", maxBoomHeight: "low", buffersEsa: { canMitigate: true } });
    expect(methods).toMatchObject({ permitted: ["ground"], excluded: ["aerial"] });
  });

  it("allows 22 fl oz, at least 15 gallons, and wind from 3 to 10 mph", () => {
    expect(rulesOf("264-1241").conditions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "single_rate", atMost: 22, unit: "fl_oz_per_acre" }),
        expect.objectContaining({ kind: "volume", atLeastGpa: 15 }),
        expect.objectContaining({ kind: "wind", minMph: 3, maxMph: 10 }),
      ]),
    );
  });

  it("has the strength that makes 22 fl oz half a pound", () => {
    const [dicamba] = productOf("264-1241").ingredients;
    expect(dicamba).toEqual({ name: "dicamba", pcCode: null, basis: "ae", lbPerGal: 2.91, percentByWeight: null });
    expect(((dicamba?.lbPerGal ?? 0) * 22) / 128).toBeCloseTo(0.5, 3);
  });

  it("requires two adjuvants and forbids ammonium sulfate", () => {
    expect(rulesOf("264-1241").adjuvants.map(({ kind, requirement }) => [kind, requirement])).toEqual([
      ["oil_emulsion_drift_reducing", "required"],
      ["volatility_reducing", "required"],
      ["ammonium_sulfate", "forbidden"],
    ]);
  });

  it("needs six points in all under DC125", () => {
    expect(catalogue.limitationRules.find(({ code }) => code === "DC125")).toMatchObject({
      registration: null,
      activeIngredient: "dicamba",
      drift: null,
      mitigationOptions: ["epa_runoff"],
      runoff: [{ system: "epa_runoff", points: 6, evidence: "primary" }],
    });
  });
});

describe("the other labels", () => {
  it("give Liberty ULTRA three points, 10 ft by ground and 50 ft by air, and no wind above 15 mph", () => {
    expect(rulesOf("7969-500").runoff).toMatchObject([{ system: "epa_runoff", points: 3 }]);
    expect(methodsOf("7969-500")).toEqual([
      ["ground", 10],
      ["aerial", 50],
    ]);
    expect(rulesOf("7969-500").conditions).toContainEqual(
      expect.objectContaining({ kind: "wind", minMph: null, maxMph: 15 }),
    );
    expect(rulesOf("7969-500").drift).toMatchObject({ minDropletSize: "medium", maxBoomHeight: "low" });
  });

  test.each(["62719-695", "62719-649"])(
    "give Enlist %s credits by soil, 30 ft by ground, and leave the rest open",
    (registration) => {
      const { runoff, drift, methods } = rulesOf(registration);
      expect(runoff).toMatchObject([{ system: "trait_runoff", points: null, pointsBySoil: { A_B: 4, C_D: 6 } }]);
      expect(methodsOf(registration)).toEqual([["ground", 30]]);
      expect(drift).toMatchObject({ minDropletSize: "nozzle_list", buffersEsa: { canMitigate: false } });
      expect([methods.permitted, methods.excluded]).toEqual([["ground"], ["aerial"]]);
    },
  );

  test.each(["7969-507", "100-1623"])("let nothing of %s count while its label has not been read", (registration) => {
    const { runoff, drift, methods } = rulesOf(registration);
    expect([runoff?.[0]?.evidence, drift?.evidence, methods.evidence]).toEqual([
      "unverified",
      "unverified",
      "unverified",
    ]);
    expect(runoff?.[0]?.points).toBe(3);
  });

  it("keep the vacated XtendiMax as inactive, and without directions after its last day", () => {
    expect(productOf("264-1210")).toMatchObject({ status: "Inactive", rules: null, esaLabelLanguage: null });
  });
});

describe("the demonstration products", () => {
  it("cover every ESA status, both formulations and an inactive one", () => {
    const demo = catalogue.products.filter(({ isDemonstration }) => isDemonstration);
    const seen = demo.map(
      ({ formulation, status, esaLabelLanguage }) => `${formulation} ${status} ${esaLabelLanguage}`,
    );
    expect(seen).toEqual(
      expect.arrayContaining([
        "liquid Active false",
        "dry Active false",
        "liquid Active null",
        "liquid Inactive false",
        "dry Active true",
      ]),
    );
  });

  it("have a dry product with rate and wind ranges", () => {
    const methods = rulesOf("99002-1").drift?.buffersEsa.bufferTypes.wind_directional?.methods ?? [];
    const ground = methods.find(({ type }) => type === "ground");
    expect(ground?.rateRanges?.map(({ unit, windSpeedRanges }) => [unit, windSpeedRanges?.length])).toEqual([
      ["lb_per_acre", 3],
      ["lb_per_acre", 3],
    ]);
    expect(methods.find(({ type }) => type === "aerial")?.windSpeedRanges).toHaveLength(2);
  });
});

describe("parseRuleFiles", () => {
  inZodsOwnWords();
  const liberty = () => structuredClone<unknown>(ruleFile);
  const edited = (edit: (text: string) => string): RuleFile => ({
    file: "edited.json",
    json: JSON.parse(edit(JSON.stringify(liberty()))) as unknown,
  });
  const faultsOf = (...set: RuleFile[]) =>
    parseRuleFiles(set).faults.map(({ file, path, reason }) => `${file} ${path} ${reason}`);

  test.each([
    {
      title: "a number with leading zeros",
      from: '"7969-500"',
      to: '"07969-500"',
      want: "edited.json products[0].registration is not a registration number",
    },
    {
      title: "too many points",
      from: '"points":3',
      to: '"points":12',
      want: "edited.json products[0].rules.runoff[0] asks for more than 9 points",
    },
    {
      title: "an unknown member",
      from: '"formulation"',
      to: '"formulatoin"',
      want: 'edited.json products[0] has a member that no one reads: "formulatoin"',
    },
    {
      title: "a drift type of another class",
      from: '"epa_drift_aerial"',
      to: '"epa_drift_ground"',
      want: "edited.json products[0].rules.drift.buffersEsa.bufferTypes.wind_directional.methods[1].mitigationType is not the drift type",
    },
    {
      title: "a managed area no one knows",
      from: '"exclusionCategories":[]',
      to: '"exclusionCategories":["rodes"]',
      want: "edited.json products[0].rules.drift.buffersEsa.exclusionCategories[0] ",
    },
    {
      title: "a buffer longer than ground is looked for",
      from: '"distanceFt":50',
      to: '"distanceFt":1201',
      want: "edited.json products[0].rules.drift.buffersEsa.bufferTypes.wind_directional.methods[1].distanceFt no buffer may be longer than 1200 ft",
    },
    {
      title: "two buffers for one setup, of which the shorter would count",
      from: '"type":"aerial","distanceFt":50,"mitigationType":"epa_drift_aerial"',
      to: '"type":"ground","distanceFt":50,"mitigationType":"epa_drift_ground"',
      want: "edited.json products[0].rules.drift.buffersEsa.bufferTypes.wind_directional.methods[1] the buffer for ground with any droplets and any boom occurs twice",
    },
    {
      title: "a practice that the label's own table names twice for one wind",
      from: '"source":"not_read"',
      to: `"source":"label_table","rows":${JSON.stringify(
        [50, 30, 20].map((percent, index) => ({
          ...{ practice: "hooded_sprayer", methodClass: "ground", percent, windMphAtMost: index === 0 ? null : 10 },
          ...{ evidence: "secondary", cite: ["LIBERTY-LABEL"] },
        })),
      )}`,
      want: "edited.json products[0].rules.drift.reductions.rows[2].practice the figure of hooded_sprayer for ground in wind up to 10 mph occurs twice",
    },
    {
      title: "a practice no menu has, with a figure of the label's own",
      from: '"source":"not_read"',
      to: '"source":"label_table","rows":[{"practice":"hooded_spraier","methodClass":"ground","percent":50,"windMphAtMost":null,"evidence":"secondary","cite":["LIBERTY-LABEL"]}]',
      want: "edited.json products[0].rules.drift.reductions.rows[0].practice there is no drift practice hooded_spraier",
    },
    {
      title: "a measure no menu has",
      from: '"disallowedMeasures":[]',
      to: '"disallowedMeasures":[{"system":"epa_runoff","code":"sandy_soil","evidence":"primary","cite":["LIBERTY-LABEL"]}]',
      want: "edited.json products[0].rules.disallowedMeasures[0].code the epa_runoff menu has no option or sub-option sandy_soil",
    },
  ])("names file and place of $title, and takes nothing from the file", ({ from, to, want }) => {
    const broken = edited((text) => text.replace(from, to));
    expect(faultsOf(broken).some((fault) => fault.startsWith(want))).toBe(true);
    expect(parseRuleFiles([broken]).products).toEqual([]);
  });

  it.each(["no_till", "row_middle_hood", "hood"])("reads a label that forbids %s", (code) => {
    const banned = { system: "epa_runoff", code, evidence: "primary", cite: ["LIBERTY-LABEL"] };
    const { products, faults } = parseRuleFiles([
      edited((text) => text.replace('"disallowedMeasures":[]', `"disallowedMeasures":[${JSON.stringify(banned)}]`)),
    ]);
    expect(faults).toEqual([]);
    expect(products[0]?.rules?.disallowedMeasures).toMatchObject([{ code }]);
  });

  it("refuses a product that two files describe, and keeps the first", () => {
    const result = parseRuleFiles([
      { file: "a.json", json: liberty() },
      { file: "b.json", json: liberty() },
    ]);
    expect(result.faults).toEqual([
      { file: "b.json", path: "products[0].registration", reason: "product 7969-500 stands in a.json already" },
    ]);
    expect(result.products).toHaveLength(1);
  });

  it("reads sound files beside a broken one", () => {
    const result = parseRuleFiles([
      { file: "bad.json", json: { note: 1 } },
      { file: "good.json", json: liberty() },
    ]);
    expect(result.products.map(({ registration }) => registration)).toEqual(["7969-500"]);
    expect(result.faults.every(({ file }) => file === "bad.json")).toBe(true);
  });
});

describe("readRuleFiles", () => {
  let directory = "";
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "rule-files-"));
    await writeFile(join(directory, "b.json"), "{}");
    await writeFile(join(directory, "a.json"), "{ not json");
    await writeFile(join(directory, "readme.txt"), "no rule file");
  });
  afterAll(() => rm(directory, { recursive: true }));

  it("tells a file that is no JSON from the rest", async () => {
    const read = await readRuleFiles(directory);
    expect(read.files).toEqual([{ file: "b.json", json: {} }]);
    expect(read.faults).toMatchObject([{ file: "a.json", path: "(file)" }]);
  });

  it("reads a single file by its path", async () => {
    expect((await readRuleFiles(join(directory, "b.json"))).files).toHaveLength(1);
  });
});

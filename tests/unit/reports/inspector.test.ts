import { describe, expect, it } from "vitest";
import { linkParts } from "@/lib/domain/link-parts";
import { issue } from "@/lib/domain/issues";
import type { ChangeRecord } from "@/lib/domain/portal";
import { areaSection } from "@/lib/pages/reports/areas";
import { limitationSection } from "@/lib/pages/reports/limitations";
import { applicatorsOf } from "@/lib/pages/reports/people";
import { countyText, stateText } from "@/lib/pages/reports/place";
import { tierBlocks } from "@/lib/pages/reports/tiers";
import { fieldTimes } from "@/lib/views/field-time";
import { choicesOf } from "@/lib/usecases/reports/choices";
import { timeZoneAt } from "@/lib/usecases/fields/field-zone";
import { recordFor } from "@/tests/support/report-record";

const [APPLICATION] = recordFor().applications;
if (APPLICATION === undefined) throw new Error("the record has no application");

describe("the clock of a report", () => {
  it.each([
    ["Iowa", [-93.6, 42], "Jul 1, 2026, 7:00 AM CDT"],
    ["Arizona, which keeps no summer time", [-112, 33.4], "Jul 1, 2026, 5:00 AM MST"],
    ["Hawaii", [-157.8, 21.4], "Jul 1, 2026, 2:00 AM HST"],
    ["a field without a boundary", null, "Jul 1, 2026, 12:00 PM UTC"],
  ] as const)("is that of the field: %s", (_, place, told) => {
    expect(fieldTimes(timeZoneAt(place))("2026-07-01T12:00:00Z")).toBe(told);
  });
});

describe("where the field lies", () => {
  const field = (...counties: { name: string; state: "IA" | "IL"; isSure: boolean }[]) => ({
    ...recordFor().field,
    counties,
  });

  it.each([
    ["one county", field({ name: "Story", state: "IA", isSure: true }), "Story, IA", "Iowa"],
    [
      "two that it is in",
      field({ name: "Scott", state: "IA", isSure: true }, { name: "Rock Island", state: "IL", isSure: true }),
      "Scott, IA; Rock Island, IL",
      "Iowa; Illinois",
    ],
    [
      "one of two, where the lines do not say which",
      field({ name: "Story", state: "IA", isSure: false }, { name: "Boone", state: "IA", isSure: false }),
      "Story, IA or Boone, IA (the loaded county lines leave it open)",
      "Iowa",
    ],
    ["no county lines", field(), "–", "–"],
  ])("is named: %s", (_, of, county, state) => {
    expect(countyText(of)).toBe(county);
    expect(stateText(of)).toBe(state);
  });
});

describe("the applicator", () => {
  it("is no one where no one is named, and else the person who answered for it", () => {
    expect(applicatorsOf(APPLICATION)).toEqual([]);
    const said = [{ attestedBy: "Jo Field" }, { attestedBy: "Jo Field" }] as typeof APPLICATION.attestations;
    expect(applicatorsOf({ ...APPLICATION, attestations: said })).toEqual(["Jo Field (answered for it)"]);
  });
});

describe("who chose a measure", () => {
  const change = (more: Partial<ChangeRecord>): ChangeRecord => ({
    changeId: "1",
    fieldId: "f",
    applicationEventId: null,
    year: 2026,
    kind: "selection",
    actor: "portal:aaa",
    changedAt: new Date("2026-06-14T09:30:00Z"),
    before: null,
    after: { system: "epa_runoff", subOptionId: 31, implementationDate: null, notes: null },
    undoneAt: null,
    undoesChangeId: null,
    ...more,
  });
  const answer = { attestedBy: "Jo Field" } as unknown as NonNullable<ChangeRecord["after"]>;

  it("is the last hand that saved it, by the name typed in the same visit", () => {
    const history = [
      change({ kind: "attestation", applicationEventId: "a", after: answer }),
      change({}),
      change({ actor: "farm software", changedAt: new Date("2026-06-01T00:00:00Z") }),
    ];
    expect(choicesOf(history, () => true)).toMatchObject([{ hand: "portal", name: "Jo Field" }]);
  });

  it("has no name from another visit, and leaves out what is not chosen any more", () => {
    const other = change({ kind: "attestation", actor: "portal:bbb", applicationEventId: "a", after: answer });
    expect(choicesOf([other, change({})], () => true)).toMatchObject([{ hand: "portal", name: null }]);
    expect(choicesOf([change({})], () => false)).toEqual([]);
    expect(choicesOf([change({ after: null })], () => true)).toEqual([]);
  });
});

describe("why a distance is the one it is", () => {
  const method = {
    type: "ground" as const,
    distanceFt: 100,
    mitigationType: "epa_drift_ground" as const,
    minDropletSize: "coarse" as const,
    boomHeight: "low" as const,
    windSpeedRanges: [
      { minMph: 0, maxMph: 5, distanceFt: 50 },
      { minMph: 5, maxMph: 10, distanceFt: 70 },
      { minMph: 10, maxMph: 15, distanceFt: 100 },
    ],
    rateRanges: null,
  };
  const computation = APPLICATION.drift?.computation;
  if (computation === undefined || computation === null) throw new Error("the record has no computation");

  const told = (rawDistanceFt: number, inputs = {}) => {
    const requirement = {
      ...APPLICATION.requirements[0],
      driftConfiguration: {
        requirements: [
          {
            source: "product",
            productIndex: 0,
            productEpa: "99002-1",
            limitationId: null,
            buffersEsa: { bufferTypes: { wind_directional: { methods: [method] } } },
          },
        ],
      },
    };
    const application = { ...APPLICATION, requirements: [requirement] } as unknown as typeof APPLICATION;
    const products = computation.products.map((product) => ({ ...product, rawDistanceFt }));
    return tierBlocks(application, { ...computation, products, inputs: { ...computation.inputs, ...inputs } })
      .flatMap((block) => (block.kind === "text" ? [block.text] : []))
      .join(" ");
  };

  it("names the tier that held, and the longest it stands for", () => {
    const text = told(70);
    expect(text).toContain("70 ft in place of 100 ft, the longest distance of the rule");
    expect(text).toContain("droplets are very coarse (coarse or coarser is asked for), the boom is low");
    expect(text).toContain("the wind, 8 mph, is within 5 to 10 mph");
  });

  it("says nothing where no tier gives the distance, or the setup does not satisfy it", () => {
    expect(told(60)).toBe("");
    expect(told(70, { boomHeight: "high" })).toBe("");
    expect(told(70, { dropletSize: "fine" })).toBe("");
    expect(told(70, { dropletSize: null })).toBe("");
  });
});

describe("what EPA's areas had on the field", () => {
  const assessment = APPLICATION.assessment;
  if (assessment === null) throw new Error("the record has no assessment");
  const [product] = assessment.products;
  if (product === undefined) throw new Error("the assessment has no product");

  const told = (more: Partial<typeof APPLICATION>) => {
    const record = { ...recordFor(), applications: [{ ...APPLICATION, ...more }] };
    const [section] = areaSection(record, (version) => version ?? "none", fieldTimes("UTC"));
    return JSON.stringify(section?.blocks);
  };
  const withProducts = (...products: (typeof product)[]) => ({ assessment: { ...assessment, products } });
  const NONE_FOUND = "No pesticide use limitation area of EPA's set demo-landscape";

  it("is nothing, said with the set and the time, where every product was looked for on the whole field", () => {
    const text = told(withProducts({ ...product, pulas: [] }));
    expect(text).toContain(NONE_FOUND);
    expect(text).toContain("touched this field when application demo-application-01 of Jun 15, 2026 was assessed");
    expect(text).toContain("Jun 14, 2026, 9:30 AM UTC");
  });

  it("names the areas of which no text is loaded, for the products that they may limit", () => {
    const particulars = { areasWithoutText: [{ pulaId: 121, codes: ["DC125"] }], mayLimit: [0] };
    const issues = [issue("LIMITATIONS_REVIEW_REQUIRED", { particulars })];
    const products = [
      { ...product, pulas: [] },
      { ...product, pulas: [] },
    ];
    const rows = told({ assessment: { ...assessment, issues, products } });
    expect(rows).toContain("Not known: the texts of PULA 121, on this field, are not loaded");
    expect(rows).toContain('"None"');
  });

  it("gives both reasons where texts are missing and others may name an ingredient", () => {
    const [withoutText, named] = [121, 122].map((pulaId) => [{ pulaId, codes: ["DC125"] }]);
    const particulars = { areasWithoutText: withoutText ?? [], mayName: named ?? [], mayLimit: [0] };
    const issues = [issue("LIMITATIONS_REVIEW_REQUIRED", { particulars })];
    const rows = told({ assessment: { ...assessment, issues, products: [{ ...product, pulas: [] }] } });
    expect(rows).toContain(
      "Not known: the texts of PULA 121, on this field, are not loaded; the texts of PULA 122, on this field, may name an ingredient",
    );
  });

  it.each([
    ["UNKNOWN_PRODUCT", "Not known: we do not know this product"],
    ["ESA_STATUS_UNKNOWN", "Not known: we have not read the label that is in force"],
    ["PRODUCT_NAME_MISMATCH", "Not known: its registration number and its name belong to two products"],
  ] as const)("is not known for a product with %s", (code, why) => {
    const text = told({
      assessment: {
        ...assessment,
        issues: [issue(code, { productIndex: 0 })],
        products: [{ ...product, pulas: [], esaRequired: code === "UNKNOWN_PRODUCT" ? null : true }],
      },
    });
    expect(text).toContain(why);
    expect(text).not.toContain(NONE_FOUND);
  });

  it("is each area with its name", () => {
    const text = told({});
    expect(text).toContain("PULA 990001, DEMO Prairie Stream Fish 2000");
    expect(text).not.toContain(NONE_FOUND);
  });

  it.each([
    [
      "the set does not reach the whole field",
      { assessment: { ...assessment, issues: [issue("PULA_COVERAGE_MISSING")] } },
    ],
    ["no set was loaded", { dataVersions: null }],
    ["a product is not known", withProducts({ ...product, pulas: [], esaRequired: null })],
    [
      "an area on the field has a code whose text is not loaded",
      {
        assessment: {
          ...assessment,
          issues: [
            issue("LIMITATIONS_REVIEW_REQUIRED", {
              particulars: { areasWithoutText: [{ pulaId: 121, codes: ["DC125"] }], mayLimit: [0] },
            }),
          ],
        },
      },
    ],
    [
      "an older assessment does not say what is to be read",
      { assessment: { ...assessment, issues: [issue("LIMITATIONS_REVIEW_REQUIRED")] } },
    ],
    ["nothing was assessed", { assessment: null }],
  ])("is never nothing where %s", (_, more: Partial<typeof APPLICATION>) => {
    const { assessment: of = assessment } = more;
    const products = (of?.products ?? []).map((each) => ({ ...each, pulas: [] }));
    expect(told({ ...more, assessment: of === null ? null : { ...of, products } })).not.toContain(NONE_FOUND);
  });
});

describe("the limitations of a report", () => {
  const assessment = APPLICATION.assessment;
  if (assessment === null) throw new Error("the record has no assessment");
  const [product] = assessment.products;
  if (product === undefined) throw new Error("the assessment has no product");

  const told = (more: Partial<typeof assessment>) => {
    const applications = [{ ...APPLICATION, assessment: { ...assessment, issues: [], ...more } }];
    return JSON.stringify(limitationSection({ ...recordFor(), applications }, fieldTimes("UTC")).blocks);
  };
  const bare = { ...product, productName: "Mystery", pulas: [] };

  it("are none where every product was looked for", () => {
    expect(told({ products: [bare] })).toContain("No limitation is saved for the products of these applications");
  });

  it.each([
    ["UNKNOWN_PRODUCT", "we do not know this product"],
    ["ESA_STATUS_UNKNOWN", "we have not read the label that is in force"],
  ] as const)("are not none for a product with %s, and beside texts of another one it is named", (code, why) => {
    const sentence = `Whether limitations apply to Mystery is not known: ${why}.`;
    const alone = told({ products: [bare], issues: [issue(code, { productIndex: 0 })] });
    expect(alone).toContain(sentence);
    expect(alone).toContain("That does not mean that there is none");
    expect(alone).not.toContain("for the products of these applications");
    const beside = told({ products: [product, bare], issues: [issue(code, { productIndex: 1 })] });
    expect(beside).toContain(sentence);
  });
});

describe("addresses in a text", () => {
  it.each([
    ["no address", [["no address", null]]],
    ["", [["", null]]],
    [
      "Ask at https://a.example/verify/0f. Then go.",
      [
        ["Ask at ", null],
        ["https://a.example/verify/0f", "https://a.example/verify/0f"],
        [". Then go.", null],
      ],
    ],
    ["javascript:alert(1)", [["javascript:alert(1)", null]]],
    ["of someone else: https://evil.example/login", [["of someone else: https://evil.example/login", null]]],
  ])("are found where they are ours: %j", (text, parts) => {
    expect(linkParts(text, ["https://a.example/verify/0f"]).map(({ text: part, href }) => [part, href])).toEqual(parts);
  });
});

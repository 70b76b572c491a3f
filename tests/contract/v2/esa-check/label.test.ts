import { beforeAll, describe, expect, it } from "vitest";
import { check, codesOf, loadGround, type Body } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { STRYAX, STRYAX_ADJUVANTS } from "@/tests/support/requests";

let caller: Caller;
beforeAll(async () => {
  await loadGround();
  caller = await makeCaller("label");
});

/** A setup that keeps Stryax's label; each test breaks one part of it. */
const RIGHT = { droplet_size: "C", boom_height: "low", gpa: 15, products: [STRYAX, ...STRYAX_ADJUVANTS] };
const send = (more: Body = {}) => check(caller, { ...RIGHT, ...more });

const VIOLATIONS: [string, Body, string][] = [
  ["an aerial application of a ground-only product", { application_method: "Broadcast-Air" }, "METHOD_NOT_PERMITTED"],
  ["a drone", { application_method: "Drone" }, "METHOD_NOT_PERMITTED"],
  [
    "through irrigation equipment, which its class does not tell",
    { application_method: "Chemigation" },
    "METHOD_NOT_PERMITTED",
  ],
  [
    "granules, which a condition of the label forbids",
    { application_method: "Granular-Ground" },
    "METHOD_NOT_PERMITTED",
  ],
  ["droplets one class too fine", { droplet_size: "M" }, "DROPLET_BELOW_LABEL_MINIMUM"],
  ["the finest droplets", { droplet_size: "extremely_fine" }, "DROPLET_BELOW_LABEL_MINIMUM"],
  ["a high boom", { boom_height: "high" }, "BOOM_HEIGHT_EXCEEDS_LIMIT"],
  ["too little spray volume", { gpa: 14.9 }, "LABEL_LIMIT_EXCEEDED"],
  ["too high a rate", { products: [{ ...STRYAX, rate: 22.1 }] }, "LABEL_LIMIT_EXCEEDED"],
  [
    "too high a rate in another unit",
    { products: [{ ...STRYAX, rate: 1.5, rate_unit: "pt/ac" }] },
    "LABEL_LIMIT_EXCEEDED",
  ],
  [
    "too high a rate in two entries, one under a distributor's number",
    {
      products: [
        { ...STRYAX, rate: 11 },
        { ...STRYAX, epa_number: "264-1241-5905", rate: 11.1 },
      ],
    },
    "LABEL_LIMIT_EXCEEDED",
  ],
];
const VIOLATION_CODES = [...new Set(VIOLATIONS.map(([, , code]) => code))];

it("gives the rate of the active ingredient in figures that mean something", async () => {
  const { compliance } = await send();
  const [requirement] = compliance.drift.requirements?.requirements ?? [];
  // 22 fl oz of 128 with 2.91 lb each is 0.5001562500000001 to a computer.
  expect(requirement?.ai_info?.rate_lb_ai_per_acre).toBe(0.500156);
});

describe("a known violation of the label", () => {
  it.each(VIOLATIONS)("%s is not_met with its code", async (_title, more, code) => {
    const found = await send(more);
    expect(found.compliance.status).toBe("not_met");
    const violations = codesOf(found).filter((each) => VIOLATION_CODES.includes(each));
    expect([...new Set(violations)]).toEqual([code]);
    expect(found.compliance.drift.status).toBe("not_met");
    expect(found.compliance.drift.issues).toContain(code);
    expect(found.application_event_id).toBeDefined();
  });

  it("is a required adjuvant that is missing, told with the product and the kind", async () => {
    const found = await send({ products: [STRYAX, ...STRYAX_ADJUVANTS.slice(0, 1)] });
    expect(found.compliance).toMatchObject({ status: "not_met", drift: { status: "not_met" } });
    expect(found.compliance.drift.issues).toContain("ADJUVANT_REQUIREMENT_UNMET");
    const unmet = found.compliance.issues.find(({ code }) => code === "ADJUVANT_REQUIREMENT_UNMET");
    expect(unmet?.message).toMatch(/\(Stryax: volatility reducing, at least 40 fl oz per acre\)/);
  });

  it("by one product of a mix makes the whole not_met", async () => {
    const found = await send({ products: [STRYAX, { ...STRYAX, rate: 30 }] });
    expect(found.compliance.status).toBe("not_met");
  });
});

describe("a setup that keeps the label", () => {
  it.each<[string, Body]>([
    ["in every part", {}],
    ["with coarser droplets", { droplet_size: "UC" }],
    [
      "with the label's rate in pints",
      { products: [{ ...STRYAX, rate: 1.375, rate_unit: "pt/ac" }, ...STRYAX_ADJUVANTS] },
    ],
    [
      "with the label's rate in millilitres per hectare",
      { products: [{ ...STRYAX, rate: 1607.7, rate_unit: "ml/ha" }, ...STRYAX_ADJUVANTS] },
    ],
  ])("%s has no violation, and no pass either before the wind is known", async (_title, more) => {
    const found = await send(more);
    expect(codesOf(found).filter((code) => VIOLATION_CODES.includes(code))).toEqual([]);
    expect(found.compliance.status).toBe("indeterminate");
    expect(found.compliance.drift.status).toBe("indeterminate");
    expect(codesOf(found)).toContain("DRIFT_CONDITIONS_UNVERIFIED");
  });

  it("gets its buffer as a drift configuration of version 4", async () => {
    const { requirements } = (await send()).compliance.drift;
    expect(requirements).toMatchObject({
      version: 4,
      summary: {
        wind_directional: {
          mitigatable: { distance: 240, unit: "feet", mitigation_type: "epa_drift_ground" },
          non_mitigatable: null,
        },
        omni_directional: null,
        downslope: null,
      },
      requirements: [
        {
          config_label: "product:264-1241",
          source: "product",
          product_epa: "264-1241",
          limitation_id: null,
          method: "Broadcast-Ground",
          raw_distance_ft: 240,
          has_rate_ranges: false,
          rate_resolution: "not_applicable",
          rate_normalized: { value: 22, unit: "fl_oz_per_acre" },
          buffers_esa: { anchor: "field_edge_inward", can_mitigate: true },
        },
      ],
    });
    expect(requirements?.requirements[0]?.ai_info).toMatchObject({ name: "dicamba" });
  });
});

describe("what the label asks and no one said", () => {
  it.each<[string, Body, string]>([
    ["the droplet size", { droplet_size: null }, "DROPLET_SIZE_MISSING"],
    ["the boom height", { boom_height: null }, "BOOM_HEIGHT_MISSING"],
  ])("%s is named and leaves it open", async (_title, more, code) => {
    const found = await send(more);
    expect(codesOf(found)).toContain(code);
    expect(found.compliance.status).toBe("indeterminate");
  });

  it("a method the label is silent on is unresolved and not excluded", async () => {
    const found = await send({ application_method: "Airblast" });
    expect(codesOf(found)).toContain("DRIFT_METHOD_UNRESOLVED");
    expect(codesOf(found)).not.toContain("METHOD_NOT_PERMITTED");
    expect(found.compliance).toMatchObject({ status: "indeterminate", processing_complete: false });
  });

  it("a trait program stays an entry of its own, unconfirmed, and its droplet size unread", async () => {
    const products = [{ product_name: "DEMO trait", epa_number: "99002-3", rate: 1, rate_unit: "qt/ac" }];
    const found = await send({ products });
    expect(found.compliance.runoff.map(({ mitigation_type: type }) => type)).toEqual(["epa_runoff", "trait_runoff"]);
    expect(found.compliance.runoff[0]?.label_required_points).toBe(2);
    expect(found.compliance.runoff[1]?.issues).toContain("RUNOFF_APPLICABILITY_UNVERIFIED");
    expect(codesOf(found)).toContain("LABEL_DROPLET_MINIMUM_UNRESOLVED");
  });

  it("a rate in none of the tiers is unresolved", async () => {
    const products = [{ product_name: "DEMO tiered", epa_number: "99002-1", rate: 3, rate_unit: "lb/ac" }];
    const found = await send({ products });
    expect(codesOf(found)).toEqual(expect.arrayContaining(["DRIFT_RATE_TIER_UNRESOLVED", "LABEL_LIMIT_EXCEEDED"]));
  });
});

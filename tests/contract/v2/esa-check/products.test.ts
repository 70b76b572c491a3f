import { beforeAll, describe, expect, it } from "vitest";
import { check, codesOf, GROUND, loadGround, rowCounts, type Body } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { DC125_TEXT, NO_ESA, STRYAX } from "@/tests/support/requests";

let caller: Caller;
beforeAll(async () => {
  await loadGround(
    [{ pulaId: 1, codes: "DC125", geometry: GROUND }],
    [
      { pulaId: 1, registration: "264-1241", code: "DC125", limitation: DC125_TEXT, methods: ["Ground"] },
      { pulaId: 1, registration: "99001-4", code: "X1", limitation: "For a product without ESA language." },
    ],
  );
  caller = await makeCaller("products");
});

const send = (...products: Body[]) => check(caller, { products });
const TIERED = { product_name: "DEMO tiered", epa_number: "99002-1", rate: 1, rate_unit: "lb/ac" };
const requirementsOf = (found: Awaited<ReturnType<typeof send>>) => found.compliance.drift.requirements?.requirements;

describe("products that are not known well enough", () => {
  it.each([
    ["not in the catalogue", { ...STRYAX, epa_number: "1-1" }],
    ["without a number and with a name no one knows", { ...STRYAX, product_name: "Secret sauce", epa_number: null }],
  ])("one %s is UNKNOWN_PRODUCT: processed, saved and never clear", async (_title, product) => {
    const found = await send(product);
    expect(found.esa_required).toBe(true);
    expect(found.application_event_id).toBeDefined();
    expect(found.products).toMatchObject([{ product_status: null, esa_required: null, pulas: [] }]);
    expect(codesOf(found)).toContain("UNKNOWN_PRODUCT");
    expect(found.compliance).toMatchObject({ status: "indeterminate", processing_complete: false });
    expect(found.compliance.runoff[0]).toMatchObject({ required_points: null, gap: null, status: "indeterminate" });
  });

  it("one whose label no one has read is ESA_STATUS_UNKNOWN, and still known by name and status", async () => {
    const found = await send({ ...NO_ESA, epa_number: "99001-3" });
    expect(found.esa_required).toBe(true);
    expect(found.products).toMatchObject([{ product_status: "Active", esa_required: null }]);
    expect(codesOf(found)).toContain("ESA_STATUS_UNKNOWN");
    expect(found.compliance).toMatchObject({ status: "indeterminate", processing_complete: false });
  });

  it("one unknown product keeps a mix from being free of ESA language", async () => {
    const found = await send(NO_ESA, { ...NO_ESA, epa_number: "1-1" });
    expect(found.esa_required).toBe(true);
    expect(found.products.map(({ esa_required: required }) => required)).toEqual([false, null]);
  });

  it("a label whose points and buffers were not established asks for an unknown number, never for none", async () => {
    const found = await send({ ...TIERED, epa_number: "99002-4" });
    expect(codesOf(found)).toEqual(
      expect.arrayContaining(["RUNOFF_REQUIREMENT_UNRESOLVED", "DRIFT_REQUIREMENT_UNRESOLVED"]),
    );
    expect(found.compliance.runoff[0]).toMatchObject({
      mitigation_type: "epa_runoff",
      required_points: null,
      gap: null,
    });
    expect(found.compliance.drift).toMatchObject({ status: "indeterminate", requirements: null });
  });
});

describe("registration numbers", () => {
  it.each([
    "264-1241",
    "264-1241-12345",
    "000264-01241",
    " 264-1241 ",
    "0264-1241-00007",
    "EPA Reg. No. 264-1241",
    "264–1241",
    "264 - 1241",
  ])("%j is Stryax, with its label and its limitations, and comes back as it was sent", async (epaNumber) => {
    const found = await send({ ...STRYAX, epa_number: epaNumber });
    expect(found.products).toMatchObject([
      {
        epa_number: epaNumber,
        product_status: "Active",
        esa_required: true,
        pulas: [{ pula_id: 1, codes: "DC125" }],
      },
    ]);
    expect(found.compliance.runoff[0]).toMatchObject({ label_required_points: 6 });
    expect(requirementsOf(found)).toMatchObject([
      { raw_distance_ft: 240, source: "product", method: "Broadcast-Ground" },
    ]);
  });
});

describe("products without ESA language", () => {
  it("alone are answered early, with nothing saved and nothing required", async () => {
    const before = await rowCounts("products");
    const adjuvant = { product_name: "Ammonium sulfate", rate: 2, rate_unit: "lb/ac" };
    const found = await send(NO_ESA, { ...NO_ESA, epa_number: "99001-2" }, adjuvant);
    expect(found).toMatchObject({
      success: true,
      esa_required: false,
      summary: { total_pulas: 0, total_limitations: 0, products_checked: 3, products_with_limitations: 0 },
      nearby_pulas: [],
    });
    expect(found.products).toMatchObject([
      { product_status: "Active", esa_required: false, pulas: [] },
      { product_status: "Active", esa_required: false, pulas: [] },
      { product_status: null, esa_required: false, pulas: [], epa_number: null },
    ]);
    expect(found.compliance).toMatchObject({
      status: "not_applicable",
      processing_complete: true,
      issues: [],
      runoff: [],
      soil: { status: "not_applicable" },
      drift: { status: "not_applicable", requirements: null, reductions: [] },
    });
    for (const member of [
      "application_event_id",
      "mitigation_portal_url",
      "mitigation_portal_url_expires_at",
      "expires_at",
    ])
      expect(found).not.toHaveProperty(member);
    expect(await rowCounts("products")).toEqual(before);
  });

  it.each(["AMS", "ams", "Spray-Grade AMS", "28% UAN", "non-ionic surfactant (NIS)"])(
    "an adjuvant by the name %s is known, and free of ESA language",
    async (name) => {
      const found = await send({ product_name: name, epa_number: null, rate: 1, rate_unit: "qt/ac" });
      expect(found.esa_required).toBe(false);
    },
  );

  const NAMED = { ...NO_ESA, product_name: "DEMO named by a bulletin", epa_number: "99001-4" };

  it("are not free of it where a bulletin row names one: no early return, and the limitation asks to be read", async () => {
    const found = await send(NAMED);
    expect(found.esa_required).toBe(true);
    expect(found.products).toMatchObject([{ esa_required: true, pulas: [{ codes: "X1" }] }]);
    expect(codesOf(found)).toContain("LIMITATIONS_REVIEW_REQUIRED");
    expect(["met", "not_applicable"]).not.toContain(found.compliance.status);
  });

  it("in a mix keep the limitation of a bulletin row that names one, and others carry none", async () => {
    const found = await send(STRYAX, NO_ESA, NAMED);
    expect(found.esa_required).toBe(true);
    expect(found.products.map(({ pulas }) => pulas.length)).toEqual([1, 0, 1]);
    expect(found.summary).toMatchObject({ products_checked: 3, products_with_limitations: 2 });
  });
});

describe("a day before every edition on file", () => {
  it.each([
    ["with ESA language", TIERED],
    ["without", NO_ESA],
  ])("is open for a label without a date %s, and never a pass", async (_title, product) => {
    const found = await check(caller, { products: [product], application_date: "1987-06-15" });
    expect(found.compliance).toMatchObject({ status: "indeterminate", processing_complete: false });
    expect(codesOf(found)).toContain("ESA_STATUS_UNKNOWN");
    expect(found.products).toMatchObject([{ esa_required: null }]);
  });
});

describe("rates", () => {
  it.each([
    ["a unit no one knows", { rate_unit: "buckets/ac" }],
    ["a unit per 100 gallons without the spray volume", { rate_unit: "lb/100 gal" }],
    ["a unit per 100 cubic feet without the spray volume", { rate_unit: "lb/100 cu ft" }],
    ["a percentage of the spray volume without it", { rate_unit: "% v/v" }],
  ])("in %s are unresolved: 200, and never a pass", async (_title, more) => {
    const found = await send({ ...TIERED, ...more });
    expect(codesOf(found)).toEqual(expect.arrayContaining(["UNRESOLVED_RATE", "DRIFT_RATE_TIER_UNRESOLVED"]));
    expect(found.compliance).toMatchObject({ status: "indeterminate", processing_complete: false });
    expect(requirementsOf(found)).toMatchObject([
      { rate_resolution: "unresolved", rate_normalized: null, raw_distance_ft: null, has_rate_ranges: true },
    ]);
  });

  it("in another kind of unit than the label's limit are unresolved, converted as they are", async () => {
    const found = await send({ ...TIERED, rate_unit: "pt/ac" });
    const unresolved = found.compliance.issues.find(({ code }) => code === "UNRESOLVED_RATE");
    expect(unresolved?.message).toContain("cannot be compared with the label's limit in lb per acre");
    expect(requirementsOf(found)).toMatchObject([
      { rate_resolution: "unresolved", rate_normalized: { value: 16, unit: "fl_oz_per_acre" } },
    ]);
  });

  it("per 100 gallons resolve with the spray volume", async () => {
    const found = await check(caller, { products: [{ ...TIERED, rate: 5, rate_unit: "lb/100 gal" }], gpa: 20 });
    expect(codesOf(found)).not.toContain("UNRESOLVED_RATE");
    expect(requirementsOf(found)).toMatchObject([
      {
        rate_resolution: "resolved",
        rate_normalized: { value: 1, unit: "lb_per_acre" },
        rate_raw: { rate: 5, rate_unit: "lb/100 gal" },
      },
    ]);
  });

  it("per row length resolve with the row spacing", async () => {
    const product = { ...STRYAX, rate: 1, rate_unit: "fl oz/1000 row ft", row_spacing_inches: 30 };
    expect(requirementsOf(await send(product))?.[0]?.rate_normalized?.value).toBeCloseTo(17.424, 6);
  });

  it("in plain ounces are decided by the state that was sent, else by the formulation, else not at all", async () => {
    const product = { ...TIERED, rate: 16, rate_unit: "oz/ac" };
    const unitOf = (found: Awaited<ReturnType<typeof send>>) => requirementsOf(found)?.[0]?.rate_normalized?.unit;
    expect(unitOf(await send({ ...product, rate_unit_state: "liquid" }))).toBe("fl_oz_per_acre");
    expect(unitOf(await send({ ...product, rate_unit_state: "D" }))).toBe("lb_per_acre");
    expect(unitOf(await send({ ...STRYAX, rate_unit: "oz/ac" }))).toBe("fl_oz_per_acre");
    expect(codesOf(await send({ ...product, epa_number: "1-1" }))).toContain("UNRESOLVED_RATE");
  });

  it("of numbers near the greatest there are are answered, not broken", async () => {
    for (const rate of [1e308, 1.7976931348623157e308, 5e-324]) {
      for (const product of [STRYAX, TIERED]) await check(caller, { products: [{ ...product, rate }], gpa: 1e308 });
    }
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { POST as submitBulk } from "@/app/api/v2/esa-check/bulk/route";
import { bulkSubmissionResponse } from "@/lib/contracts/v2/bulk-submission";
import {
  check,
  codesOf,
  expectFault,
  GROUND,
  loadGround,
  refusedCheck,
  rowCounts,
} from "@/tests/contract/v2/esa-check/support";
import { read } from "@/tests/contract/v2/compliance/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import { checkBody, NO_ESA, squareField, STRYAX } from "@/tests/support/requests";

let caller: Caller;
beforeAll(async () => {
  await loadGround([{ pulaId: 1, codes: "DC125", geometry: GROUND }]);
  caller = await makeCaller("meant");
});

const BROOK = { registration: "99001-1", name: "DEMO Brook Liquid Herbicide", registrant: "DEMO Company" };

describe("the product that a number was taken for", () => {
  it("stands beside every product of the answer and of what is read back later", async () => {
    const products = [
      STRYAX,
      NO_ESA,
      { ...STRYAX, product_name: "No one's", epa_number: "1-1" },
      { ...STRYAX, product_name: "MSO", epa_number: null },
    ];
    const found = await check(caller, { products });
    const matched = [{ registration: "264-1241", name: "Stryax", registrant: "Bayer" }, BROOK, null, null];
    expect(found.products.map((product) => product.matched_product)).toEqual(matched);
    const saved = await read(caller, found.application_event_id ?? "");
    expect(saved.compliance.last_assessment?.products.map((product) => product.matched_product)).toEqual(matched);
  });

  it("stands in the early return, and in a bulk job that ends with it", async () => {
    const found = await check(caller, { products: [NO_ESA] });
    expect(found).toMatchObject({ esa_required: false, products: [{ matched_product: BROOK }] });
    const body = {
      provider_id: caller.providerId,
      account_id: "account-1",
      provider_group_id: "group-1",
      products: [NO_ESA],
      crop: ["soybeans"],
      application_date: "2026-06-15",
      application_method: "Broadcast-Ground",
      pest: ["waterhemp"],
      fields: [{ application_id: "b-1", field_name: "One", field_boundary: squareField(-87.25, 32.89) }],
    };
    const job = bulkSubmissionResponse.parse(await (await call(submitBulk, caller, { body })).json());
    expect(job.items?.[0]?.result?.products).toMatchObject([{ matched_product: BROOK }]);
  });

  it("is the registrant's for a distributor's number", async () => {
    const found = await check(caller, { products: [{ ...STRYAX, epa_number: "264-1241-5905" }] });
    expect(found.products[0]?.matched_product?.registration).toBe("264-1241");
  });
});

describe("a name that belongs to another product than the number", () => {
  it("keeps a product without ESA language from being answered early: no one knows which one is in the tank", async () => {
    const before = await rowCounts("meant");
    const found = await check(caller, {
      application_id: "mismatch",
      products: [{ ...NO_ESA, product_name: "Stryax" }],
    });
    expect(codesOf(found)).toContain("PRODUCT_NAME_MISMATCH");
    expect(found).toMatchObject({
      esa_required: true,
      compliance: { status: "indeterminate" },
      products: [{ product_name: "Stryax", esa_required: null, matched_product: BROOK }],
    });
    expect(found.compliance.runoff[0]).toMatchObject({ required_points: null, status: "indeterminate" });
    expect((await rowCounts("meant")).application).toBe(before.application + 1);
    const { message } = found.compliance.issues.find(({ code }) => code === "PRODUCT_NAME_MISMATCH") ?? {};
    expect(message).toContain("Stryax");
    expect(message).toContain("99001-1");
    expect(message).toContain("264-1241");
  });

  it("blocks a product with ESA language too, whose points are then not known", async () => {
    const found = await check(caller, { products: [{ ...STRYAX, product_name: "Enlist Duo" }] });
    expect(codesOf(found)).toContain("PRODUCT_NAME_MISMATCH");
    expect(found.compliance.runoff[0]).toMatchObject({ required_points: null });
  });

  it("is none where the name is an adjuvant's only by chance of a short form", async () => {
    for (const product_name of ["Stryax", "STRYAX® Herbicide", "Strayx", "stryax (2.9 lb)", "Farmer's Choice"]) {
      expect(codesOf(await check(caller, { products: [{ ...STRYAX, product_name }] }))).not.toContain(
        "PRODUCT_NAME_MISMATCH",
      );
    }
  });

  it("is one where the name is an adjuvant's", async () => {
    const found = await check(caller, { products: [{ ...NO_ESA, product_name: "Ammonium sulfate" }] });
    expect(codesOf(found)).toContain("PRODUCT_NAME_MISMATCH");
  });
});

describe("what is no registration number", () => {
  it.each(["Stryax", "N/A", "264", "264/1241", "CA-960012"])("%j is 422 and told the form", async (epaNumber) => {
    await expectFault(caller, checkBody(caller.providerId, { products: [{ ...STRYAX, epa_number: epaNumber }] }), {
      path: ["products", 0, "epa_number"],
      message: /264-1241.*adjuvant/,
    });
  });
});

describe("a field outside the United States", () => {
  it.each([
    ["swapped", squareField(31.45, -83.52)],
    ["minus sign", squareField(83.52, 31.45)],
  ])("is 422 and saves nothing: %s", async (words, boundary) => {
    const before = await rowCounts("meant");
    const found = await refusedCheck(caller, 422, { field_boundary: boundary });
    expect(found.details).toMatchObject([{ path: ["field_boundary", "geometry", "coordinates"] }]);
    expect(found.details?.[0]?.message).toContain(words);
    expect(await rowCounts("meant")).toEqual(before);
  });

  it("is looked for in the coordinate system that the boundary names", async () => {
    const crs = { type: "name", properties: { name: "EPSG:3857" } };
    const found = await refusedCheck(caller, 422, { field_boundary: { ...squareField(-87.25, 32.89), crs } });
    expect(found.details).toMatchObject([{ path: ["field_boundary", "crs"] }]);
  });
});

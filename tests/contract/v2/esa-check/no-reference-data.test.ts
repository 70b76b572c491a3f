import { beforeAll, describe, expect, it } from "vitest";
import { check, codesOf } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { loadCatalogue } from "@/tests/support/reference-data";
import { NO_ESA, STRYAX } from "@/tests/support/requests";

let caller: Caller;
beforeAll(async () => {
  caller = await makeCaller("bare");
});

/** The tests of this file run in order: first nothing is loaded, then the catalogue alone. */
describe("an installation without reference data", () => {
  it("knows no product and no ground, and says so instead of passing anything", async () => {
    const found = await check(caller, { products: [NO_ESA, STRYAX] });
    expect(found.esa_required).toBe(true);
    expect(found.products.map(({ esa_required: required }) => required)).toEqual([null, null]);
    expect(codesOf(found)).toEqual(
      expect.arrayContaining([
        "UNKNOWN_PRODUCT",
        "PULA_COVERAGE_MISSING",
        "COUNTY_CLASS_UNRESOLVED",
        "SOIL_UNAVAILABLE",
      ]),
    );
    expect(found.compliance).toMatchObject({
      status: "indeterminate",
      processing_complete: false,
      soil: { status: "unavailable" },
      data_versions: { pula: null, county: null, county_precision: null, soil: null, catalogue: null },
    });
  });

  it("with the catalogue alone still lacks coverage and counties", async () => {
    await loadCatalogue();
    const found = await check(caller, { products: [STRYAX] });
    expect(codesOf(found)).not.toContain("UNKNOWN_PRODUCT");
    expect(codesOf(found)).toEqual(expect.arrayContaining(["PULA_COVERAGE_MISSING", "COUNTY_CLASS_UNRESOLVED"]));
    expect(found.compliance.runoff[0]).toMatchObject({ required_points: null, status: "indeterminate" });
    expect(found.compliance.data_versions.catalogue).not.toBeNull();
  });
});

import { issueMeaning, issueRemedy } from "@/lib/views/issues/issue-text";
import { beforeAll, describe, expect, it } from "vitest";
import { ISSUE_CODES } from "@/lib/domain/issues";
import { check, GROUND, loadGround, plainBody } from "@/tests/contract/v2/esa-check/support";
import { POST } from "@/app/api/v2/esa-check/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { DC125_TEXT, NO_ESA, STRYAX } from "@/tests/support/requests";

let caller: Caller;
beforeAll(async () => {
  await loadGround(
    [{ pulaId: 1, codes: "DC125", geometry: GROUND }],
    [{ pulaId: 1, registration: "264-1241", code: "DC125", limitation: DC125_TEXT, methods: ["Ground"] }],
  );
  caller = await makeCaller("included");
});

describe("parts of an answer that are there only when asked for", () => {
  it("none of them is there by default", async () => {
    const { compliance } = await check(caller);
    for (const member of ["mitigation_options", "explanation"]) expect(compliance).not.toHaveProperty(member);
    expect(compliance.soil).not.toHaveProperty("analysis");
  });

  it("include_mitigations gives the menu in its order, with what the field has selected", async () => {
    const { compliance } = await check(caller, { include_mitigations: true });
    const categories = compliance.mitigation_options ?? [];
    expect(categories.map(({ code }) => code)).toEqual([
      "application_parameters",
      "field_characteristics",
      "in_field",
      "adjacent_to_field",
      "capture_systems",
      "other",
    ]);
    const subOptions = categories.flatMap(({ options }) => options.flatMap(({ sub_options: own }) => own));
    expect(
      subOptions
        .filter(({ selected }) => selected)
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    ).toEqual([10, 24]);
    expect(subOptions.every(({ selected }) => selected !== undefined)).toBe(true);
    expect(subOptions.find(({ id }) => id === 10)).toMatchObject({
      implementation_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
      notes: "County: Bibb",
    });
    expect(subOptions.find(({ selected }) => selected === false)).not.toHaveProperty("notes");
    for (const category of categories) {
      for (const option of category.options) expect(option.has_sub_options).toBe(option.sub_options.length > 0);
    }
  });

  it("the menu comes with an early return as well, and then nothing is selected", async () => {
    const body = plainBody("included", { products: [NO_ESA], include_mitigations: true });
    const { compliance } = await answer(await call(POST, caller, { body }), esaCheckResponse);
    const subOptions = compliance.mitigation_options?.flatMap(({ options }) =>
      options.flatMap((each) => each.sub_options),
    );
    expect(subOptions?.length).toBeGreaterThan(20);
    expect(subOptions?.some(({ selected }) => selected)).toBe(false);
  });

  it("explain names rule, document and section of every figure, and what could not be checked", async () => {
    const found = await check(caller, { gpa: 15, droplet_size: "C" }, "explain=true");
    const items = found.compliance.explanation ?? [];
    const rules = items.map(({ rule_id: id }) => id);
    expect(new Set(rules).size).toBe(rules.length);
    expect(items.find(({ rule_id: id }) => id === "product:264-1241:runoff:epa_runoff")).toMatchObject({
      result: "applied",
      text: "epa_runoff: 3 points",
      document: "Stryax Herbicide label, EPA Reg. No. 264-1241 (transcribed excerpt)",
      section: expect.stringContaining("page 12") as string,
      document_date: "2026-02-06",
      // One reader entered it; a second one makes it primary.
      evidence: "secondary",
      data_set: found.compliance.data_versions.catalogue,
      share_percent: null,
    });
    const limitation = items.find(({ rule_id: id }) => id.startsWith("limitation:"));
    expect(limitation).toMatchObject({
      result: "applied",
      share_percent: 100,
      data_set: found.compliance.data_versions.pula,
    });
    expect(limitation?.text).toMatch(/PULA 1, code DC125.*6 points/);
    expect(items.filter(({ result }) => result === "not_checked").length).toBeGreaterThan(10);
    expect(items.find(({ rule_id: id }) => id === "auto_credit:10")?.text).toContain("Bibb");
    for (const { share_percent: share } of items) {
      if (share !== null) expect(share >= 0 && share <= 100).toBe(true);
    }
  });
});

describe("what every answer says", () => {
  it("lists an issue once for each code and product, in words of the published catalog", async () => {
    const { compliance } = await check(caller, {
      products: [STRYAX, { ...STRYAX, epa_number: "1-1" }, { ...STRYAX, epa_number: "2-2" }],
    });
    const named = compliance.issues.map(({ code, product_index: product }) => `${code} ${product}`);
    expect(new Set(named).size).toBe(named.length);
    expect(named.filter((name) => name.startsWith("UNKNOWN_PRODUCT"))).toEqual([
      "UNKNOWN_PRODUCT 1",
      "UNKNOWN_PRODUCT 2",
    ]);
    for (const { code, message, remedy } of compliance.issues) {
      expect(ISSUE_CODES).toContain(code);
      expect(message.startsWith(issueMeaning(code))).toBe(true);
      expect(remedy).toBe(issueRemedy(code));
    }
  });

  it("echoes account and provider, and one entry a product in the order they came, with its own pests", async () => {
    const products = [
      { ...STRYAX, pest: ["kochia"] },
      { ...NO_ESA, product_name: "Second" },
      { ...STRYAX, product_name: "Third" },
    ];
    const found = await check(caller, {
      products,
      pest: ["waterhemp"],
      account_id: "account-echo",
      application_id: "echo",
    });
    expect(found).toMatchObject({ success: true, account_id: "account-echo", provider_id: "included" });
    expect(found.products.map(({ product_name: name, pest }) => [name, pest])).toEqual([
      ["Stryax", ["kochia"]],
      ["Second", ["waterhemp"]],
      ["Third", ["waterhemp"]],
    ]);
    expect(found.compliance).toMatchObject({ version: 1, scope: "requirements_and_gaps" });
  });

  it("names the data sets it rests on", async () => {
    const { data_versions: versions } = (await check(caller)).compliance;
    expect(versions).toMatchObject({ county_precision: "exact", mitigation_menu: "2025-04-30" });
    for (const version of [versions.pula, versions.county, versions.catalogue])
      expect(version).toMatch(/^\d{4}-\d{2}-\d{2}/);
  });
});

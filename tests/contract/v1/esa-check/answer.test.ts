import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { plainV1Body, send, v1Check, type V1CheckAnswer } from "@/tests/contract/v1/esa-check/support";
import { NEEDS_4, prepareGround, read } from "@/tests/contract/v2/compliance/support";
import { GROUND, rowCounts, snapshot, sql } from "@/tests/contract/v2/esa-check/support";
import { opened } from "@/tests/contract/v2/fields/support";
import { esaCheckResponse } from "@/lib/contracts/v1/esa-check";
import { makeCaller, type Caller } from "@/tests/support/api";
import { box } from "@/tests/support/reference-data";
import { DC125_TEXT, NO_ESA, STRYAX } from "@/tests/support/requests";
import { editorOf } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";
import { v1Answer } from "@/tests/support/v1";

const DAY_MS = 86_400_000;
const TEXT = DC125_TEXT;

let soil: Connected;
let caller: Caller;
let provider = "";
let count = 0;
beforeAll(async () => {
  soil = await prepareGround(
    [
      { pulaId: 1, codes: "DC125", geometry: GROUND },
      { pulaId: 2, codes: "DC9", geometry: box(-87.24, 32.95, -87.2, 33) },
    ],
    [{ pulaId: 1, registration: "264-1241", code: "DC125", limitation: TEXT, methods: ["Ground"] }],
  );
});
afterAll(() => soil.close());
beforeEach(async () => {
  count += 1;
  provider = `v1-check-${count}`;
  caller = await makeCaller(provider);
});

const savedRow = async () => {
  const [row] = await sql<Record<string, unknown>>(provider, "SELECT * FROM application");
  return row;
};

describe("a check of products with ESA language", () => {
  it("is answered with exactly the documented members, and saved", async () => {
    const found = await v1Check(caller, { products: [STRYAX, NO_ESA], user_email: "grower@example.org" });
    const { products, summary, ...rest } = found;
    expect(rest).toEqual({
      success: true,
      esa_required: true,
      account_id: "account-1",
      provider_id: provider,
      field_id: expect.any(String) as string,
      application_event_id: expect.any(String) as string,
      mitigations_required: true,
      mitigation_portal_url: expect.stringContaining("/portal/f/") as string,
      expires_at: expect.any(String) as string,
      user_email: "grower@example.org",
    });
    expect(products).toMatchObject([
      { epa_number: "264-1241", product_name: "Stryax", product_status: "Active", esa_required: true },
      { epa_number: "99001-1", product_name: "DEMO plain", esa_required: false, pulas: [] },
    ]);
    expect(products[0]?.pulas).toEqual([
      expect.objectContaining({
        pula_id: 1,
        codes: "DC125",
        geometry: null,
        limitations: [expect.objectContaining({ code: "DC125", limitation: TEXT }) as unknown],
      }),
    ]);
    expect(summary).toEqual({
      total_pulas: 1,
      total_limitations: 1,
      products_checked: 2,
      products_with_limitations: 1,
    });
    expect(await rowCounts(provider)).toMatchObject({ field: 1, application: 1, assessment: 1, claim: 0 });
  });

  it("is read back by version 2, with the method's class as saved method", async () => {
    const { application_event_id: id, field_id: fieldId } = await v1Check(caller, {
      application_method: "Helicopter",
      droplet_size: "very_coarse",
      boom_height: "low",
      gpa: 15,
    });
    const application = await read(caller, id ?? "");
    expect(application).toMatchObject({ application_method: "Broadcast-Air", pest: ["waterhemp"] });
    expect(await savedRow()).toMatchObject({
      field_id: fieldId,
      droplet_size: "very_coarse",
      boom_height: "low",
      gpa: 15,
      provider_group_id: null,
    });
  });

  it.each(["medium", "coarse", "Very Coarse", "VC", "xc"])("takes the droplet size %j", async (size) => {
    await v1Check(caller, { products: [NO_ESA], droplet_size: size });
  });

  it("gets a link that opens it and lives as long as the portal: a year", async () => {
    const found = await v1Check(caller);
    expect(await opened(found.mitigation_portal_url ?? "")).toMatchObject({ field: { fieldId: found.field_id } });
    const days = (Date.parse(found.expires_at ?? "") - Date.now()) / DAY_MS;
    expect([365, 366]).toContain(Math.round(days));
  });

  it("again updates the same application, and keeps what it does not speak of", async () => {
    const first = await v1Check(caller, { user_email: "grower@example.org" });
    await sql(provider, "UPDATE application SET provider_group_id = 'group-7'");
    const second = await v1Check(caller, { gpa: 20 });
    expect(second.application_event_id).toBe(first.application_event_id);
    expect(second.field_id).toBe(first.field_id);
    // What was not sent is not echoed, and stays saved.
    expect(second.user_email).toBeNull();
    expect(await savedRow()).toMatchObject({ user_email: "grower@example.org", provider_group_id: "group-7", gpa: 20 });
    expect(await rowCounts(provider)).toMatchObject({ field: 1, application: 1 });
  });

  it("without a field id falls back to the application's", async () => {
    await v1Check(caller, { application_id: "spring", provider_field_id: null });
    const [row] = await sql(provider, "SELECT provider_field_id FROM field");
    expect(row).toEqual({ provider_field_id: "spring" });
  });

  it("ignores members and parameters it does not know, flags included, and pests of products", async () => {
    const found = await v1Check(
      caller,
      {
        products: [{ ...NEEDS_4, pest: 7, row_spacing_inches: "wide", rate_unit_state: "gas" }],
        include_soil_analysis: true,
        include_mitigations: "yes",
        provider_group_id: 12,
        droplet_sise: "C",
        crop: [],
        pest: [],
      },
      "explain=true&explain=1&x=1",
    );
    expect(Object.keys(found)).not.toContain("compliance");
    expect(await savedRow()).toMatchObject({ crop: [], pest: [], provider_group_id: null });
  });

  it("takes an adjuvant without a number, and a rate per row length, which it cannot calculate", async () => {
    const adjuvant = { product_name: "AMS", rate: 1, rate_unit: "lb/ac" };
    const found = await v1Check(caller, {
      products: [{ ...adjuvant, epa_number: null }, adjuvant, { ...NEEDS_4, rate_unit: "fl oz/1000 row ft" }],
    });
    expect(found.products.map(({ epa_number: number }) => number)).toEqual([null, null, "99002-1"]);
    const { compliance } = await read(caller, found.application_event_id ?? "");
    expect(compliance.last_assessment?.issues.map(({ code }) => code)).toContain("UNRESOLVED_RATE");
  });
});

describe("geometry", () => {
  const west = (found: V1CheckAnswer): number => {
    const geometry = found.products[0]?.pulas[0]?.geometry;
    if (geometry == null || !("coordinates" in geometry)) throw new Error("no geometry");
    const longitudes = (geometry.coordinates as number[][][]).flat(Infinity).filter((value) => Number(value) < 0);
    return Math.min(...longitudes.map(Number));
  };

  it("is that of the PULA round the field, as far as was asked, and at most 10 miles", async () => {
    const at = async (miles: number | undefined) =>
      west(await v1Check(caller, { include_geometry: true, buffer_distance_miles: miles }));
    const [one, three, ten, more, none] = [await at(undefined), await at(3), await at(10), await at(500), await at(-5)];
    expect(await at(1)).toBe(one);
    expect(three).toBeLessThan(one);
    expect(ten).toBeLessThan(three);
    expect(more).toBe(ten);
    expect(none).toBeGreaterThan(one);
  });

  it("and its distance count for nothing unless they are asked for", async () => {
    const found = await v1Check(caller, { buffer_distance_miles: 10 });
    expect(found.products[0]?.pulas[0]?.geometry).toBeNull();
    const [row] = await sql<{ nearby: unknown }>(provider, "SELECT body->'nearbyPulas' AS nearby FROM assessment");
    expect(row?.nearby).toEqual([]);
  });
});

describe("mitigations_required", () => {
  it("is true while a requirement applies, whatever credits are there, and for what no one knows", async () => {
    const known = await v1Check(caller, { products: [NEEDS_4] });
    expect(known.mitigations_required).toBe(true);
    const unknown = await v1Check(caller, {
      application_id: "unknown",
      products: [{ ...STRYAX, product_name: "No one's", epa_number: "1-1" }],
    });
    expect(unknown).toMatchObject({ esa_required: true, mitigations_required: true });
    expect(unknown.products).toMatchObject([{ product_status: null, esa_required: null }]);
  });

  it("does not count a requirement that the applicator claimed an exemption from", async () => {
    const found = await v1Check(caller, { products: [NEEDS_4] });
    const id = found.application_event_id ?? "";
    const { compliance } = await read(caller, id);
    const others = compliance.requirements.filter(({ mitigation_type: type }) => type !== "epa_runoff");
    const grower = await editorOf(provider);
    await grower.exempt(id, "perimeter_berm");
    expect((await v1Check(caller, { products: [NEEDS_4] })).mitigations_required).toBe(others.length > 0);
  });
});

describe("an early exit", () => {
  const early = async (more = {}) =>
    v1Answer(await send(caller, { body: plainV1Body(provider, more) }), esaCheckResponse);

  it("has null for everything that stands on a saved check, and stores nothing", async () => {
    expect(await early({ user_email: "grower@example.org", include_geometry: true })).toEqual({
      success: true,
      esa_required: false,
      account_id: "account-1",
      provider_id: provider,
      field_id: null,
      application_event_id: null,
      mitigations_required: null,
      mitigation_portal_url: null,
      expires_at: null,
      user_email: "grower@example.org",
      products: [
        {
          epa_number: "99001-1",
          product_name: "DEMO plain",
          product_status: "Active",
          esa_required: false,
          pulas: [],
        },
      ],
      summary: { total_pulas: 0, total_limitations: 0, products_checked: 1, products_with_limitations: 0 },
    });
    expect(Object.values(await rowCounts(provider)).every((rows) => rows === 0)).toBe(true);
  });

  it("leaves an application that is saved already as it is", async () => {
    await v1Check(caller);
    const before = await snapshot(provider);
    await early();
    expect(await snapshot(provider)).toBe(before);
  });
});

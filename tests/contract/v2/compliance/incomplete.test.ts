import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { check, sql } from "@/tests/contract/v2/esa-check/support";
import {
  NEEDS_4,
  NEEDS_6,
  prepareGround,
  read,
  requirementOf,
  runoffOf,
  saved,
  TRAIT,
} from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";
import { editorOf, MEASURES, type Editor } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

const UNKNOWN = { product_name: "No one's product", epa_number: "77777-7", rate: 1, rate_unit: "lb/ac" };

let caller: Caller;
let editor: Editor;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("reader");
  editor = await editorOf("reader");
});
afterAll(() => soil.close());

describe("what is not known makes an entry indeterminate and never a number", () => {
  it("a pending application with nothing saved has no requirements, no entries and no assessment", async () => {
    const { id } = await saved(caller, { application_id: "pending", provider_group_id: "g" });
    await sql("reader", "DELETE FROM requirement WHERE application_event_id = $1", [id]);
    await sql(
      "reader",
      `UPDATE application SET processing_status = 'pending', last_assessment_id = NULL, last_assessed_at = NULL
       WHERE application_event_id = $1`,
      [id],
    );
    const found = await read(caller, id);
    expect(found.processing_status).toBe("pending");
    expect(found.compliance).toMatchObject({
      requirements: [],
      runoff: [],
      drift: { configuration: null },
      last_assessment: null,
    });
  });

  it("a product that is no longer in the catalogue in force may rule out what it did: never met", async () => {
    const { id } = await saved(caller, { application_id: "withdrawn", products: [NEEDS_4] });
    await sql(null, "UPDATE catalogue_product SET registration = 'x-' || registration WHERE registration = $1", [
      NEEDS_4.epa_number,
    ]);
    try {
      (await getDeps()).caches.products.clear();
      const found = await read(caller, id);
      expect(runoffOf(found)).toMatchObject({ status: "indeterminate" });
      expect(runoffOf(found).issues).toContain("UNKNOWN_PRODUCT");
    } finally {
      await sql(
        null,
        "UPDATE catalogue_product SET registration = substr(registration, 3) WHERE registration LIKE 'x-%'",
        [],
      );
      (await getDeps()).caches.products.clear();
    }
  });

  it.each(["pending", "failed"])(
    "an application that is %s again keeps its targets and is indeterminate",
    async (status) => {
      const { id } = await saved(caller, { application_id: `again-${status}`, products: [NEEDS_4, TRAIT] });
      await sql("reader", "UPDATE application SET processing_status = $2 WHERE application_event_id = $1", [
        id,
        status,
      ]);
      const found = await read(caller, id);
      expect(found.processing_status).toBe(status);
      expect(runoffOf(found)).toMatchObject({
        required_points: 4,
        earned_points: 5,
        gap: 0,
        status: "indeterminate",
        issues: ["APPLICATION_PROCESSING_INCOMPLETE"],
      });
      expect(runoffOf(found, "trait_runoff")).toMatchObject({
        status: "indeterminate",
        issues: ["APPLICATION_PROCESSING_INCOMPLETE"],
      });
      expect(found.compliance.last_assessment).not.toBeNull();
    },
  );

  it("a boundary that another application's check changed leaves the older one open until it is checked again", async () => {
    const field = { provider_field_id: "moved", products: [NEEDS_4] };
    const { id: older } = await saved(caller, { ...field, application_id: "older" });
    const place = await editor.placeOf(older);
    await editor.select(place, MEASURES.noTill);
    const before = await read(caller, older);
    expect(runoffOf(before)).toMatchObject({ status: "met", issues: [] });

    const moved = { ...field, field_boundary: squareField(-87.24, 32.89) };
    const { id: newer } = await saved(caller, { ...moved, application_id: "newer" });
    const found = await read(caller, older);
    expect(found.compliance.requirements).toEqual(before.compliance.requirements);
    expect(found.compliance.last_assessment).toEqual(before.compliance.last_assessment);
    expect(runoffOf(found)).toMatchObject({
      required_points: 4,
      status: "indeterminate",
      issues: ["APPLICATION_PROCESSING_INCOMPLETE"],
    });
    expect(runoffOf(await read(caller, newer))).toMatchObject({ status: "met", issues: [] });
    expect(runoffOf(await read(caller, newer)).selected_measures.map((each) => each.sub_option_id)).toContain(210);

    await saved(caller, { ...moved, application_id: "older" });
    expect(runoffOf(await read(caller, older))).toMatchObject({ status: "met", issues: [] });
  });

  it("an exempt application on a changed boundary stays met", async () => {
    const field = { provider_field_id: "moved-exempt", products: [NEEDS_6] };
    const { id } = await saved(caller, { ...field, application_id: "exempt-older" });
    await editor.exempt(id, "perimeter_berm");
    await check(caller, { ...field, application_id: "exempt-newer", field_boundary: squareField(-87.24, 32.89) });
    expect(runoffOf(await read(caller, id))).toMatchObject({ status: "met", exempt: true, issues: [] });
  });

  it("a saved runoff system that is not scored here is UNSUPPORTED_MITIGATION, beside the ones that are", async () => {
    const { id } = await saved(caller, { application_id: "unsupported", products: [NEEDS_4] });
    await sql(
      "reader",
      `INSERT INTO requirement (provider_id, application_event_id, mitigation_type, required, required_points)
       VALUES ('reader', $1, 'state_runoff', true, 5), ('reader', $1, 'other_runoff', true, NULL)`,
      [id],
    );
    const found = await read(caller, id);
    expect(runoffOf(found).status).toBe("met");
    expect(runoffOf(found, "state_runoff")).toMatchObject({
      required: true,
      exempt: false,
      required_points: 5,
      earned_points: 0,
      gap: 5,
      status: "indeterminate",
      credited_measures: [],
      selected_measures: [],
      issues: ["UNSUPPORTED_MITIGATION"],
    });
    expect(runoffOf(found, "other_runoff")).toMatchObject({ required_points: null, gap: null });
    expect(requirementOf(found, "state_runoff")).toMatchObject({ required: true, required_points: 5 });
  });

  it("an unknown product leaves every system open, and the EPA target unresolved", async () => {
    const { id, answer } = await saved(caller, { application_id: "unknown", products: [TRAIT, UNKNOWN] });
    const found = await read(caller, id);
    expect(found.compliance.runoff.map(({ issues, ...rest }) => ({ ...rest, issues: [...issues].sort() }))).toEqual(
      answer.compliance.runoff.map(({ issues, ...rest }) => ({ ...rest, issues: [...issues].sort() })),
    );
    expect(runoffOf(found)).toMatchObject({
      required_points: null,
      label_required_points: null,
      gap: null,
      status: "indeterminate",
    });
    expect(runoffOf(found).issues).toEqual(
      expect.arrayContaining(["UNKNOWN_PRODUCT", "RUNOFF_REQUIREMENT_UNRESOLVED"]),
    );
    expect(runoffOf(found, "trait_runoff")).toMatchObject({ required_points: 4, status: "indeterminate" });
    expect(runoffOf(found, "trait_runoff").issues).toEqual(["UNKNOWN_PRODUCT"]);
    expect(requirementOf(found)).toMatchObject({ required_points: null, label_required_points: null });
  });

  it("an unconfirmed program stays unconfirmed whatever is earned", async () => {
    const product = { product_name: "DEMO Trait", epa_number: "99002-3", rate: 1, rate_unit: "fl oz/ac" };
    const { id } = await saved(caller, { application_id: "unconfirmed", products: [product] });
    await editor.select(await editor.placeOf(id), MEASURES.traitResidueTillage);
    expect(runoffOf(await read(caller, id), "trait_runoff")).toMatchObject({
      required_points: 4,
      earned_points: 4,
      gap: 0,
      status: "indeterminate",
      issues: ["RUNOFF_APPLICABILITY_UNVERIFIED"],
    });
  });

  it("a field without soil is SOIL_UNAVAILABLE, even where other credits reach the target", async () => {
    soil.stub.setFault("maintenance");
    try {
      const { id, answer } = await saved(caller, {
        application_id: "no-soil",
        products: [NEEDS_4],
        field_boundary: squareField(-87.05, 33.2),
      });
      expect(answer.compliance.soil.status).toBe("unavailable");
      await editor.select(await editor.placeOf(id), MEASURES.noTill);
      expect(runoffOf(await read(caller, id))).toMatchObject({
        required_points: 4,
        earned_points: 6,
        gap: 0,
        status: "indeterminate",
        issues: ["SOIL_UNAVAILABLE"],
      });
    } finally {
      soil.stub.setFault(null);
    }
  });

  it("soil that the background loads later changes nothing until a new check", async () => {
    soil.stub.setFault("maintenance");
    const request = { application_id: "later-soil", products: [NEEDS_4], field_boundary: squareField(-87.05, 33.3) };
    const { id } = await saved(caller, request);
    soil.stub.setFault(null);
    expect(runoffOf(await read(caller, id)).issues).toEqual(["SOIL_UNAVAILABLE"]);
    await saved(caller, request);
    expect(runoffOf(await read(caller, id))).toMatchObject({ earned_points: 5, status: "met", issues: [] });
  });
});

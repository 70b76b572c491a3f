import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editorOf, MEASURES, type Editor } from "@/tests/support/selections";
import { makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";
import {
  creditedIds,
  getCompliance,
  NEEDS_4,
  NEEDS_6,
  prepareGround,
  read,
  readGroup,
  requirementOf,
  runoffOf,
  saved,
  TRAIT,
} from "@/tests/contract/v2/compliance/support";

let caller: Caller;
let editor: Editor;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("reader");
  editor = await editorOf("reader");
});
afterAll(() => soil.close());

describe("an application read back", () => {
  it("names the rules behind its last check only when asked, alone and in its group, with no day that no one noted", async () => {
    const sent = { application_id: "explained", provider_field_id: "field-explained", provider_group_id: "explained" };
    const { id, answer } = await saved(caller, { ...sent, products: [NEEDS_6] }, "explain=true");
    const rules = answer.compliance.explanation ?? [];
    expect(rules.map(({ rule_id: ruleId }) => ruleId)).toContain("product:99002-2:runoff:epa_runoff");
    for (const rule of rules) expect(rule.checked_on ?? "left out").not.toBeNull();
    expect((await read(caller, id)).compliance.last_assessment).not.toHaveProperty("explanation");
    const { last_assessment: alone } = (await read(caller, id, "explain=true")).compliance;
    expect(alone?.explanation).toEqual(rules);
    const { applications } = await readGroup(caller, "explained", "account_id=account-1&explain=true");
    expect(applications.map(({ compliance }) => compliance.last_assessment?.explanation)).toEqual([rules]);
  });

  it("says what was submitted, as it was submitted", async () => {
    const { id } = await saved(caller, {
      application_id: "as-submitted",
      provider_field_id: "field-as-submitted",
      provider_group_id: "group-1",
      products: [NEEDS_6, { ...NEEDS_4, pest: ["palmer amaranth"] }],
      crop: ["soybeans", "corn"],
      pest: ["waterhemp", "kochia"],
      gpa: 15,
      droplet_size: "VC",
      boom_height: "low",
    });
    const found = await read(caller, id);
    expect(found).toMatchObject({
      application_event_id: id,
      application_id: "as-submitted",
      account_id: "account-1",
      provider_group_id: "group-1",
      provider_field_id: "field-as-submitted",
      field_name: "Home quarter",
      application_date: "2026-06-15",
      application_method: "Broadcast-Ground",
      products: [
        { ...NEEDS_6, pest: ["waterhemp", "kochia"] },
        { ...NEEDS_4, pest: ["palmer amaranth"] },
      ],
      crop: ["soybeans", "corn"],
      pest: ["waterhemp", "kochia"],
      processing_status: "completed",
      portal_locked_at: null,
    });
    expect(Math.abs(Date.parse(found.updated_at) - Date.now())).toBeLessThan(60_000);
    expect(found.compliance.scope).toBe("saved_requirements_and_current_selections");
    expect(found.compliance.drift.setup).toEqual({
      normalized_application_method: "Broadcast-Ground",
      gpa: 15,
      droplet_size: "very_coarse",
      boom_height: "low",
    });
  });

  it("has the check's own runoff entries while nothing is changed", async () => {
    const { id, answer } = await saved(caller, { application_id: "as-checked", products: [NEEDS_6] });
    const found = await read(caller, id);
    expect(found.compliance.runoff).toEqual(answer.compliance.runoff);
    expect(runoffOf(found)).toMatchObject({
      year: 2026,
      required: true,
      exempt: false,
      required_points: 6,
      label_required_points: 6,
      earned_points: 3,
      gap: 3,
      status: "not_met",
      runoff_exemption_claimed_at: null,
      runoff_exemption_reasons: null,
      issues: [],
    });
  });

  it("names every credit with its source, and what a product rules out with the reason", async () => {
    const { id } = await saved(caller, { application_id: "sources", products: [NEEDS_6] });
    const { credited_measures: credited, selected_measures: selected } = runoffOf(await read(caller, id));
    expect(credited.map(({ sub_option_id, points, source }) => [sub_option_id, points, source])).toEqual([
      [10, 2, "county"],
      [24, 1, "always"],
    ]);
    expect(selected).toContainEqual({
      sub_option_id: 28,
      code: "moderately_sandy_soil",
      label: expect.any(String) as string,
      points: 2,
      source: "soil",
      credited: false,
      reason: "PRODUCT_RESTRICTED",
      implementation_date: null,
      notes: null,
    });
    const county = selected.find((measure) => measure.source === "county");
    expect(county).toMatchObject({ credited: true, reason: null, notes: "County: Bibb" });
    expect(county?.implementation_date).toBe(new Date().toISOString().slice(0, 10));
  });

  it("has a requirement per system, exemption members on EPA's alone and drift buffers on drift alone", async () => {
    const { id, answer } = await saved(caller, { application_id: "systems", products: [NEEDS_6, TRAIT] });
    const { requirements, runoff, drift } = (await read(caller, id)).compliance;
    expect(requirements.map((each) => each.mitigation_type)).toEqual([
      "epa_drift_ground",
      "epa_runoff",
      "trait_runoff",
    ]);
    const [ground, epa, trait] = requirements;
    expect(epa).toMatchObject({ required: true, required_points: 6, exempt: false, label_required_points: 6 });
    expect(epa?.drift_buffers).toBeNull();
    expect(trait).toMatchObject({ required: true, required_points: 4 });
    for (const other of [ground, trait]) {
      expect(other).not.toHaveProperty("exempt");
      expect(other).not.toHaveProperty("label_required_points");
      expect(other).toMatchObject({ runoff_exemption_claimed_at: null, runoff_exemption_reasons: null });
    }
    expect(ground?.required_points).toBeNull();
    expect(ground?.drift_buffers).toEqual(drift.configuration?.summary);
    expect(drift.configuration).toEqual(answer.compliance.drift.requirements);
    expect(drift.configuration?.version).toBe(4);
    expect(drift.configuration?.requirements.map((each) => each.product_epa)).toContain("99002-2");
    expect(runoff.map((each) => each.mitigation_type)).toEqual(["epa_runoff", "trait_runoff"]);
  });

  it("keeps the two runoff systems apart: a measure of one earns nothing in the other", async () => {
    const { id } = await saved(caller, { application_id: "apart", products: [NEEDS_6, TRAIT] });
    const place = await editor.placeOf(id);
    await editor.select(place, MEASURES.traitResidueTillage);
    const found = await read(caller, id);
    expect(creditedIds(runoffOf(found))).toEqual([10, 24]);
    expect(runoffOf(found, "trait_runoff")).toMatchObject({ earned_points: 4, gap: 0, status: "met" });
    expect(creditedIds(runoffOf(found, "trait_runoff"))).toEqual([404]);
  });

  it("has drift's other members unset: weather an object of nulls, no computation, no selections", async () => {
    const { id } = await saved(caller, { application_id: "drift" });
    const { drift } = (await read(caller, id)).compliance;
    expect(drift).toMatchObject({ reductions: [], adjuvant_results: null, last_computation: null });
    expect(drift.weather).toEqual({
      wind_direction_deg: null,
      wind_speed_mph: null,
      temperature_f: null,
      humidity_percent: null,
      observed_at: null,
      source: null,
    });
    expect(drift.setup).toMatchObject({ gpa: null, droplet_size: null, boom_height: null });
    expect(drift).not.toHaveProperty("buffer_features");
  });

  it("repeats the last check: time, status, issues and products, and no overall status of its own", async () => {
    const { id, answer } = await saved(caller, { application_id: "last" });
    const { compliance } = await read(caller, id);
    expect(compliance.last_assessment).toEqual({
      calculated_at: answer.compliance.calculated_at,
      status: answer.compliance.status,
      processing_complete: answer.compliance.processing_complete,
      issues: answer.compliance.issues,
      unjudged: answer.compliance.unjudged,
      products: answer.products,
    });
    expect(compliance).not.toHaveProperty("status");
  });

  it("is optional where nothing was sent: the field takes the application's id, the group is null", async () => {
    const { id } = await saved(caller, { application_id: "no-options" });
    expect(await read(caller, id)).toMatchObject({ provider_field_id: "no-options", provider_group_id: null });
  });

  it("carries a time of reading that moves with every read", async () => {
    const { id } = await saved(caller, { application_id: "times" });
    const [first, second] = [await getCompliance(caller, id), await getCompliance(caller, id)];
    const times = await Promise.all(
      [first, second].map(async (each) => Date.parse(((await each.json()) as { retrieved_at: string }).retrieved_at)),
    );
    expect(times[0]).toBeLessThanOrEqual(times[1] ?? 0);
    expect(Math.abs((times[1] ?? 0) - Date.now())).toBeLessThan(10_000);
  });

  it("reads a label requirement that stands on both columns alike", async () => {
    const { id } = await saved(caller, { application_id: "alike", products: [NEEDS_4] });
    const found = await read(caller, id);
    expect(requirementOf(found)).toMatchObject({ required_points: 4, label_required_points: 4 });
    expect(runoffOf(found)).toMatchObject({ earned_points: 5, gap: 0, status: "met" });
  });
});

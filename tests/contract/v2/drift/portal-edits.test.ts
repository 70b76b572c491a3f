import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { v7 as uuidv7 } from "uuid";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import type { Drawing } from "@/lib/domain/portal-edit";
import { MOST_DRAWINGS } from "@/lib/usecases/portal/edits/drawings";
import { read, saved } from "@/tests/contract/v2/compliance/support";
import { passOf, placeOf, type Place } from "@/tests/contract/v2/drift/portal";
import { codesOf, compute, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { box } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";
import {
  claimPractice,
  confirmDrawnFeatures,
  markDownslope,
  readChanges,
  removeDrawnFeature,
  saveDrawnFeature,
  undoChange,
} from "@/tests/support/portal-edits";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
let pass: PortalPass;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("drift-portal");
  pass = await passOf(caller);
});
afterAll(() => soil.close());

const application = async (name: string, more: Record<string, unknown> = {}) => {
  const { id } = await saved(caller, { application_id: name, ...READY, ...more });
  return { id, place: await placeOf(caller, id) };
};
const reason = (wanted: string) => ({ reason: wanted });

/** Practices of the menu: a hood takes 50 % off on the ground; coarse droplets show by themselves. */
const [HOOD, COARSE_DROPLETS] = [505, 501];
const words = { customValue: null, notes: "Fitted in May" };

describe("a claimed drift practice", () => {
  const claim = (id: string, more = {}) =>
    claimPractice(pass, { applicationEventId: id, subOptionId: HOOD, claim: words, ...more });

  it("stands in the next reading, counts in the next computation and stays unverified", async () => {
    const { id } = await application("claimed");
    await claim(id, { claim: { customValue: null, notes: "Two hoods" } });
    expect((await read(caller, id)).compliance.drift.reductions).toMatchObject([
      {
        drift_type: "epa_drift_ground",
        total_reduction_percent: 50,
        selections: [{ sub_option_id: HOOD, reduction_percent: 50, custom_value: null, notes: "Two hoods" }],
      },
    ]);
    const found = await compute(caller, id);
    expect(found.application_time.products[0]).toMatchObject({ raw_distance_ft: 70, buffer_ft: 35 });
    expect(found.application_time.manual_claims).toMatchObject([
      { sub_option_id: HOOD, reduction_percent: 50, verified: false, allowed_for: ["99002-1"] },
    ]);
    expect(codesOf(found)).toContain("MANUAL_DRIFT_PRACTICE_UNVERIFIED");
    expect(found.compliance.status).toBe("indeterminate");
  });

  it("belongs to one application, and a new check keeps it", async () => {
    const { id } = await application("kept-claim");
    const { id: sibling } = await application("sibling", { provider_field_id: "kept-claim" });
    await claim(id);
    expect((await read(caller, sibling)).compliance.drift.reductions).toEqual([]);
    await application("kept-claim");
    expect((await read(caller, id)).compliance.drift.reductions).toHaveLength(1);
  });

  it("is taken back, and both edits can be undone in turn", async () => {
    const { id } = await application("undone-claim");
    const made = await claim(id);
    const withdrawn = await claim(id, { claim: null });
    expect((await read(caller, id)).compliance.drift.reductions).toEqual([]);
    await expect(undoChange(pass, made.changeId)).rejects.toMatchObject(reason("changed"));
    await undoChange(pass, withdrawn.changeId);
    expect((await read(caller, id)).compliance.drift.reductions[0]?.selections[0]).toMatchObject({
      sub_option_id: HOOD,
      notes: "Fitted in May",
    });
    await undoChange(pass, made.changeId);
    expect((await read(caller, id)).compliance.drift.reductions).toEqual([]);
    await expect(undoChange(pass, made.changeId)).rejects.toMatchObject(reason("already_undone"));
  });

  it("is refused on a locked, absent or other provider's application, and nothing is kept of it", async () => {
    const { id } = await application("locked-claim");
    await lock(caller, id, true);
    await expect(claim(id)).rejects.toMatchObject(reason("locked"));
    await expect(claim(uuidv7())).rejects.toMatchObject(reason("not_found"));
    const stranger = { ...pass, providerId: (await makeCaller("drift-stranger")).providerId };
    const theirs = claimPractice(stranger, { applicationEventId: id, subOptionId: HOOD, claim: words });
    await expect(theirs).rejects.toMatchObject(reason("not_found"));
    expect((await read(caller, id)).compliance.drift.reductions).toEqual([]);
  });

  it.each([
    ["what the setup shows by itself", { subOptionId: COARSE_DROPLETS }, "unknown_measure"],
    ["a practice of no menu", { subOptionId: 99_999 }, "unknown_measure"],
    ["taking back what is not claimed", { claim: null }, "not_found"],
    ["an edit on a state that is not there", { replaces: { subOptionId: HOOD, ...words } }, "changed"],
  ])("is refused: %s", async (title, more, wanted) => {
    const { id } = await application(title.replaceAll(" ", "-"));
    await expect(claim(id, more)).rejects.toMatchObject(reason(wanted));
  });
});

const beside = (west = -87.246): Drawing => {
  const geometry = box(west, 32.889, west + 0.0003, 32.895);
  if (geometry.type !== "Polygon") throw new Error("a box is a polygon");
  return { category: "mowed_grass", label: "Grass", geometry };
};
const drawingsOf = async (id: string) =>
  (await read(caller, id, "include_geometry=true")).compliance.drift.buffer_features?.features ?? [];

describe("a drawn area", () => {
  const draw = (place: Place, featureId = uuidv7(), drawing = beside()) =>
    saveDrawnFeature(pass, { ...place, featureId, drawing });

  it("is saved, changed and removed, and every step can be undone", async () => {
    const { id, place } = await application("drawn");
    const featureId = uuidv7();
    const made = await draw(place, featureId);
    const changed = await draw(place, featureId, { ...beside(), category: "habitat", label: null });
    expect(await drawingsOf(id)).toMatchObject([{ properties: { kind: "non_managed", category: "habitat" } }]);
    const removed = await removeDrawnFeature(pass, { ...place, featureId });
    expect(await drawingsOf(id)).toEqual([]);
    await undoChange(pass, removed.changeId);
    await undoChange(pass, changed.changeId);
    expect(await drawingsOf(id)).toMatchObject([{ properties: { kind: "managed", label: "Grass" } }]);
    await undoChange(pass, made.changeId);
    expect(await drawingsOf(id)).toEqual([]);
    const kinds = (await readChanges(pass, place)).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["drawn_feature"]));
    expect(kinds).toHaveLength(6);
  });

  it("that counts is named with its width: in the answer's explanation and in what is kept of it", async () => {
    const { id, place } = await application("drawn-width");
    const explained = async () =>
      (await compute(caller, id, {}, "explain=true")).compliance.explanation?.find(
        ({ rule_id }) => rule_id === "drift:features",
      )?.text;
    expect(await explained()).not.toContain("drawn by hand");
    await draw(place, uuidv7(), { ...beside(), category: "road", label: null });
    expect(await explained()).toMatch(
      / It counts as drawn by hand, which no one has verified: Road \(\d+ ft across\)\.$/,
    );
    const kept = await sql(
      caller.providerId,
      `SELECT last_computation->'drawnGround' AS drawn FROM application WHERE application_event_id = '${id}'`,
    );
    expect(kept).toMatchObject([{ drawn: [{ category: "road", label: null }] }]);
    await draw(place, uuidv7(), { ...beside(), category: "habitat", label: null });
    expect(await explained()).not.toContain("Habitat");
  });

  it("sent twice under its own number is there once", async () => {
    const { id, place } = await application("drawn-twice");
    const featureId = uuidv7();
    await draw(place, featureId);
    await draw(place, featureId);
    expect(await drawingsOf(id)).toHaveLength(1);
  });

  it("of an earlier boundary counts once it is confirmed, which can be undone", async () => {
    const { id, place } = await application("moved-boundary");
    await draw(place);
    await application("moved-boundary", { field_boundary: squareField(-87.25, 32.89, 0.0041) });
    const now = await placeOf(caller, id);
    const scope = async () => (await compute(caller, id)).application_time.feature_scope;
    expect(await scope()).toBe("global_only");
    await expect(confirmDrawnFeatures(pass, place)).rejects.toMatchObject(reason("changed"));
    const confirmed = await confirmDrawnFeatures(pass, now);
    expect(await scope()).toBe("global_and_field");
    await undoChange(pass, confirmed.changeId);
    expect(await scope()).toBe("global_only");
    await confirmDrawnFeatures(pass, now);
    await expect(confirmDrawnFeatures(pass, now)).rejects.toMatchObject(reason("not_found"));
  });

  const bow: Drawing["geometry"] = {
    type: "Polygon",
    coordinates: [
      [
        [-87.246, 32.89],
        [-87.245, 32.891],
        [-87.245, 32.89],
        [-87.246, 32.891],
        [-87.246, 32.89],
      ],
    ],
  };
  const manyCorners = Array.from({ length: 1001 }, (_unused, step): [number, number] => {
    const angle = (2 * Math.PI * (step % 1000)) / 1000;
    return [-87.245 + 0.001 * Math.cos(angle), 32.892 + 0.001 * Math.sin(angle)];
  });
  it.each([
    ["that crosses itself", bow],
    ["a mile from the field", beside(-87.22).geometry],
    ["of more than 1,000 positions", { type: "Polygon" as const, coordinates: [manyCorners] }],
  ])("is refused: a shape %s", async (title, geometry) => {
    const { id, place } = await application(title.replaceAll(" ", "-").replaceAll(",", ""));
    const made = draw(place, uuidv7(), { ...beside(), geometry });
    await expect(made).rejects.toMatchObject(reason("invalid_shape"));
    expect(await drawingsOf(id)).toEqual([]);
  });

  it("is refused while an application of the field and year is locked, under a sibling's lock too", async () => {
    const { id, place } = await application("locked-field");
    const { id: sibling } = await application("locked-sibling", { provider_field_id: "locked-field" });
    await lock(caller, sibling, true);
    await expect(draw(place)).rejects.toMatchObject(reason("locked"));
    await lock(caller, sibling, false);
    await draw(place);
    expect(await drawingsOf(id)).toHaveLength(1);
  });

  it("is refused past the number a field can have, and under a number that another field uses", async () => {
    const { place } = await application("crowded");
    const { place: elsewhere } = await application("elsewhere");
    const featureId = uuidv7();
    await draw(place, featureId);
    await expect(draw(elsewhere, featureId)).rejects.toMatchObject(reason("not_found"));
    await sql(
      caller.providerId,
      `INSERT INTO drawn_feature (provider_id, feature_id, field_id, kind, category, geom, boundary_hash)
       SELECT provider_id, gen_random_uuid(), field_id, kind, category, geom, boundary_hash
       FROM drawn_feature, generate_series(2, $2) WHERE feature_id = $1`,
      [featureId, MOST_DRAWINGS],
    );
    await expect(draw(place)).rejects.toMatchObject(reason("too_many"));
    await draw(place, featureId, { ...beside(), label: "Still to be changed" });
  });
});

describe("downslope marks", () => {
  const SLOPED = { product_name: "DEMO Edge", epa_number: "99002-2", rate: 10, rate_unit: "fl oz/ac" };
  const AID = { product_name: "Drift reducing adjuvant", rate: 4, rate_unit: "fl oz/ac" };
  const edge = (edgeIndex: number) => ({ partIndex: 0, ringIndex: 0, edgeIndex });

  it("answer the open question, replace each other, and are undone", async () => {
    const { id, place } = await application("sloped", { products: [SLOPED, AID] });
    const isOpen = async () => codesOf(await compute(caller, id)).includes("DOWNSLOPE_UNVERIFIED");
    expect(await isOpen()).toBe(true);
    const south = await markDownslope(pass, { ...place, edges: [edge(0)] });
    expect(await isOpen()).toBe(false);
    const others = await markDownslope(pass, { ...place, edges: [edge(1), edge(2)] });
    await expect(undoChange(pass, south.changeId)).rejects.toMatchObject(reason("changed"));
    await undoChange(pass, others.changeId);
    await undoChange(pass, south.changeId);
    expect(await isOpen()).toBe(true);
  });

  it("fall with the boundary, and do not come back with it", async () => {
    const { id, place } = await application("sloped-moved", { products: [SLOPED, AID] });
    const marked = await markDownslope(pass, { ...place, edges: [edge(0)] });
    const more = { products: [SLOPED, AID] };
    await application("sloped-moved", { ...more, field_boundary: squareField(-87.25, 32.89, 0.0041) });
    expect(await sql(caller.providerId, "SELECT 1 FROM downslope_mark WHERE field_id = $1", [place.fieldId])).toEqual(
      [],
    );
    await application("sloped-moved", more);
    expect(codesOf(await compute(caller, id))).toContain("DOWNSLOPE_UNVERIFIED");
    await expect(undoChange(pass, marked.changeId)).rejects.toMatchObject(reason("changed"));
  });

  it.each([
    ["an edge that is none", { edges: [edge(4)] }, "not_found"],
    ["another boundary than the editor saw", { edges: [edge(0)], boundaryHash: "another" }, "changed"],
  ])("are refused: %s", async (title, more, wanted) => {
    const { place } = await application(title.replaceAll(" ", "-"));
    await expect(markDownslope(pass, { ...place, ...more })).rejects.toMatchObject(reason(wanted));
  });

  it("change nothing where they are taken back and none is there", async () => {
    const { place } = await application("unmarked");
    await expect(markDownslope(pass, { ...place, edges: [] })).rejects.toThrow("nothing was changed");
    expect(await readChanges(pass, place)).toEqual([]);
  });
});

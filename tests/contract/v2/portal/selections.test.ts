import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { rowCounts, sql } from "@/tests/contract/v2/esa-check/support";
import { archiveFieldOf, NEEDS_6, prepareGround, read, runoffOf, saved } from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";
import { AUTOMATIC, DERIVED_BONUS, editorOf, MEASURES, refusedEdit, type Editor } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let grower: Editor;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("farm");
  grower = await editorOf("farm", "grower@example.com");
});
afterAll(() => soil.close());

const application = async (name: string, more: Record<string, unknown> = {}) => {
  const { id } = await saved(caller, { application_id: name, products: [NEEDS_6], ...more });
  return { id, place: await grower.placeOf(id) };
};

/** All that an edit may write, so that what was refused is seen to have left nothing. */
async function everything(): Promise<unknown> {
  const [row] = await sql<{ all: unknown }>(
    "farm",
    `SELECT jsonb_build_object(
       'selections', (SELECT jsonb_agg(m ORDER BY field_id, year, system, sub_option_id) FROM measure_selection m),
       'requirements', (SELECT jsonb_agg(r ORDER BY application_event_id, mitigation_type) FROM requirement r),
       'years', (SELECT jsonb_agg(y ORDER BY field_id, year) FROM field_year y),
       'changes', (SELECT jsonb_agg(c ORDER BY change_id) FROM change_event c)) AS all`,
  );
  return row?.all;
}

const portalRows = async (fieldId: string) =>
  sql(
    "farm",
    `SELECT system, sub_option_id, to_char(implementation_date, 'YYYY-MM-DD') AS date, notes
     FROM measure_selection WHERE field_id = $1 AND source = 'portal' ORDER BY sub_option_id`,
    [fieldId],
  );

describe("every change stands in the history", () => {
  it("with who, when, what was before and what after, newest first", async () => {
    const { id, place } = await application("history");
    const agronomist = await editorOf("farm", "agronomist@example.com");
    const started = Date.now();
    const made = [
      await grower.select(place, MEASURES.noTill, { implementationDate: "2026-04-02", notes: "North part" }),
      await agronomist.select(place, MEASURES.noTill, { implementationDate: "2026-04-09", notes: null }),
      await grower.exempt(id, "perimeter_berm"),
      await grower.takeBack(place, MEASURES.noTill),
    ];
    const selection = { system: "epa_runoff", subOptionId: 210 };
    const first = { ...selection, implementationDate: "2026-04-02", notes: "North part" };
    const second = { ...selection, implementationDate: "2026-04-09", notes: null };
    const history = (await grower.history(place)).reverse();
    expect(history.map(({ changeId }) => changeId)).toEqual(made.map(({ changeId }) => changeId));
    expect(history.map(({ actor }) => actor)).toEqual([
      "grower@example.com",
      "agronomist@example.com",
      "grower@example.com",
      "grower@example.com",
    ]);
    expect(history.map(({ kind }) => kind)).toEqual(["selection", "selection", "exemption", "selection"]);
    expect(history.map(({ applicationEventId }) => applicationEventId)).toEqual([null, null, id, null]);
    const [one, two, three, four] = history.map(({ before, after }) => ({ before, after }));
    expect(one).toEqual({ before: null, after: first });
    expect(two).toEqual({ before: first, after: second });
    expect(three?.before).toEqual({ required: true, evaluatedAt: null, reasons: null, treatedAcres: null });
    expect(three?.after).toMatchObject({ required: false, reasons: ["perimeter_berm"] });
    expect(four).toEqual({ before: second, after: null });
    for (const { changedAt, fieldId, year, undoneAt } of history) {
      expect(changedAt.getTime()).toBeGreaterThanOrEqual(started);
      expect({ fieldId, year, undoneAt }).toEqual({ ...place, undoneAt: null });
    }
  });

  it("of its own field, year and provider alone", async () => {
    const { place } = await application("own-history");
    await grower.select(place, MEASURES.noTill);
    expect(await grower.history({ ...place, year: 2027 })).toEqual([]);
    await makeCaller("neighbor");
    const stranger = await editorOf("neighbor");
    expect(await stranger.history(place)).toEqual([]);
  });
});

describe("a selection is refused and nothing is half saved", () => {
  it.each(Object.entries(AUTOMATIC))("when it is the automatic credit %s", async (_name, measure) => {
    const { place } = await application("automatic");
    const before = await everything();
    expect(await refusedEdit(grower.select(place, measure))).toBe("automatic_credit");
    expect(await refusedEdit(grower.takeBack(place, measure))).toBe("automatic_credit");
    expect(await everything()).toEqual(before);
  });

  it.each([
    ["an unknown measure", { system: "epa_runoff", subOptionId: 9999 } as const],
    ["an option's or category's own number", { system: "epa_runoff", subOptionId: 107 } as const],
    ["the bonus that the rules award", DERIVED_BONUS],
    ["a measure of the other system", { system: "trait_runoff", subOptionId: 210 } as const],
    ["a trait measure in EPA's system", { system: "epa_runoff", subOptionId: 404 } as const],
  ])("when it is %s", async (_title, measure) => {
    const { place } = await application("unknown");
    const before = await everything();
    expect(await refusedEdit(grower.select(place, measure))).toBe("unknown_measure");
    expect(await everything()).toEqual(before);
  });

  it("when it is to be taken back and is not there", async () => {
    const { place } = await application("absent");
    const before = await everything();
    expect(await refusedEdit(grower.takeBack(place, MEASURES.noTill))).toBe("not_found");
    expect(await everything()).toEqual(before);
  });

  it("when the field is none of the provider's, is archived or does not exist", async () => {
    const { id, place } = await application("whose");
    await makeCaller("stranger");
    const stranger = await editorOf("stranger");
    const before = await everything();
    expect(await refusedEdit(stranger.select(place, MEASURES.noTill))).toBe("not_found");
    expect(await refusedEdit(grower.select({ ...place, fieldId: uuidv7() }, MEASURES.noTill))).toBe("not_found");
    await archiveFieldOf("farm", id);
    expect(await refusedEdit(grower.select(place, MEASURES.noTill))).toBe("not_found");
    expect(await refusedEdit(grower.exempt(id, "perimeter_berm"))).toBe("not_found");
    await archiveFieldOf("farm", id, false);
    expect(await everything()).toEqual(before);
    expect(await rowCounts("stranger")).toMatchObject({ measure_selection: 0, field: 0 });
  });

  it("when the editor saw an older revision, or one that never was", async () => {
    const { place } = await application("revision");
    const seen = await grower.revision(place);
    const { revision } = await grower.select(place, MEASURES.noTill, { revision: seen });
    expect(revision).toBe(seen + 1);
    expect(await grower.revision(place)).toBe(revision);
    const before = await everything();
    expect(await refusedEdit(grower.select(place, MEASURES.contourFarming, { revision: seen }))).toBe("changed");
    expect(await refusedEdit(grower.takeBack(place, MEASURES.noTill, seen))).toBe("changed");
    expect(await refusedEdit(grower.select(place, MEASURES.contourFarming, { revision: seen + 2 }))).toBe("changed");
    expect(await everything()).toEqual(before);
    await grower.select(place, MEASURES.contourFarming, { revision });
  });

  it("when a date does not exist: an error, and the transaction leaves nothing", async () => {
    const { place } = await application("bad-date");
    const before = await everything();
    const edit = grower.select(place, MEASURES.noTill, { implementationDate: "2026-02-30" });
    await expect(edit).rejects.toThrow();
    expect(await everything()).toEqual(before);
  });
});

describe("edits at the same time", () => {
  it("from the same revision: one wins, the others get a conflict, none is lost silently", async () => {
    const { place } = await application("race");
    const revision = await grower.revision(place);
    const measures = [MEASURES.noTill, MEASURES.contourFarming, MEASURES.coverCrop, MEASURES.retention];
    const outcomes = await Promise.all(
      measures.map((measure) =>
        grower.select(place, measure, { revision }).then(
          () => "made" as const,
          (error: unknown) => (error as { reason?: string }).reason,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "made")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "changed")).toHaveLength(3);
    const winner = measures[outcomes.indexOf("made")];
    expect(await portalRows(place.fieldId)).toMatchObject([{ sub_option_id: winner?.subOptionId }]);
    expect(await grower.history(place)).toHaveLength(1);
    expect(await grower.revision(place)).toBe(revision + 1);
  });

  it("that ask for no revision all count, one after the other", async () => {
    const { place } = await application("queue");
    const revision = await grower.revision(place);
    const measures = [MEASURES.noTill, MEASURES.contourFarming, MEASURES.coverCrop, MEASURES.retention];
    const made = await Promise.all(measures.map((measure) => grower.select(place, measure)));
    expect(made.map((each) => each.revision).sort()).toEqual([1, 2, 3, 4].map((step) => revision + step));
    expect(await portalRows(place.fieldId)).toHaveLength(4);
    expect(await grower.history(place)).toHaveLength(4);
  });

  it("on one measure leave a history in which each begins where the one before ended", async () => {
    const { place } = await application("chain");
    await Promise.all(["a", "b", "c", "d"].map((notes) => grower.select(place, MEASURES.noTill, { notes })));
    const states = await grower.history(place);
    const byBefore = new Map(states.map((change) => [JSON.stringify(change.before), change.after]));
    expect(byBefore.size).toBe(4);
    let state: unknown = null;
    for (let step = 0; step < 4; step += 1) state = byBefore.get(JSON.stringify(state));
    const [row] = await portalRows(place.fieldId);
    expect(row).toMatchObject({ notes: (state as { notes: string }).notes });
  });
});

describe("a version 2 check never touches what was selected in the portal", () => {
  it("on the same ground, on changed ground and in another year", async () => {
    const { id, place } = await application("untouched", { provider_field_id: "ground" });
    await grower.select(place, MEASURES.noTill, { implementationDate: "2026-04-02", notes: "Kept" });
    await grower.select(place, MEASURES.traitResidueTillage);
    const before = await portalRows(place.fieldId);
    const history = await grower.history(place);
    const revision = await grower.revision(place);
    await application("untouched", { provider_field_id: "ground" });
    await application("untouched", { provider_field_id: "ground", field_boundary: squareField(-87.24, 32.89) });
    await application("untouched-2027", { provider_field_id: "ground", application_date: "2027-04-01" });
    expect(await portalRows(place.fieldId)).toEqual(before);
    expect(await grower.history(place)).toEqual(history);
    expect(await grower.revision(place)).toBe(revision);
    expect(runoffOf(await read(caller, id)).earned_points).toBe(6);
  });

  it("while an edit is made at the same time: both stand", async () => {
    const { id, place } = await application("meanwhile");
    await Promise.all([application("meanwhile"), grower.select(place, MEASURES.noTill)]);
    expect(runoffOf(await read(caller, id))).toMatchObject({ earned_points: 6, status: "met" });
  });
});

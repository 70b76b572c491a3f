import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editSavedSchema } from "@/lib/contracts/portal/edits";
import { NEEDS_6, prepareGround, read, runoffOf, saved, TRAIT } from "@/tests/contract/v2/compliance/support";
import type { FieldYearRef } from "@/lib/domain/field-year";
import {
  edit,
  measureOf,
  openBrowser,
  readLive,
  refusedEdit,
  selection,
  sendEdit,
  tallyOf,
  written,
  type Browser,
} from "@/tests/contract/portal/edits-support";
import { lock } from "@/tests/contract/v2/portal/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf, MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("farm");
});
afterAll(() => soil.close());

const NO_TILL = MEASURES.noTill.subOptionId;
const TILLAGE = MEASURES.reducedTillage.subOptionId;

async function opened(name: string, more: Record<string, unknown> = {}) {
  const { id } = await saved(caller, { application_id: name, products: [NEEDS_6], ...more });
  const { fieldId, year } = await (await editorOf("farm")).placeOf(id);
  const place: FieldYearRef = { fieldId, year, applicationEventId: id };
  return { id, place, browser: await openBrowser(caller, id) };
}
const epaOf = async (id: string) => runoffOf(await read(caller, id));
const answered = async (browser: Browser, place: FieldYearRef) => (await readLive(browser, place)).exemption;

describe("a selection", () => {
  it("is saved, and its answer holds what the page and the API show next", async () => {
    const { id, place, browser } = await opened("made");
    const before = await readLive(browser, place);
    expect(tallyOf(before)).toMatchObject({
      earned: 3,
      required: 6,
      gap: 3,
      state: "not_met",
      headline: "3 points short",
    });
    const made = await edit(browser, selection(place, NO_TILL, { wanted: written("North part", "2026-04-02") }));
    expect(made.revision).toBe(before.revision + 1);
    expect(tallyOf(made.live)).toMatchObject({ earned: 6, gap: 0, state: "met", headline: "Enough points: 6 of 6" });
    expect(measureOf(made.live, NO_TILL)).toMatchObject({
      isSelected: true,
      counts: true,
      verdict: "Counts 3 points",
      implementationDate: "2026-04-02",
      notes: "North part",
    });
    expect(made.live.changes[0]).toMatchObject({ changeId: made.changeId, actor: "this session", canUndo: true });
    expect(await epaOf(id)).toMatchObject({ status: "met", earned_points: 6 });
  });

  it("says before it is made what it would count, and that is what it then counts", async () => {
    const { place, browser } = await opened("would");
    const before = await readLive(browser, place);
    for (const measure of before.measures.filter((each) => !each.isAutomatic && each.system === "epa_runoff")) {
      const sent = await sendEdit(browser, selection(place, measure.id));
      if (sent.status === 422) {
        // A broadcast application contradicts the measure, so it never counts.
        expect(measure.counts).toBe(false);
        expect(await sent.text()).toContain("CONTRADICTS_");
        continue;
      }
      const { live } = editSavedSchema.parse(await sent.json());
      expect(measureOf(live, measure.id).counts, measure.verdict).toBe(measure.counts);
      expect(tallyOf(live).earned).toBe(tallyOf(before).earned + measure.pointsChange);
      await edit(browser, selection(place, measure.id, { base: written(), wanted: null }));
    }
  });

  it("names the product that rules a measure out, and what holds its place", async () => {
    const { place, browser } = await opened("words");
    expect(measureOf(await readLive(browser, place), MEASURES.wetlands.subOptionId)).toMatchObject({ counts: false });
    expect(measureOf(await readLive(browser, place), MEASURES.wetlands.subOptionId).verdict).toContain("DEMO");
    const { live } = await edit(browser, selection(place, NO_TILL));
    expect(measureOf(live, TILLAGE).verdict).toMatch(
      /^Would not count: only one of .* counts, and .*No-till.* counts already$/,
    );
  });

  it("that lost its answer is not made twice when it is sent again", async () => {
    const { place, browser } = await opened("again");
    const body = selection(place, NO_TILL, { wanted: written("Once") });
    const first = await edit(browser, body);
    const second = await edit(browser, body);
    expect(second).toMatchObject({ changeId: null, revision: first.revision });
    const gone = selection(place, NO_TILL, { base: written("Once"), wanted: null });
    await edit(browser, gone);
    expect((await edit(browser, gone)).changeId).toBeNull();
    expect((await readLive(browser, place)).changes).toHaveLength(2);
  });

  it("is no conflict with a change of another measure since", async () => {
    const { place, browser } = await opened("beside");
    const other = await openBrowser(caller, place.applicationEventId ?? "");
    await edit(other, selection(place, MEASURES.contourFarming.subOptionId));
    await edit(browser, selection(place, NO_TILL));
  });

  it("of what someone else changed since is 409 with what is saved now, and nothing is lost", async () => {
    const { place, browser } = await opened("conflict");
    const other = await openBrowser(caller, place.applicationEventId ?? "");
    await edit(other, selection(place, NO_TILL, { wanted: written("Theirs") }));
    const found = await refusedEdit(browser, selection(place, NO_TILL, { wanted: written("Mine") }), { status: 409 });
    expect(found.error.code).toBe("CHANGED");
    expect(found.current && measureOf(found.current, NO_TILL).notes).toBe("Theirs");
    const again = selection(place, NO_TILL, { base: written("Theirs"), wanted: written("Mine") });
    expect(measureOf((await edit(browser, again)).live, NO_TILL).notes).toBe("Mine");
  });

  it.each([
    ["an automatic credit", 24, 422, "AUTOMATIC_CREDIT"],
    ["a measure that is none", 9999, 422, "UNKNOWN_MEASURE"],
    ["the bonus that the rules award", 242, 422, "UNKNOWN_MEASURE"],
  ])("of %s is refused", async (_title, id, status, code) => {
    const { place, browser } = await opened("refused");
    const before = await readLive(browser, place);
    expect((await refusedEdit(browser, selection(place, id), { status })).error.code).toBe(code);
    expect({ ...(await readLive(browser, place)), readAt: "" }).toEqual({ ...before, readAt: "" });
  });

  it("is closed by a lock, its own or that of an application beside it, and the answer says so", async () => {
    const { id, place, browser } = await opened("locked", { provider_field_id: "shared" });
    const beside = await saved(caller, { application_id: "sibling", provider_field_id: "shared", products: [NEEDS_6] });
    for (const locked of [id, beside.id]) {
      await lock(caller, locked, true);
      const found = await refusedEdit(browser, selection(place, NO_TILL), { status: 423 });
      expect(found.error.code).toBe("LOCKED");
      expect(found.current?.lock.isLocked).toBe(true);
      expect(found.current?.advice).toEqual([]);
      await lock(caller, locked, false);
    }
    const { live } = await edit(browser, selection(place, NO_TILL));
    expect(live.applications.map(({ applicationEventId }) => applicationEventId).sort()).toEqual(
      [id, beside.id].sort(),
    );
  });
});

describe("a set of measures from the engine's advice", () => {
  const advised = (place: FieldYearRef, ids: number[], revision: number) => ({
    kind: "advice",
    ...place,
    system: "epa_runoff",
    subOptionIds: ids,
    baseRevision: revision,
  });

  it("closes the gap as one change, which one undo takes back", async () => {
    const { id, place, browser } = await opened("advice");
    const before = await readLive(browser, place);
    const sets = before.advice[0]?.sets ?? [];
    expect(sets.length).toBeGreaterThan(0);
    const ids = (sets.at(-1)?.measures ?? []).map((measure) => measure.id);
    const made = await edit(browser, advised(place, ids, before.revision));
    expect(tallyOf(made.live)).toMatchObject({ state: "met", earned: sets.at(-1)?.earned });
    expect(made.live.advice).toEqual([]);
    expect(await epaOf(id)).toMatchObject({ status: "met" });
    expect(made.live.changes).toHaveLength(1);
    const undone = await edit(browser, { kind: "undo", ...place, changeId: made.changeId });
    expect(tallyOf(undone.live)).toEqual(tallyOf(before));
    expect(undone.live.advice).toEqual(before.advice);
    expect(undone.live.changes.map(({ isUndo }) => isUndo)).toEqual([true, false]);
    expect(undone.live.changes.map(({ canUndo }) => canUndo)).toEqual([false, false]);
    expect(undone.live.changes.map(({ redoId }) => redoId)).toEqual([null, undone.changeId]);
    const again = await refusedEdit(browser, { kind: "undo", ...place, changeId: undone.changeId }, { status: 409 });
    expect(again.error.code).toBe("IS_UNDO");
    const redone = await edit(browser, { kind: "redo", ...place, changeId: undone.changeId });
    expect(tallyOf(redone.live)).toEqual(tallyOf(made.live));
  });

  it("of several measures is taken back whole, or not at all", async () => {
    const { place, browser } = await opened("several");
    const { revision } = await readLive(browser, place);
    const made = await edit(browser, advised(place, [NO_TILL, MEASURES.contourFarming.subOptionId], revision));
    await edit(browser, selection(place, NO_TILL, { base: written(), wanted: written("Since") }));
    const undo = { kind: "undo", ...place, changeId: made.changeId };
    expect((await refusedEdit(browser, undo, { status: 409 })).error.code).toBe("CHANGED");
    const live = await readLive(browser, place);
    expect(measureOf(live, MEASURES.contourFarming.subOptionId).isSelected).toBe(true);
    expect(live.changes.find(({ changeId }) => changeId === made.changeId)?.canUndo).toBe(false);
  });

  it("made on an older state is 409: it might not close the gap any more", async () => {
    const { place, browser } = await opened("stale");
    const { revision } = await readLive(browser, place);
    await edit(browser, selection(place, TILLAGE));
    const found = await refusedEdit(browser, advised(place, [NO_TILL], revision), { status: 409 });
    expect(found.error.code).toBe("CHANGED");
    expect(found.current?.revision).toBe(revision + 1);
  });

  it("with an automatic credit or a repeated measure is refused as a whole", async () => {
    const { place, browser } = await opened("whole");
    const { revision } = await readLive(browser, place);
    await refusedEdit(browser, advised(place, [NO_TILL, 24], revision), { status: 422 });
    await refusedEdit(browser, advised(place, [NO_TILL, NO_TILL], revision), { status: 422 });
    expect(measureOf(await readLive(browser, place), NO_TILL).isSelected).toBe(false);
  });
});

describe("an exemption", () => {
  const claim = (place: FieldYearRef, answeredAt: string | null, ...reasons: string[]) => ({
    kind: "exemption",
    ...place,
    baseAnsweredAt: answeredAt,
    reasons,
    treatedAcres: null,
  });

  it("for a small area takes its acres, tells them in the history, and refuses them without that reason", async () => {
    const { place, browser } = await opened("small", { application_method: "Spot-Ground" });
    const small = { ...claim(place, null, "small_area"), treatedAcres: 0.08 };
    const missing = await refusedEdit(browser, { ...small, treatedAcres: null }, { status: 422 });
    expect(missing.error.code).toBe("TREATED_AREA_NEEDED");
    const large = await refusedEdit(browser, { ...small, treatedAcres: 0.1 }, { status: 422 });
    expect(large.error.code).toBe("TREATED_AREA_TOO_LARGE");
    await refusedEdit(browser, { ...claim(place, null, "perimeter_berm"), treatedAcres: 0.08 }, { status: 422 });
    const { live } = await edit(browser, small);
    expect(live.exemption).toMatchObject({ answer: "exempt", reasons: ["small_area"], treatedAcres: 0.08 });
    expect(live.changes[0]?.text).toContain("(0.08 acres treated)");
    // The same answer again, as after a lost one, is saved already; another area is another answer.
    expect((await edit(browser, small)).changeId).toBeNull();
    await refusedEdit(browser, { ...small, treatedAcres: 0.07 }, { status: 409 });
  });

  it("sets and removes itself at once, with both scores in the answer", async () => {
    const { id, place, browser } = await opened("exempt");
    expect((await answered(browser, place))?.answer).toBe("unanswered");
    const { live } = await edit(browser, claim(place, null, "perimeter_berm"));
    expect(live.exemption).toMatchObject({
      answer: "exempt",
      reasons: ["perimeter_berm"],
      withExemption: { state: "exempt", required: 0 },
      withoutExemption: { state: "not_met", required: 6, gap: 3 },
    });
    expect(tallyOf(live).state).toBe("exempt");
    expect(await epaOf(id)).toMatchObject({ exempt: true, status: "met" });
    const back = await edit(browser, claim(place, live.exemption?.answeredAt ?? null));
    expect(back.live.exemption?.answer).toBe("none_apply");
    expect(await epaOf(id)).toMatchObject({ exempt: false, status: "not_met" });
    const undone = await edit(browser, { kind: "undo", ...place, changeId: back.changeId });
    expect(undone.live.exemption).toMatchObject({ answer: "exempt", reasons: ["perimeter_berm"] });
  });

  it("answered by someone else since is 409; the same answer is saved already", async () => {
    const { place, browser } = await opened("answered");
    await edit(await openBrowser(caller, place.applicationEventId ?? ""), claim(place, null, "tailwater_return"));
    const found = await refusedEdit(browser, claim(place, null, "perimeter_berm"), { status: 409 });
    expect(found.current?.exemption?.reasons).toEqual(["tailwater_return"]);
    expect((await edit(browser, claim(place, null, "tailwater_return"))).changeId).toBeNull();
  });

  it.each([
    ["a reason that is none", ["made_up"], 422, "UNKNOWN_REASON"],
    ["a reason of another method", ["soil_injection"], 422, "REASON_NEEDS_OTHER_METHOD"],
  ])("with %s is refused", async (_title, reasons, status, code) => {
    const { place, browser } = await opened("reason");
    expect((await refusedEdit(browser, claim(place, null, ...reasons), { status })).error.code).toBe(code);
    expect((await answered(browser, place))?.answer).toBe("unanswered");
  });

  it("is closed by its own lock alone, and absent where no EPA points are asked", async () => {
    const { id, place, browser } = await opened("own-lock", { provider_field_id: "own" });
    const beside = await saved(caller, { application_id: "own-2", provider_field_id: "own", products: [NEEDS_6] });
    await lock(caller, id, true);
    expect((await refusedEdit(browser, claim(place, null, "tailwater_return"), { status: 423 })).error.code).toBe(
      "LOCKED",
    );
    await lock(caller, id, false);
    await lock(caller, beside.id, true);
    await edit(browser, claim(place, null, "tailwater_return"));
    const trait = await opened("trait-only", { products: [TRAIT] });
    expect(await answered(trait.browser, trait.place)).toBeNull();
    await refusedEdit(trait.browser, claim(trait.place, null, "tailwater_return"), { status: 404 });
  });
});

describe("an undo", () => {
  it("pressed twice undoes once", async () => {
    const { place, browser } = await opened("twice");
    const { changeId } = await edit(browser, selection(place, NO_TILL));
    const undo = { kind: "undo", ...place, changeId };
    await edit(browser, undo);
    expect((await edit(browser, undo)).changeId).toBeNull();
    expect((await readLive(browser, place)).changes).toHaveLength(2);
  });

  it("of a change of another field or year is not found", async () => {
    const first = await opened("here");
    const second = await opened("there");
    const { changeId } = await edit(first.browser, selection(first.place, NO_TILL));
    await refusedEdit(second.browser, { kind: "undo", ...second.place, changeId }, { status: 404 });
    const noYear = { ...first.place, year: 2031, applicationEventId: null };
    await refusedEdit(first.browser, { kind: "undo", ...noYear, changeId }, { status: 404 });
  });
});

describe("an edit with a key", () => {
  const withKey = (key: string) => ({ headers: { "Idempotency-Key": key } });

  it("is made once, however often and late it is sent, and takes back nothing that others did since", async () => {
    const { id, place, browser } = await opened("keyed");
    const [key, tick] = [randomUUID(), selection(place, NO_TILL)];
    for (const made of [true, false, false]) {
      const answer = editSavedSchema.parse(await (await sendEdit(browser, tick, withKey(key))).json());
      expect(answer.changeId !== null).toBe(made);
    }
    await edit(browser, selection(place, NO_TILL, { base: written(), wanted: null }));
    const late = editSavedSchema.parse(await (await sendEdit(browser, tick, withKey(key))).json());
    expect(late.changeId).toBeNull();
    expect(measureOf(late.live, NO_TILL).isSelected).toBe(false);
    expect((await epaOf(id)).selected_measures.filter(({ source }) => source === "portal")).toEqual([]);
  });

  it("sent twice at once is made once; a refused one is judged again, and a key that is none is refused", async () => {
    const { id, place, browser } = await opened("keyed-twice");
    const both = [1, 2].map(() => sendEdit(browser, selection(place, NO_TILL), withKey(id)));
    const answers = await Promise.all(both.map(async (sent) => editSavedSchema.parse(await (await sent).json())));
    expect(answers.filter(({ changeId }) => changeId !== null)).toHaveLength(1);
    const key = randomUUID();
    await lock(caller, id, true);
    expect((await sendEdit(browser, selection(place, TILLAGE), withKey(key))).status).toBe(423);
    await lock(caller, id, false);
    const taken = editSavedSchema.parse(
      await (await sendEdit(browser, selection(place, TILLAGE), withKey(key))).json(),
    );
    expect(taken.changeId).not.toBeNull();
    expect((await sendEdit(browser, selection(place, TILLAGE), withKey("again"))).status).toBe(422);
  });
});

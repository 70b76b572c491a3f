import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { sql } from "@/tests/contract/v2/esa-check/support";
import {
  archiveFieldOf,
  NEEDS_6,
  prepareGround,
  read,
  requirementOf,
  runoffOf,
  saved,
} from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf, MEASURES, refusedEdit, type Editor } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let editor: Editor;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("farm");
  editor = await editorOf("farm");
});
afterAll(() => soil.close());

const application = async (name: string, more: Record<string, unknown> = {}) => {
  const { id } = await saved(caller, { application_id: name, products: [NEEDS_6], ...more });
  return { id, place: await editor.placeOf(id) };
};

/** What a reading shows of an application's runoff, requirement included. */
const shown = async (id: string) => {
  const found = await read(caller, id);
  return { runoff: found.compliance.runoff, requirement: { ...requirementOf(found), updated_at: null } };
};

describe("undo restores exactly what was before", () => {
  it("a selection that was made", async () => {
    const { id, place } = await application("made");
    const before = await shown(id);
    const { changeId } = await editor.select(place, MEASURES.noTill, { notes: "By mistake" });
    expect(await shown(id)).not.toEqual(before);
    await editor.undo(changeId);
    expect(await shown(id)).toEqual(before);
  });

  it("a selection whose date and notes were changed", async () => {
    const { id, place } = await application("edited");
    await editor.select(place, MEASURES.noTill, { implementationDate: "2026-04-02", notes: "North part" });
    const before = await shown(id);
    const { changeId } = await editor.select(place, MEASURES.noTill, { implementationDate: null, notes: "All of it" });
    expect(await shown(id)).not.toEqual(before);
    await editor.undo(changeId);
    expect(await shown(id)).toEqual(before);
  });

  it("a selection that was taken back", async () => {
    const { id, place } = await application("removed");
    await editor.select(place, MEASURES.noTill, { implementationDate: "2026-04-02", notes: "North part" });
    const before = await shown(id);
    const { changeId } = await editor.takeBack(place, MEASURES.noTill);
    expect(await shown(id)).not.toEqual(before);
    await editor.undo(changeId);
    expect(await shown(id)).toEqual(before);
  });

  it("an exemption that was claimed, to never answered", async () => {
    const { id } = await application("claimed");
    const before = await shown(id);
    const { changeId } = await editor.exempt(id, "perimeter_berm", "tailwater_return");
    await editor.undo(changeId);
    expect(await shown(id)).toEqual(before);
  });

  it("an exemption that 'None apply' took back, with its time to the millisecond and its reasons", async () => {
    const { id } = await application("none-applied");
    await editor.exempt(id, "perimeter_berm", "tailwater_return");
    const before = await shown(id);
    const { changeId } = await editor.noneApply(id);
    await editor.undo(changeId);
    expect(await shown(id)).toEqual(before);
  });

  it("a legacy exemption without reasons, and an unanswered legacy record", async () => {
    for (const [name, time] of [
      ["legacy-exempt", "2025-03-01T12:00:00.123Z"],
      ["legacy-unanswered", null],
    ]) {
      const { id } = await application(name ?? "");
      await sql(
        "farm",
        `UPDATE requirement SET required = false, exemption_evaluated_at = $2, exemption_reasons = NULL
         WHERE application_event_id = $1 AND mitigation_type = 'epa_runoff'`,
        [id, time],
      );
      const before = await shown(id);
      const { changeId } = await editor.noneApply(id);
      await editor.undo(changeId);
      expect(await shown(id)).toEqual(before);
      const [row] = await sql(
        "farm",
        `SELECT required, exemption_reasons FROM requirement
         WHERE application_event_id = $1 AND mitigation_type = 'epa_runoff'`,
        [id],
      );
      expect(row).toEqual({ required: false, exemption_reasons: null });
    }
  });

  it("step by step back to the beginning, newest first", async () => {
    const { id, place } = await application("steps");
    const states = [await shown(id)];
    const changes: string[] = [];
    const steps = [
      () => editor.select(place, MEASURES.noTill),
      () => editor.select(place, MEASURES.noTill, { notes: "Second" }),
      () => editor.exempt(id, "perimeter_berm"),
      () => editor.select(place, MEASURES.contourFarming),
      () => editor.noneApply(id),
      () => editor.takeBack(place, MEASURES.noTill),
    ];
    for (const step of steps) {
      changes.push((await step()).changeId);
      states.push(await shown(id));
    }
    for (const changeId of changes.reverse()) {
      states.pop();
      await editor.undo(changeId);
      expect(await shown(id)).toEqual(states.at(-1));
    }
  });

  it("and a change that was undone can be made again by name, which can be undone like any other", async () => {
    const { id, place } = await application("redo");
    const before = await shown(id);
    const { changeId } = await editor.select(place, MEASURES.noTill, { notes: "Wanted after all" });
    const wanted = await shown(id);
    const { changeId: undoing } = await editor.undo(changeId);
    const { changeId: again } = await editor.redo(undoing);
    expect(await shown(id)).toEqual(wanted);
    expect((await editor.history(place)).map(({ undoesChangeId }) => undoesChangeId)).toEqual([null, changeId, null]);
    await editor.undo(again);
    expect(await shown(id)).toEqual(before);
  });
});

describe("an undo stands in the history itself", () => {
  it("as a change of its own; the change it took back is marked with the time", async () => {
    const { place } = await application("marked");
    const { changeId } = await editor.select(place, MEASURES.noTill);
    const other = await editorOf("farm", "agronomist@example.com");
    const { changeId: undoing } = await other.undo(changeId);
    const [newest, oldest] = await editor.history(place);
    expect(newest).toMatchObject({ changeId: undoing, actor: "agronomist@example.com", after: null, undoneAt: null });
    expect(newest?.before).toEqual(oldest?.after);
    expect(oldest?.changeId).toBe(changeId);
    expect(oldest?.undoneAt).toBeInstanceOf(Date);
    expect([newest?.undoesChangeId, oldest?.undoesChangeId]).toEqual([changeId, null]);
  });
});

describe("undo is refused and changes nothing", () => {
  it("the second time", async () => {
    const { id, place } = await application("second-time");
    const { changeId } = await editor.select(place, MEASURES.noTill);
    await editor.undo(changeId);
    await editor.select(place, MEASURES.noTill);
    const before = await shown(id);
    expect(await refusedEdit(editor.undo(changeId))).toBe("already_undone");
    expect(await shown(id)).toEqual(before);
  });

  it("for an undo: a second press never brings back what the first took away", async () => {
    const { id, place } = await application("undo-twice");
    const { changeId } = await editor.select(place, MEASURES.noTill);
    const { changeId: undoing } = await editor.undo(changeId);
    const before = await shown(id);
    expect(await refusedEdit(editor.undo(undoing))).toBe("is_undo");
    expect(await shown(id)).toEqual(before);
  });

  it("a redo of a change that is no undo, or a second time", async () => {
    const { id, place } = await application("redo-twice");
    const { changeId } = await editor.select(place, MEASURES.noTill);
    expect(await refusedEdit(editor.redo(changeId))).toBe("not_found");
    const { changeId: undoing } = await editor.undo(changeId);
    await editor.redo(undoing);
    const before = await shown(id);
    expect(await refusedEdit(editor.redo(undoing))).toBe("already_undone");
    expect(await shown(id)).toEqual(before);
  });

  it("for all but one of several at once", async () => {
    const { place } = await application("at-once");
    const { changeId } = await editor.select(place, MEASURES.noTill);
    const outcomes = await Promise.all(
      [1, 2, 3].map(() =>
        editor.undo(changeId).then(
          () => "made",
          (error: unknown) => (error as { reason?: string }).reason,
        ),
      ),
    );
    expect(outcomes.sort()).toEqual(["already_undone", "already_undone", "made"]);
    expect(await editor.history(place)).toHaveLength(2);
  });

  it("where a later change stands on top: what someone chose since is not lost", async () => {
    const { id, place } = await application("on-top");
    const { changeId: first } = await editor.select(place, MEASURES.noTill, { notes: "First" });
    await editor.select(place, MEASURES.noTill, { notes: "Second" });
    const { changeId: exempt } = await editor.exempt(id, "perimeter_berm");
    await editor.exempt(id, "tailwater_return");
    const before = await shown(id);
    expect(await refusedEdit(editor.undo(first))).toBe("changed");
    expect(await refusedEdit(editor.undo(exempt))).toBe("changed");
    expect(await shown(id)).toEqual(before);
    expect((await editor.history(place)).map(({ undoneAt }) => undoneAt)).toEqual([null, null, null, null]);
  });

  it("though changes of other measures since do not stand in its way", async () => {
    const { id, place } = await application("beside");
    const { changeId } = await editor.select(place, MEASURES.noTill);
    await editor.select(place, MEASURES.contourFarming);
    await editor.undo(changeId);
    const ids = runoffOf(await read(caller, id)).selected_measures.map((each) => each.sub_option_id);
    expect(ids).toEqual([10, 24, 28, 212]);
  });

  it("for a change that is none, is another provider's or is on an archived field", async () => {
    const { id, place } = await application("whose");
    const { changeId } = await editor.select(place, MEASURES.noTill);
    const { changeId: exempting } = await editor.exempt(id, "perimeter_berm");
    await makeCaller("stranger");
    const stranger = await editorOf("stranger");
    expect(await refusedEdit(editor.undo(uuidv7()))).toBe("not_found");
    expect(await refusedEdit(stranger.undo(changeId))).toBe("not_found");
    await archiveFieldOf("farm", id);
    expect(await refusedEdit(editor.undo(changeId))).toBe("not_found");
    expect(await refusedEdit(editor.undo(exempting))).toBe("not_found");
    await archiveFieldOf("farm", id, false);
    await editor.undo(changeId);
    await editor.undo(exempting);
  });

  it("where it would bring back the exemption of another year", async () => {
    const { id } = await application("years");
    const { changeId } = await editor.exempt(id, "perimeter_berm");
    const { changeId: undone } = await editor.undo(changeId);
    await application("years", { application_date: "2027-01-05" });
    expect(await refusedEdit(editor.redo(undone))).toBe("changed");
    expect(runoffOf(await read(caller, id)).exempt).toBe(false);
  });

  it("where it would bring back a reason that the application's method no longer fits", async () => {
    const injected = { application_method: "Soil-Injection" };
    const { id } = await application("method", injected);
    await editor.exempt(id, "soil_injection");
    const { changeId } = await editor.noneApply(id);
    await application("method", { application_method: "Broadcast-Ground" });
    expect(await refusedEdit(editor.undo(changeId))).toBe("reason_needs_other_method");
    expect(runoffOf(await read(caller, id)).exempt).toBe(false);
    await application("method", injected);
    await editor.undo(changeId);
    expect(runoffOf(await read(caller, id)).exempt).toBe(true);
  });
});

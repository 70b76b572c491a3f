import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check, sql } from "@/tests/contract/v2/esa-check/support";
import { NEEDS_6, prepareGround, read, runoffOf, saved } from "@/tests/contract/v2/compliance/support";
import {
  access,
  inSeconds,
  lock,
  lockGroup,
  sendGroupLock,
  sendLock,
  setPortalEnd,
} from "@/tests/contract/v2/portal/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";
import { editorOf, MEASURES, refusedEdit, type Editor } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let editor: Editor;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("locker");
  editor = await editorOf("locker");
});
afterAll(() => soil.close());

const application = async (name: string, more: Record<string, unknown> = {}): Promise<string> =>
  (await saved(caller, { application_id: name, products: [NEEDS_6], ...more })).id;

describe("the lock of one application", () => {
  it("is taken with its time, kept by a second lock, and given up as null", async () => {
    const id = await application("twice");
    const before = Date.now();
    const first = await lock(caller, id, true);
    expect(first).toMatchObject({ success: true, application_event_id: id, locked: true });
    expect(Date.parse(first.portal_locked_at ?? "")).toBeGreaterThanOrEqual(before);
    expect((await read(caller, id)).portal_locked_at).toBe(first.portal_locked_at);
    expect(await lock(caller, id, true)).toEqual(first);
    const opened = { success: true, application_event_id: id, locked: false, portal_locked_at: null };
    expect(await lock(caller, id, false)).toEqual(opened);
    expect(await lock(caller, id, false)).toEqual(opened);
    expect((await read(caller, id)).portal_locked_at).toBeNull();
    const again = await lock(caller, id, true);
    expect(Date.parse(again.portal_locked_at ?? "")).toBeGreaterThanOrEqual(Date.parse(first.portal_locked_at ?? ""));
  });

  it("is kept by a recheck, and stops neither checks nor reads nor links", async () => {
    const id = await application("rechecked");
    const { portal_locked_at: lockedAt } = await lock(caller, id, true);
    await application("rechecked");
    expect((await read(caller, id)).portal_locked_at).toBe(lockedAt);
    await access(caller, id);
  });

  it("closes the selections of its field and year and the exemption of its own application", async () => {
    const id = await application("closed");
    const place = await editor.placeOf(id);
    const { changeId } = await editor.select(place, MEASURES.noTill);
    await lock(caller, id, true);
    const before = await sql("locker", "SELECT * FROM measure_selection WHERE field_id = $1 ORDER BY sub_option_id", [
      place.fieldId,
    ]);
    const revision = await editor.revision(place);
    expect(await refusedEdit(editor.select(place, MEASURES.contourFarming))).toBe("locked");
    expect(await refusedEdit(editor.select(place, MEASURES.noTill, { notes: "changed" }))).toBe("locked");
    expect(await refusedEdit(editor.takeBack(place, MEASURES.noTill))).toBe("locked");
    expect(await refusedEdit(editor.undo(changeId))).toBe("locked");
    expect(await refusedEdit(editor.exempt(id, "perimeter_berm"))).toBe("locked");
    expect(await refusedEdit(editor.noneApply(id))).toBe("locked");
    const after = await sql("locker", "SELECT * FROM measure_selection WHERE field_id = $1 ORDER BY sub_option_id", [
      place.fieldId,
    ]);
    expect(after).toEqual(before);
    expect(await editor.revision(place)).toBe(revision);
    expect(await editor.history(place)).toHaveLength(1);
    await lock(caller, id, false);
    await editor.undo(changeId);
    await editor.exempt(id, "perimeter_berm");
    expect(runoffOf(await read(caller, id)).exempt).toBe(true);
  });

  it("of a sibling keeps the shared selections closed, and leaves other exemptions and years open", async () => {
    const field = { provider_field_id: "siblings" };
    const open = await application("open", field);
    const locked = await application("locked", field);
    const otherYear = await application("other-year", { ...field, application_date: "2027-05-01" });
    await lock(caller, locked, true);
    expect(await refusedEdit(editor.select(await editor.placeOf(open), MEASURES.noTill))).toBe("locked");
    await editor.exempt(open, "perimeter_berm");
    await editor.select(await editor.placeOf(otherYear), MEASURES.noTill);
    await lock(caller, open, true);
    await lock(caller, locked, false);
    expect(await refusedEdit(editor.select(await editor.placeOf(locked), MEASURES.noTill))).toBe("locked");
    await lock(caller, open, false);
    await editor.select(await editor.placeOf(locked), MEASURES.noTill);
  });

  it("and a portal whose period is over do not stand in the way of reading", async () => {
    const id = await application("still-read");
    await lock(caller, id, true);
    await setPortalEnd("locker", id, inSeconds(-86_400));
    expect(runoffOf(await read(caller, id))).toMatchObject({ status: "not_met", gap: 3 });
  });

  it.each([
    ["no body members", {}, "locked"],
    ["null", { locked: null }, "locked"],
    ["a text", { locked: "true" }, "locked"],
    ["a number", { locked: 1 }, "locked"],
  ])("needs a boolean: %s is 422", async (_title, body, member) => {
    const id = await application("strict");
    const found = await refusal(await sendLock(caller, id, { body }), 422);
    expect(found.code).toBe("INVALID_REQUEST");
    expect(found.details?.map(({ path }) => path)).toEqual([[member]]);
  });

  it("refuses unknown members, query parameters, a bad reference, a missing body and a stranger", async () => {
    const id = await application("strict");
    const unknown = await refusal(await sendLock(caller, id, { body: { locked: true, until: "tomorrow" } }), 422);
    expect(unknown.details).toMatchObject([{ code: "unrecognized_keys", keys: ["until"] }]);
    const query = await refusal(await sendLock(caller, id, { body: { locked: true }, query: "force=true" }), 422);
    expect(query.details).toMatchObject([{ path: ["force"] }]);
    const reference = await refusal(await sendLock(caller, "strict", { body: { locked: true } }), 422);
    expect(reference.details).toMatchObject([{ path: ["application_event_id"] }]);
    expect((await refusal(await sendLock(caller, id, {}), 415)).code).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect((await refusal(await sendLock(null, id, { body: { locked: true } }), 401)).code).toBe("UNAUTHORIZED");
    expect((await read(caller, id)).portal_locked_at).toBeNull();
  });
});

describe("the lock of a group", () => {
  it("covers its members of that moment, in order; later ones start unlocked", async () => {
    const group = { provider_group_id: "harvest" };
    const ids = [await application("harvest-1", group), await application("harvest-2", group)];
    const first = await lockGroup(caller, "harvest", true);
    expect(first).toEqual({
      success: true,
      provider_group_id: "harvest",
      account_id: "account-1",
      locked: true,
      application_event_ids: ids,
    });
    const late = await application("harvest-3", group);
    expect((await read(caller, late)).portal_locked_at).toBeNull();
    const times = await Promise.all(ids.map(async (id) => (await read(caller, id)).portal_locked_at));
    expect(times.every((time) => time !== null)).toBe(true);
    expect((await lockGroup(caller, "harvest", true)).application_event_ids).toEqual([...ids, late]);
    expect(await Promise.all(ids.map(async (id) => (await read(caller, id)).portal_locked_at))).toEqual(times);
  });

  it("keeps the time of a single lock, and clears it when the group is unlocked", async () => {
    const group = { provider_group_id: "single" };
    const id = await application("single-1", group);
    await application("single-2", group);
    const { portal_locked_at: lockedAt } = await lock(caller, id, true);
    await lockGroup(caller, "single", true);
    expect((await read(caller, id)).portal_locked_at).toBe(lockedAt);
    expect(await lockGroup(caller, "single", false)).toMatchObject({ locked: false });
    expect((await read(caller, id)).portal_locked_at).toBeNull();
  });

  it("reaches no other account's group of the same name and no archived field", async () => {
    const group = { provider_group_id: "bounded" };
    const mine = await application("bounded-1", group);
    const theirs = await application("bounded-2", { ...group, account_id: "account-2" });
    const gone = await application("bounded-3", group);
    await sql("locker", "UPDATE field SET archived_at = now() WHERE provider_field_id = 'bounded-3'");
    expect((await lockGroup(caller, "bounded", true)).application_event_ids).toEqual([mine]);
    expect((await read(caller, theirs)).portal_locked_at).toBeNull();
    await sql("locker", "UPDATE field SET archived_at = NULL WHERE provider_field_id = 'bounded-3'");
    expect((await read(caller, gone)).portal_locked_at).toBeNull();
  });

  it("closes the portal for every member", async () => {
    const ids = [
      await application("closed-1", { provider_group_id: "closed" }),
      await application("closed-2", { provider_group_id: "closed" }),
    ];
    await lockGroup(caller, "closed", true);
    for (const id of ids) {
      expect(await refusedEdit(editor.select(await editor.placeOf(id), MEASURES.noTill))).toBe("locked");
      expect(await refusedEdit(editor.exempt(id, "perimeter_berm"))).toBe("locked");
    }
    await lockGroup(caller, "closed", false);
    for (const id of ids) await editor.exempt(id, "perimeter_berm");
  });

  it("is 404 without a member, and 422 for a body that is not right", async () => {
    const right = { account_id: "account-1", locked: true };
    const absent = await refusal(await sendGroupLock(caller, "no-one", { body: right }), 404);
    expect(absent).toMatchObject({ code: "GROUP_NOT_FOUND", retryable: false });
    const bodies: [unknown, (string | number)[]][] = [
      [{ locked: true }, ["account_id"]],
      [{ account_id: "account-1" }, ["locked"]],
      [{ ...right, account_id: "" }, ["account_id"]],
      [{ ...right, account_id: "x".repeat(201) }, ["account_id"]],
      [{ ...right, locked: "yes" }, ["locked"]],
      [{ ...right, application_event_ids: [] }, []],
    ];
    for (const [body, path] of bodies) {
      const found = await refusal(await sendGroupLock(caller, "no-one", { body }), 422);
      expect(found.details?.map((detail) => detail.path)).toEqual([path]);
    }
    expect((await refusal(await sendGroupLock(null, "no-one", { body: right }), 401)).code).toBe("UNAUTHORIZED");
  });

  it("locks in the middle of a check are kept by the check that ends later", async () => {
    const id = await application("between", { provider_group_id: "between" });
    const [locked] = await Promise.all([
      lock(caller, id, true),
      check(caller, { application_id: "between", provider_group_id: "between", products: [NEEDS_6] }),
    ]);
    expect((await read(caller, id)).portal_locked_at).toBe(locked.portal_locked_at);
  });
});

import { describe, expect, it } from "vitest";
import type { SelectionText } from "@/lib/domain/portal-edit";
import type { ConditionsNote } from "@/lib/portal-client/moment";
import { backoffMs, judge, merged, rebased, stateOf, withNewest, type QueuedEdit } from "@/lib/portal-client/queue";
import { adviceEdit, exemptionEdit, selectionEdit, written } from "@/tests/unit/portal/sample-edits";

const selection = (base: SelectionText | null, wanted: SelectionText | null) => selectionEdit(210, base, wanted);
const queued = (seq: number, body: QueuedEdit["body"], item = "x"): QueuedEdit => ({
  seq,
  item,
  label: "No-till",
  where: "Home quarter",
  isTried: false,
  body,
  madeAt: "2026-11-21T12:00:00.000Z",
});

describe("an answer means", () => {
  const saved = { changeId: null, savedAt: "2026-11-21T12:00:00.000Z", revision: 2 };

  it.each([401, 410])("the end of the session: %i", (status) => {
    expect(judge(status, { error: { code: "UNAUTHORIZED", message: "x" } }, null)).toEqual({ kind: "ended" });
  });

  it.each([403, 404, 409, 413, 415, 422, 423])("a refusal for good: %i, with the server's reason", (status) => {
    const body = { error: { code: "CHANGED", message: "Someone else" }, current: { revision: 3 } };
    expect(judge(status, body, null)).toEqual({
      kind: "refused",
      reason: { code: "CHANGED", message: "Someone else" },
      current: { revision: 3 },
    });
  });

  it.each([408, 429, 500, 502, 503, 504])("another attempt: %i", (status) => {
    expect(judge(status, null, null)).toEqual({ kind: "retry", afterMs: null });
    expect(judge(status, null, 5)).toEqual({ kind: "retry", afterMs: 5000 });
  });

  it("another attempt where the server itself says so: someone else's work was under way", () => {
    expect(judge(409, { error: { code: "PROCESSING_CONFLICT", message: "x", retryable: true } }, 5)).toEqual({
      kind: "retry",
      afterMs: 5000,
    });
    expect(judge(422, { error: { code: "INVALID_REQUEST", message: "x", retryable: false } }, null).kind).toBe(
      "refused",
    );
  });

  it("saved, and only where the body says so: a captive portal's page is no answer", () => {
    expect(judge(200, saved, null)).toEqual({ kind: "saved", answer: saved });
    expect(judge(200, null, null).kind).toBe("retry");
    expect(judge(200, { hello: "hotel" }, null).kind).toBe("retry");
  });
});

it("attempts wait longer and longer, at most half a minute", () => {
  expect([1, 2, 3, 6, 7, 40].map(backoffMs)).toEqual([1000, 2000, 4000, 30_000, 30_000, 30_000]);
});

describe("two edits of one measure that both wait", () => {
  it("become one, based on what the first was based on", () => {
    const both = merged(selection(null, written(null)), selection(written(null), written("North")));
    expect(both).toEqual(selection(null, written("North")));
  });

  it("vanish when the second takes the first back", () => {
    expect(merged(selection(null, written(null)), selection(written(null), null))).toBeNull();
  });

  it("stay two when they are of different kinds", () => {
    expect(merged(selection(null, written(null)), adviceEdit(1))).toBeUndefined();
    expect(merged(adviceEdit(1), adviceEdit(1))).toBeUndefined();
  });

  it("of an exemption become the last answer, on the first's base", () => {
    expect(merged(exemptionEdit(null, "small_area"), exemptionEdit(null))).toEqual(exemptionEdit(null));
  });
});

describe("an edit that waits behind another", () => {
  const done = { sent: selection(null, written(null)), answeredAt: null };

  it("is brought onto the revision that the earlier one led to", () => {
    expect(rebased(adviceEdit(4), { ...done, revisionBefore: 4, revisionAfter: 5 })).toEqual(adviceEdit(5));
  });

  it("keeps its base where someone else's change came between: the server will say so", () => {
    expect(rebased(adviceEdit(4), { ...done, revisionBefore: 4, revisionAfter: 6 })).toEqual(adviceEdit(4));
    expect(rebased(adviceEdit(4), { ...done, revisionBefore: 5, revisionAfter: 6 })).toEqual(adviceEdit(4));
  });

  it("is not touched by an edit of another field or year", () => {
    const elsewhere = { ...done, sent: { ...done.sent, year: 2027 }, revisionBefore: 4, revisionAfter: 5 };
    expect(rebased(adviceEdit(4), elsewhere)).toEqual(adviceEdit(4));
  });

  it("of an exemption names the answer that the earlier one became", () => {
    const at = "2026-11-21T12:00:00.000Z";
    const answered = { sent: exemptionEdit(null, "small_area"), revisionBefore: 1, revisionAfter: 1, answeredAt: at };
    expect(rebased(exemptionEdit(null), answered)).toEqual(exemptionEdit(at));
    const other = { ...answered, sent: { ...answered.sent, applicationEventId: "b" } };
    expect(rebased(exemptionEdit(null), other)).toEqual(exemptionEdit(null));
  });
});

it("what is typed last is kept when the edit before it is refused", () => {
  const first = queued(1, selection(written("a"), written("b")));
  const kept = withNewest(first, [queued(2, selection(written("b"), written("c")))]);
  expect(kept.body).toEqual(selection(written("a"), written("c")));
  expect(kept.madeAt).toBe(first.madeAt);
});

it("conditions that were noted behind refused ones are of when they were noted themselves", () => {
  const note: ConditionsNote = {
    kind: "conditions",
    fieldId: "f",
    year: 2026,
    applicationEventId: "a",
    moment: { application_event_id: "a", wind_direction_deg: 270, wind_speed_mph: 8 },
    basis: null,
    observedAt: null,
    notedAt: "2026-11-21T09:00:00.000Z",
  };
  const second = { ...note, notedAt: "2026-11-21T11:00:00.000Z" };
  const kept = withNewest({ ...queued(1, note), madeAt: note.notedAt }, [
    { ...queued(2, second), madeAt: second.notedAt },
  ]);
  expect(kept).toMatchObject({ seq: 1, body: second, madeAt: second.notedAt });
});

describe("the state of an item", () => {
  const now = {
    queued: [],
    refused: [],
    saved: new Map<string, string>(),
    isOnline: true,
    isFailing: false,
    isStuck: false,
  };
  const waiting = [queued(1, selection(null, written(null)))];

  it.each([
    ["saving", { queued: waiting }],
    ["retrying", { queued: waiting, isFailing: true }],
    ["waiting", { queued: waiting, isOnline: false, isFailing: true }],
    ["stuck", { queued: waiting, isFailing: true, isStuck: true }],
    ["idle", { queued: [queued(1, selection(null, null), "another")] }],
    ["saved", { saved: new Map([["x", "2026-11-21T12:00:00.000Z"]]) }],
    ["saving", { queued: waiting, saved: new Map([["x", "2026-11-21T12:00:00.000Z"]]) }],
  ])("is %s", (kind, part) => {
    expect(stateOf("x", { ...now, ...part }).kind).toBe(kind);
  });

  it("is refused, with the reason, until someone has seen to it", () => {
    const refused = [{ ...queued(1, selection(null, null)), reason: { code: "LOCKED", message: "Locked" } }];
    expect(stateOf("x", { ...now, refused })).toEqual({ kind: "refused", code: "LOCKED", message: "Locked" });
  });
});

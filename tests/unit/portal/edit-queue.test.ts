import { describe, expect, it } from "vitest";
import type { PortalEdit } from "@/lib/domain/portal-edit";
import { EditQueue } from "@/lib/portal-client/edit-queue";
import type { Outcome, QueueHost } from "@/lib/portal-client/queue-host";
import { itemOf } from "@/lib/portal-client/items";
import { memoryStore } from "@/lib/portal-client/store";
import { withEnded, withTried, type NewEdit } from "@/lib/portal-client/stored";
import { stateOf, type QueuedBody } from "@/lib/portal-client/queue";
import { adviceEdit, FIELD_YEAR, selectionEdit, written } from "@/tests/unit/portal/sample-edits";

const tick = (id: number) => selectionEdit(id, null, written());
const note = (id: number, notes: string, base: string | null = null) =>
  selectionEdit(id, written(base), written(notes));
const at = "2026-11-21T12:00:00.000Z";

type Answer = { status: number; body?: unknown } | "no network";

/** A queue on a host whose network and answers the test decides. */
function started(
  answers: Answer[] = [],
  store = memoryStore(),
  together?: QueueHost["alone"],
  askedAt = at,
  isListening = true,
) {
  const stashed: { edits: NewEdit[] } = { edits: [] };
  const sent: QueuedBody[] = [];
  const keys: (string | undefined)[] = [];
  const outcomes: Outcome[] = [];
  const seen = { isOnline: true, ended: 0, waits: [] as number[], told: 0, left: [] as QueuedBody[], canLeave: true };
  let revision = 1;
  let running = Promise.resolve();
  const saved = () => ({
    status: 200,
    body: { changeId: `c${sent.length}`, savedAt: at, revision: (revision += 1) },
  });
  const host: QueueHost = {
    store,
    stash: {
      put: (edits) => (stashed.edits = [...edits]),
      takeAll: () => stashed.edits.splice(0),
    },
    isKept: () => true,
    send: async ({ body, key }) => {
      sent.push(body);
      keys.push(key);
      const answer = answers.shift() ?? saved();
      if (answer === "no network") throw new TypeError("failed to fetch");
      return { body: null, retryAfterS: null, ...answer };
    },
    alone: together ?? ((work) => (running = running.then(work))),
    isOnline: () => seen.isOnline,
    askedAt: () => new Date(askedAt),
    now: () => new Date(at),
    wait: async (ms) => void seen.waits.push(ms),
    tellTabs: () => (seen.told += 1),
    end: async (left) => {
      seen.ended += 1;
      seen.left = left.queued.map(({ body }) => body);
      return seen.canLeave;
    },
  };
  const queue = new EditQueue(host);
  const listen = (): void => {
    queue.listen((outcome) => outcomes.push(outcome));
    queue.attend();
  };
  if (isListening) listen();
  /** All work that can be done without a further event is done. */
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  };
  const submit = (body: PortalEdit) =>
    queue.submit({ item: itemOf(body), label: "No-till", where: "Home quarter", body });
  return { queue, submit, sent, keys, outcomes, seen, store, settled, stashed, listen };
}

describe("edits are sent", () => {
  it("one after the other, in the order they were made", async () => {
    const { submit, sent, settled, queue } = started();
    await Promise.all([submit(tick(1)), submit(tick(2)), submit(tick(3))]);
    await settled();
    expect(sent.map((body) => ("subOptionId" in body ? body.subOptionId : null))).toEqual([1, 2, 3]);
    expect(queue.snapshot().queued).toEqual([]);
    expect(queue.snapshot().lastSaved).toEqual({ changeId: "c3", label: "No-till", at });
  });

  it("as of when they were made, also where they are made again under another session", async () => {
    const { queue, outcomes, settled } = started();
    const made = { item: "x", label: "No-till", where: "Home quarter", body: tick(1) };
    await queue.submit({ ...made, key: "k", madeAt: "2026-11-21T09:00:00.000Z" });
    await queue.submit({ ...made, item: "y", body: tick(2) });
    await settled();
    expect(outcomes.map(({ edit }) => edit.madeAt)).toEqual(["2026-11-21T09:00:00.000Z", at]);
  });

  it("and are among those that ended, for a page that listens only after that, in whichever tab they were sent", async () => {
    const { submit, settled, queue, outcomes } = started([{ status: 422, body: {} }]);
    expect(queue.snapshot().ended).toEqual([]);
    await Promise.all([submit(tick(1)), submit(tick(2))]);
    await settled();
    const [refused] = outcomes;
    if (refused === undefined) throw new Error("nothing was refused");
    const ended = { fieldId: FIELD_YEAR.fieldId, kind: "selection" };
    expect(queue.snapshot()).toMatchObject({ queued: [], ended: [ended, ended] });
    queue.hear(refused);
    expect(queue.snapshot().ended).toEqual([ended, ended, ended]);
  });

  it("and are among those that ended on the next page, if that was asked for before the answer was here", async () => {
    const store = memoryStore();
    const before = started([{ status: 422, body: {} }], store);
    await Promise.all([before.submit(tick(1)), before.submit(tick(2))]);
    await before.settled();
    const ended = { fieldId: FIELD_YEAR.fieldId, kind: "selection" };
    for (const [askedAt, known] of [
      ["2026-11-21T11:59:59.999Z", [ended]],
      ["2026-11-21T12:00:00.000Z", [ended]],
      ["2026-11-21T12:00:00.001Z", []],
    ] as const) {
      const { queue, settled } = started([], store, undefined, askedAt);
      await queue.begin();
      await settled();
      expect(queue.snapshot().ended.map(({ fieldId, kind }) => ({ fieldId, kind }))).toEqual(known);
    }
  });

  it("and are among those that ended, if another tab told it while this one opened, and stored it after", async () => {
    const { queue, store, settled } = started();
    await queue.begin();
    await settled();
    expect(queue.snapshot().ended).toEqual([]);
    const kind = "selection";
    await store.change((stored) => withEnded(stored, { ...FIELD_YEAR, kind }, at));
    for (let tabs = 0; tabs < 2; tabs += 1) {
      await queue.refresh();
      expect(queue.snapshot().ended, "once, however often another tab tells").toMatchObject([{ kind }]);
    }
    // One that this tab heard of counts already.
    await store.change((stored) => withEnded(stored, { ...FIELD_YEAR, kind }, "2026-11-21T12:00:02.000Z"));
    await queue.refresh();
    expect(queue.snapshot().ended).toHaveLength(1);
  });

  it("and reach the parts of a page that listen only once it is open", async () => {
    const { queue, submit, settled, outcomes, listen } = started([], memoryStore(), undefined, at, false);
    await submit(tick(1));
    await settled();
    expect(queue.snapshot().ended).toHaveLength(1);
    listen();
    expect(outcomes).toMatchObject([{ verdict: { kind: "saved" } }]);
    await submit(tick(2));
    await settled();
    expect(outcomes).toHaveLength(2);
  });

  it("again after no answer and after a failure of the server, without losing their place", async () => {
    const { submit, sent, keys, settled, seen, queue } = started(["no network", { status: 503 }]);
    await submit(tick(1));
    await settled();
    expect(sent).toHaveLength(3);
    expect(seen.waits).toEqual([1000, 2000]);
    expect(new Set(keys).size, "the server tells by its key that it is the same edit").toBe(1);
    expect(queue.snapshot()).toMatchObject({ queued: [], isFailing: false });
  });

  it("only once there is a network, and then all of them", async () => {
    const { submit, sent, settled, seen, queue } = started();
    seen.isOnline = false;
    await submit(tick(1));
    await submit(tick(2));
    await settled();
    expect(sent).toEqual([]);
    expect(queue.snapshot()).toMatchObject({ isOnline: false, queued: [{ seq: 1 }, { seq: 2 }] });
    seen.isOnline = true;
    queue.networkChanged();
    await settled();
    expect(sent.map((body) => ("subOptionId" in body ? body.subOptionId : null))).toEqual([1, 2]);
  });

  it("after a reload, from what the browser kept", async () => {
    const first = started();
    first.seen.isOnline = false;
    await first.submit(tick(1));
    await first.settled();
    const second = started([], first.store);
    await second.queue.refresh();
    await second.settled();
    expect(second.sent).toEqual([tick(1)]);
  });
});

describe("edits made without a network", () => {
  it("of one measure become one", async () => {
    const { submit, seen, settled, sent, queue } = started();
    seen.isOnline = false;
    await submit(tick(1));
    await submit(note(1, "North part"));
    await settled();
    seen.isOnline = true;
    queue.networkChanged();
    await settled();
    expect(sent).toEqual([{ ...note(1, "North part"), base: null }]);
  });

  it("that take each other back are not sent at all", async () => {
    const { submit, seen, settled, sent, queue } = started();
    seen.isOnline = false;
    await submit(tick(1));
    await submit(selectionEdit(1, written(), null));
    seen.isOnline = true;
    queue.networkChanged();
    await settled();
    expect(sent).toEqual([]);
  });

  it("build on each other's revisions when they are sent", async () => {
    const { queue, submit, seen, settled, sent } = started();
    queue.know(FIELD_YEAR, 1);
    seen.isOnline = false;
    await submit(tick(1));
    await submit(adviceEdit(1, [2, 3]));
    seen.isOnline = true;
    queue.networkChanged();
    await settled();
    expect(sent.at(-1)).toMatchObject({ kind: "advice", baseRevision: 2 });
  });
});

describe("an edit that is refused", () => {
  const refusal = { status: 409, body: { error: { code: "CHANGED", message: "Meanwhile" }, current: { revision: 9 } } };

  it("is kept with what was typed, and blocks no other", async () => {
    const { submit, settled, sent, queue, outcomes } = started([refusal]);
    await submit(note(1, "Mine"));
    await submit(tick(2));
    await settled();
    expect(sent).toHaveLength(2);
    expect(queue.snapshot().refused).toMatchObject([{ body: note(1, "Mine"), reason: { code: "CHANGED" } }]);
    expect(outcomes.map(({ verdict }) => verdict.kind)).toEqual(["refused", "saved"]);
    expect(outcomes[0]?.verdict).toMatchObject({ current: { revision: 9 } });
  });

  it("is forgotten once it is dismissed, or made again", async () => {
    const { submit, settled, queue } = started([refusal, refusal]);
    await submit(note(1, "Mine"));
    await settled();
    await queue.dismiss(itemOf(note(1, "Mine")));
    expect(queue.snapshot().refused).toEqual([]);
    await submit(note(1, "Mine"));
    await settled();
    await submit(note(1, "Mine", "Theirs"));
    await settled();
    expect(queue.snapshot()).toMatchObject({ refused: [], queued: [] });
  });
});

it("a session that is over ends the queue at once: nothing more is sent under it, and what is left is handed over", async () => {
  const { submit, settled, seen, sent, queue } = started([{ status: 401 }]);
  await Promise.all([submit(tick(1)), submit(tick(2))]);
  await settled();
  expect(seen.ended).toBe(1);
  expect(sent).toHaveLength(1);
  expect(seen.left).toEqual([tick(1), tick(2)]);
  expect(queue.snapshot()).toMatchObject({ isOver: false, isStuck: false });
});

it("what is left of such a session stays on the page, and is said to, where the browser cannot keep it", async () => {
  const { submit, settled, seen, sent, queue } = started([{ status: 401 }]);
  seen.canLeave = false;
  await submit(tick(1));
  await settled();
  queue.networkChanged();
  queue.tryAgain();
  await settled();
  expect(sent).toHaveLength(1);
  expect(queue.snapshot()).toMatchObject({ isOver: true });
  expect(stateOf(itemOf(tick(1)), queue.snapshot())).toEqual({ kind: "stuck" });
});

it("a session that the worker found over ends the queue the same way", async () => {
  const { submit, settled, seen, sent, queue } = started();
  seen.isOnline = false;
  await submit(tick(1));
  await queue.end();
  seen.isOnline = true;
  queue.networkChanged();
  await settled();
  expect(sent).toEqual([]);
  expect(seen.left).toEqual([tick(1)]);
});

describe("two tabs on one store", () => {
  it("send every edit once, in order, whichever of them it was made in", async () => {
    const store = memoryStore();
    let running = Promise.resolve();
    const alone = (work: () => Promise<void>): Promise<void> => (running = running.then(work));
    const one = started([], store, alone);
    const other = started([], store, alone);
    await Promise.all([one.submit(tick(1)), other.submit(tick(2)), one.submit(tick(3))]);
    await Promise.all([one.queue.refresh(), other.queue.refresh()]);
    await one.settled();
    const ids = [...one.sent, ...other.sent].map((body) => ("subOptionId" in body ? body.subOptionId : null));
    expect(ids.toSorted()).toEqual([1, 2, 3]);
    expect((await store.read()).queued).toEqual([]);
  });

  it("never join an edit that the other one is sending: what is made since is sent after it", async () => {
    const store = memoryStore();
    const one = started(["no network"], store);
    const other = started([], store);
    await one.submit(tick(1));
    await store.change((stored) => withTried(stored, 1));
    await other.submit(note(1, "Since"));
    await Promise.all([one.settled(), other.settled()]);
    const sent = [...one.sent, ...other.sent];
    expect(sent).toContainEqual(tick(1));
    expect(sent).toContainEqual(note(1, "Since"));
    expect(sent).not.toContainEqual({ ...note(1, "Since"), base: null });
  });
});

it("an edit made while the page is closed is taken up by the next one, and one that was stored as well is made once", async () => {
  const closing = started();
  void closing.submit(note(1, "Last words"));
  const left = [...closing.stashed.edits];
  expect(left).toMatchObject([{ body: note(1, "Last words") }]);
  await closing.settled();
  expect(closing.stashed.edits).toEqual([]);
  const next = started();
  next.seen.isOnline = false;
  next.stashed.edits = [...left, ...left];
  await next.queue.begin();
  expect(next.queue.snapshot().queued.map(({ body }) => body)).toEqual([note(1, "Last words")]);
});

it("an edit is shown at once, before the browser has stored it", async () => {
  const { queue, submit, settled } = started();
  const storing = submit(tick(1));
  expect(queue.snapshot().queued.map(({ body }) => body)).toEqual([tick(1)]);
  await storing;
  await settled();
  expect(queue.snapshot().queued).toEqual([]);
});

describe("a browser that fails the queue itself", () => {
  const alwaysRejects =
    (calls: { count: number }): QueueHost["alone"] =>
    async () => {
      calls.count += 1;
      // What the test is about: without an end this would go on for as long as the page is open.
      if (calls.count > 100) return;
      throw new DOMException("the lock was stolen", "AbortError");
    };

  it("is asked again after growing pauses and not without end; then the page says so and keeps the edit", async () => {
    const calls = { count: 0 };
    const { queue, submit, settled, seen } = started([], memoryStore(), alwaysRejects(calls));
    await submit(tick(1));
    await settled();
    expect(seen.waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
    expect(calls.count).toBe(6);
    expect(queue.snapshot()).toMatchObject({ isStuck: true, queued: [{ body: tick(1) }] });
    expect(stateOf(itemOf(tick(1)), queue.snapshot())).toEqual({ kind: "stuck" });
  });

  it("is asked again when the person asks for it, and the edit is saved", async () => {
    const calls = { count: 0 };
    let isBroken = true;
    const broken = alwaysRejects(calls);
    const alone: QueueHost["alone"] = (work) => (isBroken ? broken(work) : work());
    const { queue, submit, settled, sent } = started([], memoryStore(), alone);
    await submit(tick(1));
    await settled();
    isBroken = false;
    queue.tryAgain();
    await settled();
    expect(sent).toEqual([tick(1)]);
    expect(queue.snapshot()).toMatchObject({ isStuck: false, isFailing: false, queued: [] });
  });

  it("and recovers by itself after two failures is not said to be broken", async () => {
    let failures = 2;
    const alone: QueueHost["alone"] = async (work) => {
      failures -= 1;
      if (failures >= 0) throw new DOMException("busy", "AbortError");
      await work();
    };
    const { queue, submit, settled, sent, seen } = started([], memoryStore(), alone);
    await submit(tick(1));
    await settled();
    expect(sent).toEqual([tick(1)]);
    expect(seen.waits).toEqual([1000, 2000]);
    expect(queue.snapshot()).toMatchObject({ isStuck: false, isFailing: false });
  });

  it("because the store takes nothing leaves the edit on the page, says so, and stores it when asked again", async () => {
    const inner = memoryStore();
    let isFull = true;
    const store = {
      ...inner,
      change: (work: Parameters<typeof inner.change>[0]) =>
        isFull ? Promise.reject(new DOMException("full", "QuotaExceededError")) : inner.change(work),
    };
    const { queue, submit, settled, sent } = started([], store);
    await submit(tick(1));
    await settled();
    expect(queue.snapshot()).toMatchObject({ isStuck: true, queued: [{ body: tick(1) }] });
    expect(sent).toEqual([]);
    isFull = false;
    queue.tryAgain();
    await settled();
    expect(sent).toEqual([tick(1)]);
    expect(queue.snapshot()).toMatchObject({ isStuck: false, queued: [] });
  });
});

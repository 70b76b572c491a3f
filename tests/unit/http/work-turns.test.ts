import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WorkTurns } from "@/lib/http/work-turns";

const signal = new AbortController().signal;

/** Turns on a clock that the test moves, and the order in which they came. */
function watched(most: number) {
  let nowMs = 0;
  const order: string[] = [];
  const turns = new WorkTurns(most, () => nowMs);
  const begin = (owner: string, name: string): void => {
    const begun = turns.begin({ owner, signal, onLeft: () => order.push(`${name} left`) });
    void Promise.resolve(begun).then((isTurn) => isTurn && order.push(name));
  };
  return { turns, order, begin, pass: (ms: number) => (nowMs += ms) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("turns to work", () => {
  it("come in the order of arrival while the queue is short", async () => {
    const { turns, order, begin, pass } = watched(2);
    for (const name of ["1", "2", "3"]) begin("a", name);
    pass(50);
    turns.end("a");
    await settled();
    expect(order).toEqual(["1", "2"]);
  });

  it("come in the order of arrival however long one has waited, or the first would be overtaken by all who come", async () => {
    const { turns, order, begin, pass } = watched(2);
    for (const name of ["1", "2"]) begin("a", name);
    pass(10_000);
    begin("a", "3");
    turns.end("a");
    await settled();
    expect(order).toEqual(["1", "2"]);
  });

  it("come to the newest once the slots have run out, so that those who are served are served soon", async () => {
    const { turns, order, begin } = watched(2);
    for (const name of ["1", "2"]) begin("a", name);
    turns.noteFull("a");
    begin("a", "3");
    turns.end("a");
    await settled();
    expect(order).toEqual(["1", "3"]);
  });

  it("come to the provider with the fewest first", async () => {
    const { turns, order, begin } = watched(6);
    for (const name of ["a1", "a2", "a3"]) begin("a", name);
    for (const name of ["b1", "b2"]) begin("b", name);
    begin("a", "a4");
    begin("b", "b3");
    turns.end("a");
    turns.end("b");
    await settled();
    expect(order).toEqual(["a1", "a2", "a3", "b1", "b2", "b3"]);
  });

  it("do not come any more to one that is sent away", async () => {
    const { turns, order, begin } = watched(2);
    for (const name of ["1", "2", "3"]) begin("a", name);
    expect(turns.sendAwayOldest("b")).toBe(false);
    expect(turns.sendAwayOldest("a")).toBe(true);
    turns.end("a");
    await settled();
    expect(order).toEqual(["2 left", "1", "3"]);
  });

  /** A provider that sends a request every few milliseconds, each of which finds no slot. */
  function rush({ turns, pass }: ReturnType<typeof watched>, forMs: number): void {
    for (let passed = 0; passed <= forMs; passed += 10) {
      turns.noteFull("a");
      pass(10);
    }
  }

  it("come to everyone of a burst, however late", async () => {
    const all = watched(2);
    for (const name of ["1", "2", "3"]) all.begin("a", name);
    rush(all, 90);
    for (let ended = 0; ended < 3; ended += 1) {
      all.turns.end("a");
      await settled();
    }
    expect(all.order).toEqual(["1", "3", "2"]);
  });

  it("do not come to one that is late once the slots were full for longer than a burst takes", async () => {
    const all = watched(2);
    for (const name of ["1", "2"]) all.begin("a", name);
    all.begin("b", "b1");
    await settled();
    rush(all, 120);
    all.begin("a", "3");
    all.pass(20);
    all.turns.end("a");
    await settled();
    expect(all.order).toEqual(["1", "b1", "2 left", "3"]);
  });

  it("keep those who come in a long rush at the door while two are being read, who will wait next", async () => {
    const all = watched(2);
    all.begin("a", "1");
    await settled();
    rush(all, 120);
    const [first, second] = [all.turns.enter("a"), all.turns.enter("a")];
    expect(all.turns.enter("a")).toBeNull();
    expect(all.turns.enter("b")).not.toBeNull();
    first?.();
    all.begin("a", "2");
    expect(all.turns.enter("a")).toBeNull();
    second?.();
    expect(all.turns.enter("a")).not.toBeNull();
  });

  it("keep no one at the door for a body that is long in coming", () => {
    const all = watched(2);
    rush(all, 120);
    expect([all.turns.enter("a"), all.turns.enter("a"), all.turns.enter("a")].map((leave) => leave === null)).toEqual([
      false,
      false,
      true,
    ]);
    all.pass(60);
    expect(all.turns.enter("a")).not.toBeNull();
  });

  it("come to one that has waited for long when the rush is over", async () => {
    const all = watched(2);
    all.begin("a", "1");
    rush(all, 120);
    all.begin("a", "2");
    all.pass(300);
    all.turns.end("a");
    await settled();
    expect(all.order).toEqual(["1", "2"]);
  });

  it("are never more than there are, but for those that went on after a wait, and no one is forgotten", async () => {
    const step = fc.record({ owner: fc.constantFrom("a", "b", "c"), ends: fc.boolean(), pauses: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 40 }), async (most, plan) => {
        const turns = new WorkTurns(most, () => 0);
        const running: string[] = [];
        const paused: string[] = [];
        let begun = 0;
        for (const { owner, ends, pauses } of plan) {
          void Promise.resolve(turns.begin({ owner, signal, onLeft: () => undefined })).then(() => {
            running.push(owner);
            begun += 1;
          });
          await settled();
          expect(running.length).toBeLessThanOrEqual(most);
          const last = ends || pauses ? running.pop() : undefined;
          if (last === undefined) continue;
          turns.end(last);
          if (pauses) paused.push(last);
          await settled();
        }
        for (const owner of paused) {
          turns.resume(owner);
          turns.end(owner);
        }
        for (let owner = running.pop(); owner !== undefined; owner = running.pop()) {
          turns.end(owner);
          await settled();
        }
        expect(begun).toBe(plan.length);
        expect(turns.waiting).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

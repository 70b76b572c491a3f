import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ProcessingSlots } from "@/lib/http/slots";
import { idleShareOfThread, type IdleShare, TurnLimit } from "@/lib/http/turn-limit";

/** A limit of twelve, and what it is after so many looks at a thread that was idle for this share. */
function watched() {
  const thread = { nowMs: 0, idle: 0 };
  const limit = new TurnLimit(
    12,
    () => thread.idle,
    () => thread.nowMs,
  );
  let current = 12;
  const look = (idle: number, afterMs = 100): number => {
    thread.idle = idle;
    thread.nowMs += afterMs;
    return (current += limit.change());
  };
  return look;
}

describe("how many work at once", () => {
  it("are halved while the thread is never idle, and never fewer than four", () => {
    const look = watched();
    expect([look(0), look(0.02), look(0)]).toEqual([6, 4, 4]);
  });

  it("are one more at a time while it is idle, and never more than the setting", () => {
    const look = watched();
    look(0);
    expect(Array.from({ length: 8 }, () => look(0.5))).toEqual([7, 8, 9, 10, 11, 12, 12, 12]);
  });

  it("stay as they are where it is hardly idle, and until it has been watched for long enough", () => {
    const look = watched();
    expect([look(0.05), look(0, 99), look(0, 1), look(0.05)]).toEqual([12, 12, 6, 6]);
  });

  it("are as the setting says where that is less than four", () => {
    const limit = new TurnLimit(
      2,
      () => 0,
      () => performance.now(),
    );
    expect(limit.change()).toBe(0);
    let nowMs = 0;
    const small = new TurnLimit(
      2,
      () => 0,
      () => nowMs,
    );
    nowMs = 200;
    expect(small.change()).toBe(0);
  });
});

it("a thread's share of idleness is that since the last look", async () => {
  const idleShare = idleShareOfThread();
  await pause(200);
  // How much of it, others that want the processor have a say in.
  expect(idleShare()).toBeGreaterThan(0);
  const until = performance.now() + 50;
  while (performance.now() < until);
  expect(idleShare()).toBeLessThan(0.01);
});

/** What a check takes: of the thread, and of the database meanwhile, in turns as its statements come. */
const PARTS = 4;
const THREAD_MS = 2;

interface Part {
  left: number;
  cameMs: number;
  end: () => void;
}

/** Requests that come evenly to one thread, which works on one part after another, and a database that works beside it. */
async function answersTo(
  { perSecond, seconds, databaseMs }: { perSecond: number; seconds: number; databaseMs: number },
  isLimited: boolean,
) {
  const clock = { nowMs: 0, idleMs: 0 };
  let looked = { nowMs: 0, idleMs: 0 };
  const idleShare: IdleShare = () => {
    const share = (clock.idleMs - looked.idleMs) / (clock.nowMs - looked.nowMs);
    looked = { ...clock };
    return share;
  };
  const slots = new ProcessingSlots(64, 12, () => clock.nowMs, ...(isLimited ? [idleShare] : []));
  const onThread: Part[] = [];
  let atDatabase: { part: Part; untilMs: number }[] = [];
  const accepted: number[] = [];
  const come = (): void => {
    const cameMs = clock.nowMs;
    const leave = slots.enter("a");
    leave?.();
    const slot = leave === null ? null : slots.take("a");
    if (slot === null) return;
    const end = (): void => {
      slot.giveBack();
      accepted.push(clock.nowMs - cameMs);
    };
    void Promise.resolve(slot.begin(new AbortController().signal)).then((isTurn) => {
      if (isTurn) onThread.push({ left: PARTS, cameMs, end });
    });
  };
  let sent = 0;
  for (; sent < perSecond * seconds || onThread.length + atDatabase.length > 0; clock.nowMs += THREAD_MS) {
    for (; sent < perSecond * seconds && sent <= (clock.nowMs * perSecond) / 1000; sent += 1) come();
    await new Promise((resolve) => setImmediate(resolve));
    const back = atDatabase.filter(({ untilMs }) => untilMs <= clock.nowMs);
    atDatabase = atDatabase.filter(({ untilMs }) => untilMs > clock.nowMs);
    onThread.push(...back.map(({ part }) => part));
    const part = onThread.shift();
    if (part === undefined) clock.idleMs += THREAD_MS;
    else if (part.left === 1) part.end();
    else atDatabase.push({ part: { ...part, left: part.left - 1 }, untilMs: clock.nowMs + THREAD_MS + databaseMs });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return accepted;
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
/** Checks that the thread makes a second. */
const CAPACITY = 1000 / (PARTS * THREAD_MS);

describe("more than one thread can answer", () => {
  const flood = { perSecond: 5 * CAPACITY, seconds: 4 };

  it("leaves what is accepted sooner with fewer at once, and as many of them", async () => {
    const limited = await answersTo({ ...flood, databaseMs: 2 }, true);
    const all = await answersTo({ ...flood, databaseMs: 2 }, false);
    expect(middle(limited)).toBeLessThan(0.7 * middle(all));
    expect(limited.length).toBeGreaterThan(0.9 * all.length);
  });

  it("changes nothing where the database is what they wait for", async () => {
    const slow = { ...flood, databaseMs: 40 };
    expect(await answersTo(slow, true)).toEqual(await answersTo(slow, false));
  });
});

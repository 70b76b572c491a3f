import { describe, expect, it } from "vitest";
import { ProcessingSlots } from "@/lib/http/slots";

/** As the service has them. */
const SLOTS = 64;
const AT_ONCE = 12;
/** Of the twelve one provider alone has six: a hundred checks a second. */
const WORK_MS = 60;
const CAPACITY_PER_S = (1000 * AT_ONCE) / 2 / WORK_MS;

interface Answered {
  accepted: number[];
  refused: number;
  /** Of those, how many before their body was read. */
  unread: number;
}

interface Load {
  perSecond: number;
  seconds: number;
}

/** A service on a clock of our own, which goes on from one load to the next. */
function openService() {
  const clock = { nowMs: 0 };
  const slots = new ProcessingSlots(SLOTS, AT_ONCE, () => clock.nowMs);
  return (load: Load) => answersTo(load, slots, clock);
}

/** Requests that come evenly, each of which takes as long as the others once it works. */
async function answersTo(requests: Load, slots: ProcessingSlots, clock: { nowMs: number }): Promise<Answered> {
  const ends: { atMs: number; end: () => void }[] = [];
  const answered: Answered = { accepted: [], refused: 0, unread: 0 };
  const startedMs = clock.nowMs;
  const come = (): void => {
    const cameMs = clock.nowMs;
    const leave = slots.enter("a");
    if (leave === null) {
      answered.refused += 1;
      answered.unread += 1;
      return;
    }
    leave();
    const slot = slots.take("a");
    if (slot === null) {
      answered.refused += 1;
      return;
    }
    void Promise.resolve(slot.begin(new AbortController().signal)).then((isTurn) => {
      if (!isTurn) {
        answered.refused += 1;
        return;
      }
      const end = (): void => {
        slot.giveBack();
        answered.accepted.push(clock.nowMs - cameMs);
      };
      ends.push({ atMs: clock.nowMs + WORK_MS, end });
    });
  };
  let sent = 0;
  const count = requests.perSecond * requests.seconds;
  for (; sent < count || ends.length > 0; clock.nowMs += 1) {
    for (; sent < count && sent <= ((clock.nowMs - startedMs) * requests.perSecond) / 1000; sent += 1) come();
    await new Promise((resolve) => setImmediate(resolve));
    const due = ends.filter(({ atMs }) => atMs <= clock.nowMs);
    for (const one of due) {
      ends.splice(ends.indexOf(one), 1);
      one.end();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return answered;
}

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;

describe("five times as many requests as can be answered", () => {
  it("leave those that are accepted within twice the usual time, and as many of them", async () => {
    const usual = await openService()({ perSecond: CAPACITY_PER_S / 2, seconds: 4 });
    const flood = await openService()({ perSecond: CAPACITY_PER_S * 5, seconds: 8 });
    expect(usual.refused).toBe(0);
    expect(p99(flood.accepted) / p99(usual.accepted)).toBeLessThanOrEqual(2);
    expect(flood.accepted.length).toBeGreaterThan(0.95 * CAPACITY_PER_S * 8);
    expect(flood.accepted.length + flood.refused).toBe(CAPACITY_PER_S * 5 * 8);
  });

  it("are refused before their body is read, once they are no burst", async () => {
    const flood = await openService()({ perSecond: CAPACITY_PER_S * 5, seconds: 8 });
    expect(flood.unread).toBeGreaterThan(0.9 * flood.refused);
  });

  it("are refused no longer once less comes than can be answered", async () => {
    const send = openService();
    await send({ perSecond: CAPACITY_PER_S * 5, seconds: 3 });
    const first = await send({ perSecond: CAPACITY_PER_S * 0.9, seconds: 0.3 });
    const then = await send({ perSecond: CAPACITY_PER_S * 0.9, seconds: 4 });
    expect(first.accepted.length).toBeGreaterThan(0.7 * CAPACITY_PER_S * 0.9 * 0.3);
    expect(then.refused).toBe(0);
  });

  it("are refused no sooner than before where they come as a burst", async () => {
    const burst = await openService()({ perSecond: 32_000, seconds: 0.001 });
    expect(burst.refused).toBe(0);
    expect(burst.accepted).toHaveLength(32);
  });

  it("leave the last of a burst that is longer their turn", async () => {
    const burst = await openService()({ perSecond: 100_000, seconds: 0.001 });
    expect(burst.accepted).toHaveLength(32);
    expect(burst.refused).toBe(68);
    expect(burst.unread).toBe(0);
  });
});

/** Clients that each wait for their answer before they send the next request, after work that stood still for a while. */
async function answersToPatient(clients: number, { stallMs, forMs }: { stallMs: number; forMs: number }) {
  const clock = { nowMs: 0 };
  const slots = new ProcessingSlots(SLOTS, AT_ONCE, () => clock.nowMs);
  const ends: { atMs: number; end: () => void }[] = [];
  const open = new Map<number, number>();
  const waited: number[] = [];
  const send = (client: number): void => {
    open.set(client, clock.nowMs);
    const slot = slots.take("a");
    if (slot === null) throw new Error("there are more slots than clients");
    void Promise.resolve(slot.begin(new AbortController().signal)).then(() => {
      const end = (): void => {
        slot.giveBack();
        waited.push(clock.nowMs - (open.get(client) ?? Number.NaN));
        send(client);
      };
      ends.push({ atMs: Math.max(clock.nowMs, stallMs) + WORK_MS, end });
    });
  };
  for (let client = 0; client < clients; client += 1) send(client);
  for (; clock.nowMs < stallMs + forMs; clock.nowMs += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    for (const one of ends.filter(({ atMs }) => atMs <= clock.nowMs)) {
      ends.splice(ends.indexOf(one), 1);
      one.end();
    }
  }
  return { waited, oldestMs: Math.max(...[...open.values()].map((sentMs) => clock.nowMs - sentMs)) };
}

describe("more clients than may work at once, each of whom waits for its answer", () => {
  it("are all served in their turn after the service stood still: no one is overtaken for as long as the others go on", async () => {
    const { waited, oldestMs } = await answersToPatient(11, { stallMs: 5000, forMs: 3000 });
    expect(waited.length).toBeGreaterThan(0.9 * CAPACITY_PER_S * 3);
    // Two rounds of work at most: six of eleven work, five wait for them.
    expect(oldestMs).toBeLessThanOrEqual(3 * WORK_MS);
    expect(Math.max(...waited.slice(11))).toBeLessThanOrEqual(3 * WORK_MS);
  });
});

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
}

/** Requests that come evenly, each of which takes as long as the others once it works, on a clock of our own. */
async function answersTo(requests: { perSecond: number; seconds: number }): Promise<Answered> {
  let nowMs = 0;
  const slots = new ProcessingSlots(SLOTS, AT_ONCE, () => nowMs);
  const ends: { atMs: number; end: () => void }[] = [];
  const answered: Answered = { accepted: [], refused: 0 };
  const come = (): void => {
    const cameMs = nowMs;
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
        answered.accepted.push(nowMs - cameMs);
      };
      ends.push({ atMs: nowMs + WORK_MS, end });
    });
  };
  let sent = 0;
  const count = requests.perSecond * requests.seconds;
  for (; sent < count || ends.length > 0; nowMs += 1) {
    for (; sent < count && sent <= (nowMs * requests.perSecond) / 1000; sent += 1) come();
    await new Promise((resolve) => setImmediate(resolve));
    const due = ends.filter(({ atMs }) => atMs <= nowMs);
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
  it("leave those that are accepted within three times the usual time, and as many of them", async () => {
    const usual = await answersTo({ perSecond: CAPACITY_PER_S / 2, seconds: 4 });
    const flood = await answersTo({ perSecond: CAPACITY_PER_S * 5, seconds: 8 });
    expect(usual.refused).toBe(0);
    expect(p99(flood.accepted) / p99(usual.accepted)).toBeLessThanOrEqual(3);
    expect(flood.accepted.length).toBeGreaterThan(0.95 * CAPACITY_PER_S * 8);
    expect(flood.accepted.length + flood.refused).toBe(CAPACITY_PER_S * 5 * 8);
  });

  it("are refused no sooner than before where they come as a burst", async () => {
    const burst = await answersTo({ perSecond: 32_000, seconds: 0.001 });
    expect(burst.refused).toBe(0);
    expect(burst.accepted).toHaveLength(32);
  });
});

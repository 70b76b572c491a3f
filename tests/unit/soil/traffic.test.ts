import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellKey, type SoilCell } from "@/lib/domain/soil-survey";
import { createBreaker } from "@/lib/gateways/upstream/breaker";
import { createLimiter } from "@/lib/gateways/upstream/limiter";
import { groupIntoBlocks } from "@/lib/usecases/fields/soil-blocks";

describe("the limiter", () => {
  it("runs four at once, the rest in order", async () => {
    const limiter = createLimiter(4);
    const signal = new AbortController().signal;
    let running = 0;
    let most = 0;
    const order: number[] = [];
    const work = (index: number) => async () => {
      running += 1;
      most = Math.max(most, running);
      order.push(index);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      if (index === 3) throw new Error("one fails");
      return index;
    };
    const all = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => limiter.run(signal, work(index))));
    expect(most).toBe(4);
    expect(order).toEqual([...order].toSorted((a, b) => a - b));
    expect(all.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(await limiter.run(signal, work(99))).toBe(99);
  });

  it("gives up waiting when told, and gives the place to the next", async () => {
    const limiter = createLimiter(1);
    const leaving = new AbortController();
    let release = (): void => undefined;
    const first = limiter.run(
      leaving.signal,
      () => new Promise<string>((resolve) => (release = () => resolve("first"))),
    );
    const second = limiter.run(leaving.signal, async () => "second");
    const third = limiter.run(new AbortController().signal, async () => "third");
    leaving.abort();
    expect(await second).toBeNull();
    release();
    expect(await first).toBe("first");
    expect(await third).toBe("third");
    expect(await limiter.run(leaving.signal, async () => "late")).toBeNull();
  });
});

describe("the breaker", () => {
  const make = () => {
    const clock = { now: 0 };
    const changes: string[] = [];
    const breaker = createBreaker({
      failuresToOpen: 3,
      openMs: 100,
      now: () => clock.now,
      onChange: (state) => changes.push(state),
    });
    return { clock, changes, breaker };
  };
  const fail = (breaker: ReturnType<typeof createBreaker>, times: number): void => {
    for (let time = 0; time < times; time += 1) {
      expect(breaker.mayPass()).toBe(true);
      breaker.failed();
    }
  };

  it("opens after failures in a row, not after as many with a success between", () => {
    const { breaker, changes } = make();
    fail(breaker, 2);
    breaker.succeeded();
    fail(breaker, 2);
    expect(breaker.state()).toBe("closed");
    fail(breaker, 1);
    expect(breaker.state()).toBe("open");
    expect(breaker.mayPass()).toBe(false);
    expect(changes).toEqual(["open"]);
  });

  it("lets one call look after a while: it closes on success and stays open on failure", () => {
    const { breaker, clock, changes } = make();
    fail(breaker, 3);
    clock.now = 100;
    expect(breaker.state()).toBe("half_open");
    expect([breaker.mayPass(), breaker.mayPass()]).toEqual([true, false]);
    breaker.failed();
    expect(breaker.mayPass()).toBe(false);
    clock.now = 200;
    expect(breaker.mayPass()).toBe(true);
    breaker.undecided();
    expect(breaker.mayPass()).toBe(true);
    breaker.succeeded();
    expect(breaker.state()).toBe("closed");
    expect(changes).toEqual(["open", "closed"]);
    fail(breaker, 2);
    expect(breaker.state()).toBe("closed");
  });
});

describe("blocks of squares", () => {
  const cells = fc.uniqueArray(fc.record({ x: fc.integer({ min: -8, max: 8 }), y: fc.integer({ min: -8, max: 8 }) }), {
    selector: cellKey,
    minLength: 1,
    maxLength: 60,
  });

  it("are full rectangles of at most three a side that hold every square once", () => {
    fc.assert(
      fc.property(cells, (wanted: SoilCell[]) => {
        const blocks = groupIntoBlocks(wanted);
        expect(blocks.flat().map(cellKey).toSorted()).toEqual(wanted.map(cellKey).toSorted());
        for (const block of blocks) {
          const [xs, ys] = [block.map(({ x }) => x), block.map(({ y }) => y)];
          const [width, height] = [Math.max(...xs) - Math.min(...xs) + 1, Math.max(...ys) - Math.min(...ys) + 1];
          expect(width <= 3 && height <= 3 && block.length === width * height).toBe(true);
        }
      }),
    );
  });

  it("a compact field is one question", () => {
    const square = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => ({ x, y })));
    expect(groupIntoBlocks(square)).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import { FairQueue, QueueFull } from "@/lib/gateways/fair-queue";

const never = new AbortController().signal;

/** Work that ends on request, and remembers the order in which it began. */
function workshop(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (owner: string, name: string, signal = never): Promise<string> =>
    queue.run(owner, signal, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, start, end };
}

describe("FairQueue", () => {
  it("never runs more at once than it may", async () => {
    const { begun, start, end } = workshop(new FairQueue({ running: 2, waiting: 10 }));
    const all = ["1", "2", "3", "4"].map((name) => start(`owner ${name}`, name));
    expect(begun).toEqual(["1", "2"]);
    await end("1");
    expect(begun).toEqual(["1", "2", "3"]);
    await end("2");
    await end("3");
    await end("4");
    expect(await Promise.all(all)).toEqual(["1", "2", "3", "4"]);
  });

  it("refuses one more than may wait", async () => {
    const { start, end } = workshop(new FairQueue({ running: 1, waiting: 1 }));
    const first = start("a", "1");
    const second = start("b", "2");
    await expect(start("c", "3")).rejects.toBeInstanceOf(QueueFull);
    await end("1");
    await end("2");
    expect(await Promise.all([first, second])).toEqual(["1", "2"]);
  });

  it("gives no owner more than half of all places, so that others still find one", async () => {
    const { start } = workshop(new FairQueue({ running: 2, waiting: 4 }));
    void start("greedy", "1");
    void start("greedy", "2");
    void start("greedy", "3");
    await expect(start("greedy", "4")).rejects.toBeInstanceOf(QueueFull);
    const settled = await Promise.race([start("other", "5"), Promise.resolve("waits")]);
    expect(settled).toBe("waits");
  });

  it("lets the owner with least running go first", async () => {
    const { begun, start, end } = workshop(new FairQueue({ running: 2, waiting: 6 }));
    void start("a", "a1");
    void start("a", "a2");
    void start("a", "a3");
    void start("b", "b1");
    await end("a1");
    expect(begun).toEqual(["a1", "a2", "b1"]);
  });

  it("gives the place of one that stopped waiting back, and that of one that failed", async () => {
    const queue = new FairQueue({ running: 1, waiting: 1 });
    const { start, end, begun } = workshop(queue);
    void start("a", "1");
    const patience = new AbortController();
    const second = start("b", "2", patience.signal);
    patience.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    void start("c", "3");
    await end("1");
    expect(begun).toEqual(["1", "3"]);
    await end("3");
    await expect(queue.run("d", never, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run("d", never, async () => "next")).toBe("next");
  });
});

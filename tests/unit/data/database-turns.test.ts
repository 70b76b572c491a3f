import { describe, expect, it } from "vitest";
import { DatabaseTurns } from "@/lib/data/database-turns";

/** Turns on a clock that the test moves. */
function turnsOf(connections: number, { secondsPerMin = 60, waitMs = 60_000 } = {}) {
  let ms = 0;
  const turns = new DatabaseTurns({ connections, secondsPerMin, waitMs, now: () => ms });
  const given: string[] = [];
  const ask = (owner: string | null, more: { isExempt?: boolean; signal?: AbortSignal } = {}) => {
    const taken = turns.take({ owner, isExempt: false, signal: undefined, ...more });
    taken.then(
      () => given.push(owner ?? "none"),
      () => undefined,
    );
    return taken;
  };
  return { turns, given, ask, pass: (seconds: number) => (ms += seconds * 1000) };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("a provider's share of the connections", () => {
  it("is half of them, and another provider always finds one", async () => {
    const { given, ask, turns } = turnsOf(10);
    for (let asked = 0; asked < 20; asked += 1) void ask("heavy");
    await settle();
    expect(given).toHaveLength(5);
    await Promise.all([ask("light"), ask("light"), ask("third")]);
    expect(given.filter((owner) => owner !== "heavy")).toEqual(["light", "light", "third"]);
    expect(turns.waiting).toBe(15);
  });

  it("is one where there is only one, and then everyone waits for everyone", async () => {
    const { given, ask } = turnsOf(1);
    const end = await ask("a");
    void ask("a");
    void ask("b");
    await settle();
    expect(given).toEqual(["a"]);
    end();
    await settle();
    expect(given).toHaveLength(2);
  });

  it("goes to the provider with the fewest connections when one is free", async () => {
    const { given, ask } = turnsOf(4);
    const first = await ask("heavy");
    await ask("heavy");
    await ask("middle");
    void ask("heavy");
    void ask("middle");
    await settle();
    expect(given).toEqual(["heavy", "heavy", "middle"]);
    first();
    await settle();
    expect(given.at(-1)).toBe("heavy");
  });

  it("is not asked for by work that others wait for, nor by work of no provider", async () => {
    const { given, ask } = turnsOf(2);
    await ask("a");
    void ask("a");
    await Promise.all([ask("a", { isExempt: true }), ask(null)]);
    expect(given).toEqual(["a", "a", "none"]);
  });
});

describe("a provider that used more than its seconds in the last minute", () => {
  async function useUp({ ask, pass }: ReturnType<typeof turnsOf>, owner: string, seconds: number) {
    const end = await ask(owner);
    pass(seconds);
    end();
  }

  it("has one connection at a time while others use the database too", async () => {
    const made = turnsOf(10, { secondsPerMin: 20 });
    await useUp(made, "light", 1);
    await useUp(made, "heavy", 30);
    const end = await made.ask("heavy");
    void made.ask("heavy");
    await settle();
    expect(made.turns.waiting).toBe(1);
    end();
    await settle();
    expect(made.turns.waiting).toBe(0);
  });

  it("keeps its half while no one else uses it", async () => {
    const made = turnsOf(10, { secondsPerMin: 20 });
    await useUp(made, "heavy", 30);
    for (let asked = 0; asked < 9; asked += 1) void made.ask("heavy");
    await settle();
    expect(made.turns.waiting).toBe(4);
  });

  it("has its half again when a minute has passed", async () => {
    const made = turnsOf(10, { secondsPerMin: 20 });
    await useUp(made, "heavy", 30);
    expect(made.turns.usedS("heavy")).toBe(30);
    made.pass(66);
    await useUp(made, "light", 1);
    expect(made.turns.usedS("heavy")).toBe(0);
    await Promise.all([made.ask("heavy"), made.ask("heavy")]);
    expect(made.turns.waiting).toBe(0);
  });

  it("is counted while its statement runs", async () => {
    const { ask, pass, turns } = turnsOf(4);
    await ask("heavy");
    pass(12);
    expect(turns.usedS("heavy")).toBe(12);
  });
});

describe("a turn", () => {
  it("that does not come in time is refused in the pool's words", async () => {
    const { ask } = turnsOf(1, { waitMs: 5 });
    await ask("a");
    await expect(ask("a")).rejects.toThrow("timeout exceeded when trying to connect");
  });

  it("is given up when the work is", async () => {
    const { ask, turns } = turnsOf(1);
    const end = await ask("a");
    const leaving = new AbortController();
    const waiting = ask("a", { signal: leaving.signal });
    leaving.abort();
    await expect(waiting).rejects.toThrow();
    expect(turns.waiting).toBe(0);
    end();
    await ask("b");
  });

  it("is given back once, however often that is asked for", async () => {
    const { given, ask } = turnsOf(2);
    const end = await ask("a");
    await ask("b");
    void ask("c");
    void ask("c");
    end();
    end();
    await settle();
    expect(given).toEqual(["a", "b", "c"]);
  });
});

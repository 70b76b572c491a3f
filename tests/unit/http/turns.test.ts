import { describe, expect, it } from "vitest";
import { ProcessingSlots, workInSlot } from "@/lib/http/slots";
import { createTurns } from "@/lib/http/turns";
import { cancellingStatements } from "@/lib/runtime/deps";
import { waitingOutside } from "@/lib/runtime/work-turn";

/** A thread that has time to spare, so that as many work at once as may. */
const idle = (): number => 1;

/** Requests that are worked on until the test ends them, and the order in which they began. */
function watched(most: number) {
  const inTurn = createTurns({ most }, idle);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const open = (owner: string, name: string, gone = new AbortController().signal): Promise<boolean> =>
    inTurn(
      { owner, gone },
      () => {
        begun.push(name);
        return new Promise<boolean>((resolve) => ends.set(name, () => resolve(true)));
      },
      () => false,
    );
  return { inTurn, begun, open, end: (name: string) => ends.get(name)?.() };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const neverLeft = (): never => {
  throw new Error("its turn was to come");
};

describe("requests that no one is refused for", () => {
  it("work a few at once, and one who asks for many waits for one with none", async () => {
    const { begun, open, end } = watched(4);
    for (const name of ["a1", "a2", "a3", "a4"]) void open("a", name);
    void open("b", "b1");
    await settled();
    expect(begun).toEqual(["a1", "a2", "b1"]);
    end("a1");
    await settled();
    expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  });

  it("do not begin for a client that has gone before their turn", async () => {
    const { begun, open, end } = watched(1);
    const first = open("a", "first");
    const gone = new AbortController();
    const second = open("a", "second", gone.signal);
    const third = open("a", "third");
    await settled();
    gone.abort();
    expect(await second).toBe(false);
    end("first");
    expect(await first).toBe(true);
    await settled();
    end("third");
    expect(await third).toBe(true);
    expect(begun).toEqual(["first", "third"]);
  });

  it("that wait for another service leave their turn to others, also when a client goes meanwhile", async () => {
    const { begun, inTurn, open } = watched(1);
    let answer = (): void => undefined;
    const gone = new AbortController();
    const slow = inTurn(
      { owner: "a", gone: gone.signal },
      async () => {
        await waitingOutside(() => new Promise<void>((resolve) => (answer = resolve)));
        return "answered";
      },
      neverLeft,
    );
    void open("b", "quick");
    await settled();
    expect(begun).toEqual(["quick"]);
    gone.abort();
    answer();
    expect(await slow).toBe("answered");
  });

  it("leave their turn to others while they wait among the checks", async () => {
    const { begun, inTurn, open } = watched(1);
    let answer = (): void => undefined;
    const client = new AbortController().signal;
    const slots = new ProcessingSlots(1);
    const computing = inTurn(
      { owner: "a", gone: client },
      () =>
        workInSlot({ slots, owner: "a", deadlineS: 60, client }, async () => {
          await new Promise<void>((resolve) => (answer = resolve));
          return "computed";
        }),
      neverLeft,
    );
    void open("b", "quick");
    await settled();
    expect(begun).toEqual(["quick"]);
    answer();
    expect(await computing).toBe("computed");
  });

  it("that fail give their turn back", async () => {
    const { begun, inTurn, open } = watched(1);
    const request = { owner: "a", gone: new AbortController().signal };
    const failing = inTurn(request, () => Promise.reject(new Error("it failed")), neverLeft);
    void open("a", "next");
    await expect(failing).rejects.toThrow("it failed");
    await settled();
    expect(begun).toEqual(["next"]);
  });

  it("do not begin once their deadline has passed", async () => {
    const { begun, open, end } = watched(1);
    const deadline = new AbortController();
    const first = open("a", "first");
    const late = cancellingStatements(deadline.signal, () => open("a", "late"));
    await settled();
    deadline.abort();
    expect(await late).toBe(false);
    end("first");
    expect(await first).toBe(true);
    expect(begun).toEqual(["first"]);
  });
});

import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/domain/errors";
import { ProcessingSlots, workInSlot } from "@/lib/http/slots";
import { waitingOutside } from "@/lib/runtime/work-turn";

const client = new AbortController().signal;
const problemOf = (error: unknown): unknown => (error instanceof ServiceError ? error.problem : error);

/** Work that takes no notice of its signal, and ends when the test says so. */
function stubbornWork() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

describe("a processing slot", () => {
  it("is taken for as long as the work goes on, also after its answer was given", async () => {
    const slots = new ProcessingSlots(1);
    const request = { slots, owner: "a", deadlineS: 0.01, client };
    const { work, end } = stubbornWork();
    expect(await workInSlot(request, work).catch(problemOf)).toBe("deadlineExceeded");
    expect(await workInSlot(request, async () => "done").catch(problemOf)).toBe("capacityExceeded");
    end();
    await work();
    expect(await workInSlot({ ...request, deadlineS: 60 }, async () => "done")).toBe("done");
  });

  it("is free again after work that failed, before or after its answer", async () => {
    const slots = new ProcessingSlots(1);
    const request = { slots, owner: "a", deadlineS: 60, client };
    const failed = workInSlot(request, () => Promise.reject(new Error("no")));
    await expect(failed).rejects.toThrow("no");
    expect(await workInSlot(request, async () => "done")).toBe("done");
  });

  it("tells its work when the client goes away", async () => {
    const leaving = new AbortController();
    const request = { slots: new ProcessingSlots(1), owner: "a", deadlineS: 60, client: leaving.signal };
    const untilTold = (signal: AbortSignal) =>
      new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("told"), { once: true }));
    const outcomes: Promise<string>[] = [];
    const answered = workInSlot(request, (signal) => {
      const outcome = untilTold(signal);
      outcomes.push(outcome);
      return outcome;
    });
    leaving.abort();
    expect(await answered.catch(problemOf)).toBe("requestCancelled");
    expect(await Promise.all(outcomes)).toEqual(["told"]);
  });

  it("is given back once, however often that is asked for", () => {
    const slots = new ProcessingSlots(2);
    const slot = slots.take("a");
    slots.take("a");
    slot?.giveBack();
    slot?.giveBack();
    expect(slots.take("b")).not.toBeNull();
    expect(slots.take("b")).toBeNull();
  });

  it("is left to others when one provider takes all it can", () => {
    const slots = new ProcessingSlots(8);
    const own = Array.from({ length: 8 }, () => slots.take("a"));
    expect(own.filter((slot) => slot !== null)).toHaveLength(4);
    expect(slots.take("b")).not.toBeNull();
    own[0]?.giveBack();
    expect(slots.take("a")).not.toBeNull();
  });

  it("is there for a provider that has none, however many take all they can", () => {
    const slots = new ProcessingSlots(64);
    const taken = ["a", "b", "c", "d", "e", "f"].map(
      (owner) => Array.from({ length: 64 }, () => slots.take(owner)).filter((slot) => slot !== null).length,
    );
    expect(taken).toEqual([32, 16, 8, 4, 2, 1]);
  });
});

/** Work that says when it begins, and ends when the test says so. */
function steps() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

describe("more requests than may work at once", () => {
  const openAt = (slots: ProcessingSlots) => (owner: string, work: () => Promise<string>) =>
    workInSlot({ slots, owner, deadlineS: 60, client }, work).catch(problemOf);

  it("wait for their turn and are all answered", async () => {
    const open = openAt(new ProcessingSlots(8, 2));
    const { begun, work, end } = steps();
    const answers = ["1", "2", "3"].map((name) => open("a", work(name)));
    await expect.poll(() => begun).toEqual(["1"]);
    for (const name of ["1", "2", "3"]) {
      await expect.poll(() => begun).toContain(name);
      end(name);
    }
    expect(await Promise.all(answers)).toEqual(["1", "2", "3"]);
  });

  it("push out the one that has waited longest when the slots run out, which is refused at once", async () => {
    const slots = new ProcessingSlots(8, 2);
    const open = openAt(slots);
    const { begun, work, end } = steps();
    const answers = ["1", "2", "3", "4"].map((name) => open("a", work(name)));
    const late = open("a", work("5"));
    expect(await answers[1]).toBe("capacityExceeded");
    expect(slots.waiting).toBe(3);
    for (const name of ["1", "5", "4", "3"]) {
      await expect.poll(() => begun).toContain(name);
      end(name);
    }
    expect(await Promise.all([...answers, late])).toEqual(["1", "capacityExceeded", "3", "4", "5"]);
    expect(begun).not.toContain("2");
  });

  it("let another provider work meanwhile", async () => {
    const open = openAt(new ProcessingSlots(16, 4));
    const { begun, work, end } = steps();
    const answers = ["1", "2", "3", "4"].map((name) => open("a", work(name)));
    const other = open("b", work("b"));
    await expect.poll(() => begun).toEqual(["1", "2", "b"]);
    end("b");
    expect(await other).toBe("b");
    for (const name of ["1", "2", "3", "4"]) {
      await expect.poll(() => begun).toContain(name);
      end(name);
    }
    await Promise.all(answers);
  });

  it("go on while an earlier one waits for something elsewhere", async () => {
    const open = openAt(new ProcessingSlots(8, 2));
    const { begun, work, end } = steps();
    const outside = steps();
    const first = open("a", () => waitingOutside(outside.work("survey")));
    const second = open("a", work("2"));
    await expect.poll(() => begun).toEqual(["2"]);
    outside.end("survey");
    expect(await first).toBe("survey");
    end("2");
    expect(await second).toBe("2");
  });

  it("leave the queue with their client, and give their slot back", async () => {
    const slots = new ProcessingSlots(2, 1);
    const leaving = new AbortController();
    const { work, end } = steps();
    const first = openAt(slots)("a", work("1"));
    const second = workInSlot({ slots, owner: "b", deadlineS: 60, client: leaving.signal }, work("2")).catch(problemOf);
    expect(slots.waiting).toBe(1);
    leaving.abort();
    expect(await second).toBe("requestCancelled");
    expect(slots.waiting).toBe(0);
    expect(slots.take("b")).not.toBeNull();
    end("1");
    expect(await first).toBe("1");
  });
});

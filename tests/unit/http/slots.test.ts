import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/domain/errors";
import { ProcessingSlots, workInSlot } from "@/lib/http/slots";

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
    const giveBack = slots.take("a");
    slots.take("a");
    giveBack?.();
    giveBack?.();
    expect(slots.take("b")).not.toBeNull();
    expect(slots.take("b")).toBeNull();
  });

  it("is left to others when one provider takes all it can", () => {
    const slots = new ProcessingSlots(8);
    const own = Array.from({ length: 8 }, () => slots.take("a"));
    expect(own.filter((slot) => slot !== null)).toHaveLength(4);
    expect(slots.take("b")).not.toBeNull();
    own[0]?.();
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

import fc from "fast-check";
import { expect, test } from "vitest";
import { EditQueue } from "@/lib/portal-client/edit-queue";
import { itemOf } from "@/lib/portal-client/items";
import type { QueueHost } from "@/lib/portal-client/queue-host";
import { memoryStore } from "@/lib/portal-client/store";
import type { ConditionsNote, MomentBody } from "@/lib/portal-client/moment";

const AT = "2026-11-21T12:00:00.000Z";

/** Each with a time of its own: a record of the wind, which no later one replaces. */
const note = (minute: number): ConditionsNote => ({
  kind: "conditions",
  fieldId: "f",
  year: 2026,
  applicationEventId: "a",
  moment: {} as MomentBody,
  basis: null,
  observedAt: null,
  notedAt: new Date(Date.parse(AT) + minute * 60_000).toISOString(),
});

/** What happens to a request: it arrives and is answered, is lost on its way, or its answer is; or the server is busy. */
const FATES = ["answered", "lost", "answer lost", "busy"] as const;

/** A server that makes an edit once for each key, and a network that does to each request what the test says. */
function world(fates: readonly (typeof FATES)[number][]) {
  const left = [...fates];
  const made: { key: string; notedAt: string }[] = [];
  const keys = new Set<string>();
  const store = memoryStore();
  let running = Promise.resolve();
  const host: QueueHost = {
    store,
    stash: { put: () => undefined, takeAll: () => [] },
    isKept: () => true,
    send: async ({ body, key = "" }) => {
      const fate = left.shift() ?? "answered";
      if (fate === "lost") throw new TypeError("failed to fetch");
      if (fate === "busy") return { status: 503, body: null, retryAfterS: 1 };
      if (!keys.has(key) && body.kind === "conditions") made.push({ key, notedAt: body.notedAt });
      keys.add(key);
      if (fate === "answer lost") throw new TypeError("failed to fetch");
      return { status: 200, body: { changeId: null, savedAt: AT }, retryAfterS: null };
    },
    alone: (work) => (running = running.then(work)),
    isOnline: () => true,
    askedAt: () => new Date(AT),
    now: () => new Date(AT),
    wait: () => Promise.resolve(),
    tellTabs: () => undefined,
    end: () => Promise.resolve(true),
  };
  return { host, store, made };
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
};

test("whatever the network does to requests and answers, each edit is made once and in order, over closed pages too", async () => {
  const steps = fc.array(fc.constantFrom("edit", "close the page", "wait"), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.constantFrom(...FATES), { maxLength: 30 }), async (taken, fates) => {
      const { host, store, made } = world(fates);
      let queue = new EditQueue(host);
      const wanted: string[] = [];
      for (const step of taken) {
        if (step === "edit") {
          const body = note(wanted.length);
          wanted.push(body.notedAt);
          await queue.submit({ item: itemOf(body), label: "Wind", where: "Home quarter", body });
        } else if (step === "close the page") {
          queue = new EditQueue(host);
          await queue.begin();
        } else await turns(3);
      }
      while ((await store.read()).queued.length > 0) {
        await queue.refresh();
        await turns(5);
      }
      expect(made.map(({ notedAt }) => notedAt)).toEqual(wanted);
      expect(new Set(made.map(({ key }) => key)).size).toBe(wanted.length);
    }),
    { numRuns: 150, seed: 20_261_122 },
  );
});

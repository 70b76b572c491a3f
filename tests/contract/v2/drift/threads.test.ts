import { setImmediate as turn } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { computeDrift, type DriftFacts } from "@/lib/engine/drift/compute";
import { getDeps } from "@/lib/runtime/deps";
import { placeBuffers, type ThreadFacts } from "@/lib/usecases/applications/drift-buffer/place-buffers";
import { factsOf, oneRule } from "@/tests/unit/engine/drift/drift-cases";
import { ground, round, wavy } from "@/tests/unit/engine/drift/fields";
import { driftRule, method } from "@/tests/unit/engine/drift/rules";
import { RULES_AS_OF } from "@/tests/unit/engine/facts";

const RULE = driftRule({ wind_directional: [method("ground", 240)] });
/** A field with bays and a round hole; large enough that its buffers are placed in a thread. */
const LARGE = ground([[wavy(1100), round(60, 50, true)]]);
const scene = { ...oneRule(RULE), boundary: LARGE };

const forThread = (facts: DriftFacts): ThreadFacts => ({ ...facts, rulesAsOf: RULES_AS_OF });
const place = async (facts: DriftFacts, signal = new AbortController().signal) =>
  placeBuffers({ deps: await getDeps(), providerId: "threads", signal }, forThread(facts));

afterAll(async () => {
  await (await getDeps()).driftThreads.close();
});

describe("a computation that takes long", () => {
  it("finds in a thread just what it finds here", async () => {
    const deps = await getDeps();
    const facts = factsOf({ ...scene, withWindRose: true });
    expect(await place(facts)).toEqual(computeDrift(deps.geos, facts));
  });

  it("holds up nothing else", async () => {
    const state = { isOver: false };
    const work = place(factsOf({ ...scene, withWindRose: true })).finally(() => {
      state.isOver = true;
    });
    let turns = 0;
    while (!state.isOver) {
      await turn();
      turns += 1;
    }
    await work;
    expect(turns).toBeGreaterThan(50);
  });

  it("is given up with its request, begun or not, and the next one is made", async () => {
    const request = new AbortController();
    const facts = factsOf({ ...scene, withWindRose: true });
    const given = Array.from({ length: 3 }, () => place(facts, request.signal));
    request.abort(new Error("the client went away"));
    for (const each of given) await expect(each).rejects.toThrow("the client went away");
    expect((await place(factsOf(scene))).requiresBuffer).toBe(true);
  });

  it("is refused for now where one provider asks for more than its share", async () => {
    const request = new AbortController();
    const asked = Array.from({ length: 40 }, () => place(factsOf(scene), request.signal));
    const refused = asked.at(-1);
    await expect(refused).rejects.toMatchObject({ problem: "capacityExceeded" });
    request.abort(new Error("enough"));
    await Promise.allSettled(asked);
  });

  it("says what is wrong with its facts in the words of the engine", async () => {
    const facts = factsOf({ ...scene, weather: { windDirectionDeg: 400 } });
    await expect(place(facts)).rejects.toThrow(/no wind blows from 400 degrees/);
  });
});

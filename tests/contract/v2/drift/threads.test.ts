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
const never = new AbortController().signal;

afterAll(async () => {
  await (await getDeps()).driftThreads.close();
});

describe("a computation that takes long", () => {
  it("finds in a thread just what it finds here", async () => {
    const deps = await getDeps();
    const facts = factsOf({ ...scene, withWindRose: true });
    expect(await placeBuffers(deps, forThread(facts), never)).toEqual(computeDrift(deps.geos, facts));
  });

  it("holds up nothing else", async () => {
    const facts = forThread(factsOf({ ...scene, withWindRose: true }));
    const state = { isOver: false };
    const work = placeBuffers(await getDeps(), facts, never).finally(() => {
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

  it("is given up with its request, and the next one is made", async () => {
    const deps = await getDeps();
    const request = new AbortController();
    const given = placeBuffers(deps, forThread(factsOf({ ...scene, withWindRose: true })), request.signal);
    request.abort(new Error("the client went away"));
    await expect(given).rejects.toThrow("the client went away");
    const next = await placeBuffers(deps, forThread(factsOf(scene)), never);
    expect(next.requiresBuffer).toBe(true);
  });

  it("says what is wrong with its facts in the words of the engine", async () => {
    const facts = forThread(factsOf({ ...scene, weather: { windDirectionDeg: 400 } }));
    await expect(placeBuffers(await getDeps(), facts, never)).rejects.toThrow(/no wind blows from 400 degrees/);
  });
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { saved } from "@/tests/contract/v2/compliance/support";
import { prepareSoundGround, READY, sendCompute } from "@/tests/contract/v2/drift/support";
import { answerChecker, fetchDocument } from "@/tests/contract/openapi/documented";
import { rowCounts } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { Random } from "@/tests/support/fuzz-random";
import type { Connected } from "@/tests/support/soil-ground";
import { SEED } from "@/tests/support/seed";

process.env.RATE_LIMIT_WRITES_PER_MIN = "1000000000";
process.env.RATE_LIMIT_ADDRESS_PER_MIN = "1000000000";

/** `FUZZ_REQUESTS` raises the count, `TEST_SEED` repeats a run. */
const COUNT = Number(process.env.FUZZ_REQUESTS ?? 150);

let caller: Caller;
let soil: Connected;
let ids: string[];
let faultOf: (response: Response) => Promise<string | null>;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("compute-fuzz");
  const aid = { product_name: "Drift reducing adjuvant", rate: 4, rate_unit: "fl oz/ac" };
  const edge = { product_name: "DEMO Edge", epa_number: "99002-2", rate: 10, rate_unit: "fl oz/ac" };
  const mixes = [READY, { ...READY, products: [...READY.products, edge, aid] }, { ...READY, droplet_size: null }];
  ids = [];
  for (const [index, mix] of mixes.entries()) {
    ids.push((await saved(caller, { application_id: `mix-${index}`, ...mix })).id);
  }
  const document = await fetchDocument();
  const path = Object.keys(document.paths).find((each) => each.endsWith("/drift-buffer/compute"));
  faultOf = answerChecker(document, path ?? "", "post");
});
afterAll(() => soil.close());

type Json = Record<string, unknown>;
const HOSTILE = [null, true, -1, 1e308, "", "\u0000", "\ud800", [], {}, "NaN", 360, 80.5, [null]];

function validBody(random: Random): Json {
  const maybe = (name: string, choices: readonly unknown[]): Json =>
    random.chance(0.4) ? { [name]: random.pick(choices) } : {};
  const rate = { product_index: 0, epa_number: "99002-1", rate: random.between(0, 4), rate_unit: "lb/ac" };
  return {
    wind_direction_deg: random.pick([0, 90, 359.999, random.between(0, 359)]),
    wind_speed_mph: random.pick([0, 5, 10, 15, 80, random.between(0, 20)]),
    ...maybe("temperature_f", [null, -100, 200, 71.5]),
    ...maybe("humidity_percent", [null, 0, 100, 55]),
    ...maybe("application_method", ["Broadcast-Ground", "Drone", "Airblast", "in-furrow"]),
    ...maybe("droplet_size", [null, "VC", "f", "XC"]),
    ...maybe("boom_height", [null, "low", "high"]),
    ...maybe("gpa", [null, 15, 1e-9, 1e300]),
    ...maybe("rate_updates", [[], [rate]]),
    ...maybe("geometry", ["none", "buffer", "treatable", "both"]),
  };
}

const seen = new Map<number, number>();

/** What is wrong with the answer to one computation; null when nothing is. */
async function wrongWith(random: Random): Promise<string | null> {
  const body = validBody(random);
  const isChanged = random.chance(0.4);
  if (isChanged) body[random.pick([...Object.keys(body), "extra", "__proto__"])] = random.pick(HOSTILE);
  const query = random.pick(["wind_rose=false", "wind_rose=true", "explain=true", "wind_rose=true&explain=true"]);
  const answered = await sendCompute(caller, random.pick(ids), { body, query });
  seen.set(answered.status, (seen.get(answered.status) ?? 0) + 1);
  if (answered.status >= 500) return `status ${answered.status} ${JSON.stringify(body)}`;
  if (!isChanged && answered.status !== 200) return `refused ${await answered.text()} ${JSON.stringify(body)}`;
  return faultOf(answered);
}

it(
  `${COUNT} computations, valid and changed, are answered below 500 and as documented (seed ${SEED})`,
  async () => {
    const random = new Random(SEED);
    const wrong: string[] = [];
    for (let number = 0; number < COUNT; number += 1) {
      const found = await wrongWith(random);
      if (found !== null) wrong.push(`${number}: ${found}`);
    }
    console.log(
      `compute fuzz seed ${SEED}: ${JSON.stringify(Object.fromEntries([...seen].sort(([a], [b]) => a - b)))}`,
    );
    expect(wrong).toEqual([]);
    expect(seen.get(200) ?? 0).toBeGreaterThan(COUNT / 3);
    expect(seen.get(422) ?? 0).toBeGreaterThan(COUNT / 10);
    expect((await rowCounts("compute-fuzz")).claim).toBe(0);
  },
  60_000 + COUNT * 100,
);

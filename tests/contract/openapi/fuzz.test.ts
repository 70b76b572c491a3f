import { beforeAll, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { answerChecker, fetchDocument } from "@/tests/contract/openapi/documented";
import { GROUND, loadGround, rowCounts } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import { fuzzedRequest, type FuzzedRequest } from "@/tests/support/fuzz-requests";
import { box } from "@/tests/support/reference-data";
import { SEED } from "@/tests/support/seed";

process.env.RATE_LIMIT_WRITES_PER_MIN = "1000000000";
process.env.RATE_LIMIT_ADDRESS_PER_MIN = "1000000000";

/** `FUZZ_REQUESTS` raises the count, `TEST_SEED` repeats a run. */
const COUNT = Number(process.env.FUZZ_REQUESTS ?? 500);
const ABREAST = 4;

let caller: Caller;
let faultOf: (response: Response) => Promise<string | null>;
beforeAll(async () => {
  const row = (pulaId: number, code: string) => ({
    pulaId,
    registration: "264-1241",
    code,
    limitation: `Points of ${code}.`,
  });
  await loadGround(
    [
      { pulaId: 1, codes: "DC125", geometry: GROUND },
      { pulaId: 2, codes: "T2, T3", geometry: box(-87.3, 32.85, -87.2, 32.95) },
    ],
    [row(1, "DC125"), row(2, "T2")],
  );
  caller = await makeCaller("fuzz");
  faultOf = answerChecker(await fetchDocument(), "/api/v2/esa-check", "post");
});

/** What is wrong with the answer to a request; null when nothing is. */
async function wrongWith(request: FuzzedRequest): Promise<string | null> {
  const { raw, headers, query, isStranger } = request;
  const sent = { raw: new TextEncoder().encode(raw), headers, ...(query === undefined ? {} : { query }) };
  const answered = await call(POST, isStranger ? null : caller, sent);
  seen.set(answered.status, (seen.get(answered.status) ?? 0) + 1);
  if (answered.status >= 500) return `status ${answered.status}`;
  if (request.isValid && answered.status !== 200 && answered.status !== 409) {
    return `a valid request was answered ${answered.status}: ${(await answered.clone().text()).slice(0, 500)}`;
  }
  if (isStranger && answered.status !== 401) return `a stranger was answered ${answered.status}`;
  if (answered.headers.get("x-request-id") === null) return "no request id";
  return faultOf(answered);
}
const seen = new Map<number, number>();

it(
  `${COUNT} requests, valid and changed, are answered below 500 and as documented (seed ${SEED})`,
  async () => {
    const wrong: string[] = [];
    let next = 0;
    const worker = async () => {
      while (next < COUNT && wrong.length < 5) {
        const number = next;
        next += 1;
        const request = fuzzedRequest(SEED, number, { providerId: "fuzz", lon: -87.25, lat: 32.9 });
        const found = await wrongWith(request);
        if (found !== null) wrong.push(`seed ${SEED}, request ${number}: ${found}\n${request.raw.slice(0, 1500)}`);
      }
    };
    await Promise.all(Array.from({ length: ABREAST }, worker));
    console.log(`fuzz seed ${SEED}: ${JSON.stringify(Object.fromEntries([...seen].sort(([a], [b]) => a - b)))}`);
    expect(wrong).toEqual([]);
    // A run in which hardly anything is answered, or refused, would show nothing.
    expect(seen.get(200) ?? 0).toBeGreaterThan(COUNT / 10);
    expect(seen.get(422) ?? 0).toBeGreaterThan(COUNT / 10);
    expect((await rowCounts("fuzz")).claim).toBe(0);
  },
  60_000 + COUNT * 100,
);

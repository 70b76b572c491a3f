import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { errorBodySchema } from "@/lib/contracts/v2/error";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { loadGround, rowCounts, sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import { checkBody } from "@/tests/support/requests";

const RACES = 50;
const RUNNERS = 4;

beforeAll(() => loadGround());

/** What came of one request: saved, or told that another is at work. Anything else fails the test. */
async function outcome(caller: Caller, more: Body): Promise<string> {
  const answered = await call(POST, caller, { body: checkBody(caller.providerId, more) });
  const body: unknown = await answered.json();
  if (answered.status === 200) return esaCheckResponse.parse(body).application_event_id ?? "";
  const { error } = errorBodySchema.parse(body);
  expect([answered.status, error.code]).toEqual([409, "PROCESSING_CONFLICT"]);
  return "PROCESSING_CONFLICT";
}

describe("requests at the same moment", () => {
  it(`for one application leave one saved result, ${RACES} times over`, async () => {
    const caller = await makeCaller("races-same");
    for (let race = 0; race < RACES; race += 1) {
      const more = { application_id: `race-${race}` };
      const outcomes = await Promise.all(Array.from({ length: RUNNERS }, () => outcome(caller, more)));
      const references = new Set(outcomes.filter((each) => each !== "PROCESSING_CONFLICT"));
      expect(references.size).toBe(1);
    }
    expect(await rowCounts("races-same")).toMatchObject({ application: RACES, field: RACES, claim: 0 });
  });

  // Before they waited for each other, 57 of 60 such requests were refused.
  it("for different applications of one field at one boundary are all saved, on one field", async () => {
    const caller = await makeCaller("races-field");
    const saved = new Set<string>();
    for (let race = 0; race < RACES; race += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: RUNNERS }, (_, runner) =>
          outcome(caller, { application_id: `race-${race}-${runner}`, provider_field_id: "one field" }),
        ),
      );
      for (const each of outcomes) saved.add(each);
    }
    expect(saved).not.toContain("PROCESSING_CONFLICT");
    expect(saved.size).toBe(RACES * RUNNERS);
    expect(await rowCounts("races-field")).toMatchObject({ application: saved.size, field: 1, claim: 0 });
  });

  it("that take the same two claims in opposite order do not lock each other out for good", async () => {
    const caller = await makeCaller("races-cross");
    for (let race = 0; race < RACES; race += 1) {
      const [a, b] = [`a-${race}`, `b-${race}`];
      // Each application names the other's field, so that both want what the other may hold.
      const outcomes = await Promise.all([
        outcome(caller, { application_id: a, provider_field_id: b }),
        outcome(caller, { application_id: b, provider_field_id: a }),
        outcome(caller, { application_id: a, provider_field_id: b }),
      ]);
      expect(outcomes.some((each) => each !== "PROCESSING_CONFLICT")).toBe(true);
    }
    expect((await rowCounts("races-cross")).claim).toBe(0);
    const [deadlocks] = await sql<{ deadlocks: number }>(
      null,
      "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
    );
    expect(deadlocks?.deadlocks).toBe(0);
  });

  it("of different providers never meet", async () => {
    const callers = await Promise.all(["races-p1", "races-p2", "races-p3"].map((id) => makeCaller(id)));
    for (let race = 0; race < 10; race += 1) {
      const outcomes = await Promise.all(callers.map((each) => outcome(each, { application_id: `race-${race}` })));
      expect(outcomes).not.toContain("PROCESSING_CONFLICT");
    }
  });
});

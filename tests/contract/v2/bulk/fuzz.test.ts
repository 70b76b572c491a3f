import { beforeAll, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/bulk/route";
import { answerChecker, fetchDocument } from "@/tests/contract/openapi/documented";
import { faultySubmission, validSubmission } from "@/tests/contract/v2/bulk/fuzz-submissions";
import { prepareBulk } from "@/tests/contract/v2/bulk/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import { Random } from "@/tests/support/fuzz-random";
import { damage, mutate } from "@/tests/support/fuzz-requests";
import { SEED } from "@/tests/support/seed";

process.env.RATE_LIMIT_WRITES_PER_MIN = "1000000000";
process.env.RATE_LIMIT_ADDRESS_PER_MIN = "1000000000";

/** `FUZZ_REQUESTS` raises the count, `TEST_SEED` repeats a run. */
const COUNT = Number(process.env.FUZZ_REQUESTS ?? 200);
const GROUND = { providerId: "bulk-fuzz", lon: -87.25, lat: 32.9 };

let caller: Caller;
let faultOf: (response: Response) => Promise<string | null>;
beforeAll(async () => {
  await prepareBulk();
  caller = await makeCaller(GROUND.providerId);
  faultOf = answerChecker(await fetchDocument(), "/api/v2/esa-check/bulk", "post");
});

interface Refused {
  error: { details?: { path: (string | number)[]; pointer: string }[] };
}
let accepted = 0;
const escaped = (part: string | number): string => String(part).replaceAll("~", "~0").replaceAll("/", "~1");

/** A pointer names what its path names, or, for a member that is not known, that member of it. */
function isPointerOf(pointer: string, path: (string | number)[]): boolean {
  const there = path.map((part) => `/${escaped(part)}`).join("");
  return pointer === there || (pointer.startsWith(`${there}/`) && !pointer.slice(there.length + 1).includes("/"));
}

/** Sends a text; gives the answer's status, the paths it names, and what is wrong with it whatever was sent. */
async function send(raw: string) {
  const headers = { "Content-Type": "application/json" };
  const answered = await call(POST, caller, { raw: new TextEncoder().encode(raw), headers });
  if (answered.status === 202) accepted += 1;
  const body = (await answered.clone().json()) as Refused;
  const details = answered.status === 422 ? (body.error.details ?? []) : [];
  const misPointed = details.find(({ path, pointer }) => !isPointerOf(pointer, path));
  const wrong =
    answered.status >= 500
      ? `status ${answered.status}`
      : misPointed === undefined
        ? await faultOf(answered)
        : `a pointer that is not its path: ${JSON.stringify(misPointed)}`;
  return { status: answered.status, paths: details.map(({ path }) => path), wrong };
}

/** What is wrong with the answer to one submission; null when nothing is. */
async function wrongWith(random: Random): Promise<string | null> {
  const kind = random.pick(["valid", "faulty", "faulty", "changed"]);
  if (kind === "valid") {
    const { status, wrong } = await send(JSON.stringify(validSubmission(random, GROUND)));
    return wrong ?? (status === 202 ? null : `a valid submission was answered ${status}`);
  }
  if (kind === "faulty") {
    const { body, path } = faultySubmission(random, GROUND);
    const { status, paths, wrong } = await send(JSON.stringify(body));
    if (wrong !== null) return wrong;
    // The fault's own place or one inside it, and nowhere else.
    const isThere = paths.length > 0 && paths.every((found) => path?.every((part, index) => found[index] === part));
    return status === 422 && isThere ? null : `a fault at ${path?.join(".")}: ${status} ${JSON.stringify(paths)}`;
  }
  const body = validSubmission(random, GROUND);
  for (let change = random.pick([1, 2, 5]); change > 0; change -= 1) mutate(random, body);
  const text = JSON.stringify(body);
  return (await send(random.chance(0.2) ? damage(random, text) : text)).wrong;
}

it(
  `${COUNT} submissions are accepted, or refused at the right place, and never 5xx (seed ${SEED})`,
  async () => {
    const wrong: string[] = [];
    for (let number = 0; number < COUNT && wrong.length < 5; number += 1) {
      const found = await wrongWith(new Random(SEED * 1_000_003 + number));
      if (found !== null) wrong.push(`${number}: ${found}`);
    }
    expect(wrong).toEqual([]);
    expect(accepted).toBeGreaterThan(COUNT / 10);
    const [kept] = await sql<{ jobs: number }>(GROUND.providerId, "SELECT count(*)::int AS jobs FROM bulk_job");
    expect(kept?.jobs).toBe(accepted);
  },
  60_000 + COUNT * 100,
);

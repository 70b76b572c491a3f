import { afterAll, beforeAll, expect, it } from "vitest";
import { GET } from "@/app/api/ready/route";
import { readyResponse } from "@/lib/contracts/v2/plain";
import { call } from "@/tests/support/api";
import { type FaultyLine, startLine } from "@/tests/faults/proxy";

let line: FaultyLine;
beforeAll(async () => {
  const url = String(process.env.DATABASE_URL);
  line = await startLine(Number(new URL(url).port));
  process.env.DATABASE_URL = line.through(url);
});
afterAll(() => line.close());

async function database() {
  const response = await call(GET, null, { method: "GET" });
  return { http: response.status, ...readyResponse.parse(await response.json()).checks.database };
}
const becomes = (expected: object): Promise<void> =>
  expect.poll(database, { timeout: 30_000, interval: 500 }).toMatchObject(expected);

it("a database that stands still on open connections is not ready, which is said all the same; it is found again afterwards", async () => {
  await becomes({ ok: true });
  line.setFrozen(true);
  await becomes({ http: 503, ok: false, detail: "the database does not answer" });
  line.setFrozen(false);
  await becomes({ ok: true });
});

import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTarget, type Target } from "@/tests/attack/support/server";
import { until } from "@/tests/attack/support/sockets";
import { loadGround, sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { checkBody, squareField } from "@/tests/support/requests";

/**
 * One provider's statements take for as long as the test likes: the rows that its checks want to claim are being written by
 * a transaction that does not end. They hold a connection each, as geometry that takes seconds does.
 */
const CONNECTIONS = 10;
const SECONDS_PER_MIN = 2;
const REQUESTS = 30;
let target: Target;
let slow: Caller;
let other: Caller;

beforeAll(async () => {
  await loadGround();
  slow = await makeCaller("share-slow");
  other = await makeCaller("share-other");
  target = await startTarget({
    env: {
      DATABASE_POOL_MAX: String(CONNECTIONS),
      DATABASE_SECONDS_PER_MIN: String(SECONDS_PER_MIN),
      RATE_LIMIT_ADDRESS_PER_MIN: "100000",
    },
  });
});
afterAll(() => target.stop());

const check = ({ providerId, apiKey }: Caller, name: string, lon: number): Promise<number> =>
  fetch(`${target.url}/api/v2/esa-check`, {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    body: JSON.stringify(
      checkBody(providerId, { application_id: name, field_boundary: squareField(lon, 32.89), provider_field_id: name }),
    ),
  }).then(async (response) => {
    await response.text();
    return response.status;
  });

/** Statuses of the slow provider's checks, once nothing holds them up any more. */
async function whileSlow(name: string, meanwhile: () => Promise<void>): Promise<number[]> {
  const holder = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await holder.connect();
  try {
    await holder.query("BEGIN");
    await holder.query(
      "SELECT set_config('hedgerow.provider_id', $1, true), set_config('role', 'hedgerow_app', true)",
      [slow.providerId],
    );
    await holder.query(
      `INSERT INTO claim (provider_id, kind, identity, token, leased_until)
       SELECT $1, 'application', 'account-1' || chr(31) || $2 || n, gen_random_uuid(), now() + INTERVAL '1 hour'
       FROM generate_series(0, $3 - 1) AS n`,
      [slow.providerId, name, REQUESTS],
    );
    const sent = Promise.all(
      Array.from({ length: REQUESTS }, (_, index) => check(slow, `${name}${index}`, -87.9 + index * 0.01)),
    );
    await meanwhile();
    await holder.query("ROLLBACK");
    return await sent;
  } finally {
    await holder.end();
  }
}

/** The slow provider's statements that hold a connection now, and for how many seconds altogether. */
async function held(): Promise<{ statements: number; seconds: number }> {
  const [row] = await sql<{ statements: number; seconds: number }>(
    null,
    `SELECT count(*)::int AS statements, coalesce(sum(extract(epoch FROM now() - query_start)), 0)::float8 AS seconds
     FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row ?? { statements: 0, seconds: 0 };
}

async function othersChecks(name: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < 5; index += 1) statuses.push(await check(other, `${name}${index}`, -86.9 + index * 0.01));
  return statuses;
}
const ANSWERED = [200, 200, 200, 200, 200];

it("a provider whose statements never end leaves the others half of the connections", async () => {
  const statuses = await whileSlow("first-", async () => {
    expect(await until(async () => (await held()).statements >= CONNECTIONS / 2)).toBe(true);
    expect(await othersChecks("beside-first-")).toEqual(ANSWERED);
    expect((await held()).statements).toBeLessThanOrEqual(CONNECTIONS / 2);
    // For the next test: more than its seconds of a minute.
    expect(await until(async () => (await held()).seconds > SECONDS_PER_MIN)).toBe(true);
  });
  // No request was refused for waiting in turn; what the waiting made too late says that it may be sent again.
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
});

it("a provider that used more than its seconds has one connection at a time", async () => {
  await whileSlow("second-", async () => {
    expect(await until(async () => (await held()).statements === 1)).toBe(true);
    expect(await othersChecks("beside-second-")).toEqual(ANSWERED);
    expect((await held()).statements).toBe(1);
  });
});

it("a provider that waited for its turn is served again", async () => {
  expect(await check(slow, "afterwards", -87.5)).toBe(200);
});

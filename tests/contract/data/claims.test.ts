import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { takeClaims } from "@/lib/data/claims";
import { asProvider } from "@/lib/data/db";
import { getDeps } from "@/lib/runtime/deps";
import { holdingClaims } from "@/lib/usecases/claims/hold-claims";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller } from "@/tests/support/api";

const CLAIM = { kind: "field", identity: "field-1" } as const;

/** Seconds that the provider's claim stands from now on, by the database's clock. */
async function leaseS(providerId: string): Promise<number> {
  const rows = await sql<{ left: number }>(
    providerId,
    "SELECT extract(epoch FROM leased_until - now())::float8 AS left FROM claim",
  );
  const [row] = rows;
  if (row === undefined) throw new Error("there is no claim");
  return row.left;
}

it("a claim whose holder died frees its field within twenty seconds", async () => {
  const { providerId } = await makeCaller("dead-holder");
  const { db } = await getDeps();
  // What a process leaves that is killed after it took a claim.
  const taken = await asProvider(db, providerId, (tx) => takeClaims(tx, providerId, [CLAIM], randomUUID()));
  expect(taken).toBe(true);
  expect(await leaseS(providerId)).toBeLessThanOrEqual(20);
});

it("a claim whose holder lives is renewed for as long as it works", { timeout: 60_000 }, async () => {
  const caller = await makeCaller("live-holder");
  const { providerId } = caller;
  const deps = await getDeps();
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const working = holdingClaims(
    { deps, provider: caller },
    [CLAIM],
    async (tx, token) => ((await takeClaims(tx, providerId, [CLAIM], token)) ? {} : null),
    () => ended,
  );
  const standsLong = async (): Promise<number> => {
    const rows = await sql<{ left: number }>(
      providerId,
      "SELECT extract(epoch FROM leased_until - now())::float8 AS left FROM claim",
    );
    return rows[0]?.left ?? 0;
  };
  await expect.poll(standsLong).toBeGreaterThan(0);
  // As if its time were nearly over: only a sign of life makes it longer again.
  await sql(providerId, "UPDATE claim SET leased_until = now() + interval '15 seconds'");
  await expect.poll(standsLong, { timeout: 30_000 }).toBeGreaterThan(16);
  end();
  await working;
});

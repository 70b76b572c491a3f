import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { endClaims, releaseClaims, renewClaims, takeClaims, type ClaimIdentity } from "@/lib/data/claims";
import { asProvider } from "@/lib/data/db";
import { getDeps } from "@/lib/runtime/deps";
import { LEASE, STATEMENTS, WANTED, type Claims } from "@/tests/laws/claims/claim-model";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller } from "@/tests/support/api";

/**
 * The model that tests/laws/claims explores is one of these statements: both are led through the same random steps, and
 * have to do the same at each.
 */
const PROVIDER = "claim-model";
const NOTHING: Claims = { "application a": null, "application b": null, field: null };
beforeAll(() => makeCaller(PROVIDER));

const tokenOf = (token: number): string => `00000000-0000-4000-8000-00000000000${token}`;
const identityOf = (name: string): ClaimIdentity =>
  name === "field" ? { kind: "field", identity: "field" } : { kind: "application", identity: name };

/**
 * A tick is an hour here, and a lease ends half an hour before a whole number of them, so that no machine is slow enough to take part in
 * it, nor a clock that is set while the test runs. What a statement just leased ends within minutes of now.
 */
const stretch = (token: number) =>
  sql(
    PROVIDER,
    `UPDATE claim SET leased_until = now() + make_interval(hours => ${LEASE}, mins => -30)
     WHERE token = $1 AND leased_until BETWEEN now() - INTERVAL '10 minutes' AND now() + INTERVAL '10 minutes'`,
    [tokenOf(token)],
  );
/** In the time of one zone: from a time of all zones Citus subtracts nothing, as it could be another zone's hour elsewhere. */
const tick = () =>
  sql(
    PROVIDER,
    "UPDATE claim SET leased_until = (leased_until AT TIME ZONE 'UTC' - INTERVAL '1 hour') AT TIME ZONE 'UTC'",
  );

/** What stands in the database, with leases in whole ticks from now. */
async function claimsNow(): Promise<Claims> {
  const rows = await sql<{ identity: string; token: string; ticks: number }>(
    PROVIDER,
    `SELECT identity, token::text, greatest(0, ceil(extract(epoch FROM leased_until - now()) / 3600))::int AS ticks FROM claim`,
  );
  const found = Object.fromEntries(
    rows.map(({ identity, token, ticks }) => [identity, { token: Number(token.at(-1)), leasedUntil: ticks }]),
  );
  return { ...NOTHING, ...found };
}

class NotAll extends Error {}

/** In a transaction that is rolled back where the statement did not do all of it, as the use cases do. */
async function allOrNothing(work: (tx: Parameters<typeof takeClaims>[0]) => Promise<boolean>): Promise<boolean> {
  const { db } = await getDeps();
  return asProvider(db, PROVIDER, async (tx) => {
    if (!(await work(tx))) throw new NotAll();
    return true;
  }).catch((error: unknown) => {
    if (error instanceof NotAll) return false;
    throw error;
  });
}

const STEPS = ["take", "take", "renew", "release", "end", "tick"] as const;
interface Step {
  what: (typeof STEPS)[number];
  token: number;
}

async function inDatabase({ what, token }: Step): Promise<boolean> {
  const { db } = await getDeps();
  const wanted = WANTED[token] ?? [];
  if (what === "tick") await tick();
  else if (what === "renew") await renewClaims(db, PROVIDER, tokenOf(token));
  else if (what === "release") await releaseClaims(db, PROVIDER, tokenOf(token));
  else if (what === "take") {
    if (!(await allOrNothing((tx) => takeClaims(tx, PROVIDER, wanted.map(identityOf), tokenOf(token))))) return false;
  } else {
    return allOrNothing(
      async (tx) => (await tx.$queryRaw<unknown[]>(endClaims(PROVIDER, tokenOf(token)))).length === wanted.length,
    );
  }
  await stretch(token);
  return true;
}

function inModel(claims: Claims, { what, token }: Step): Claims | null {
  const wanted: readonly string[] = WANTED[token] ?? [];
  if (what === "take") return STATEMENTS.take(claims, wanted, token, 0);
  if (what === "end") return STATEMENTS.end(claims, token, wanted);
  if (what === "renew") return STATEMENTS.renew(claims, token, 0);
  if (what === "release") return STATEMENTS.release(claims, token, wanted);
  const aged = Object.entries(claims).map(([name, claim]) => [
    name,
    claim === null ? null : { ...claim, leasedUntil: Math.max(0, claim.leasedUntil - 1) },
  ]);
  return Object.fromEntries(aged) as Claims;
}

it("the statements do to claims what the model says, at every step of random walks", async () => {
  const step = fc.record({ what: fc.constantFrom(...STEPS), token: fc.integer({ min: 0, max: 2 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      await sql(PROVIDER, "DELETE FROM claim");
      let model = NOTHING;
      for (const one of steps) {
        const next = inModel(model, one);
        expect(await inDatabase(one), JSON.stringify(one)).toBe(next !== null);
        model = next ?? model;
        expect(await claimsNow(), JSON.stringify(one)).toEqual(model);
      }
    }),
    { numRuns: 12 },
  );
});

import { Prisma, type Db, type StatementTx } from "@/lib/data/db";
import { asProviderAtHome } from "@/lib/data/plain-statements";

/**
 * How long a claim stands without a sign of life from its holder, so that a process that died blocks no one for longer.
 * A live one says so every `CLAIM_BEAT_S`.
 */
export const CLAIM_LEASE_S = 20;
export const CLAIM_BEAT_S = 5;
/** How long a live holder may keep a claim in all: work that never ends gives its field back as well. */
export const CLAIM_LONGEST_S = 120;

export interface ClaimIdentity {
  kind: "application" | "field";
  identity: string;
  /** Of a field: the boundary that its holder works on. Left out where no other request should wait for it. */
  boundaryHash?: string;
}

/** An account's application, as one text. A control character cannot occur in either part. */
export const applicationIdentity = (accountId: string, applicationId: string): string =>
  `${accountId}\u001f${applicationId}`;

/** Everyone takes rows in the same order, so that two who want both of a pair do not wait for each other. */
const byIdentity = (a: ClaimIdentity, b: ClaimIdentity): number =>
  compareTexts(a.kind, b.kind) || compareTexts(a.identity, b.identity);
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Claims as the functions of migration 20261125141000 take them. */
export function claimColumns(claims: readonly ClaimIdentity[]): Prisma.Sql {
  const sorted = claims.toSorted(byIdentity);
  const kinds = sorted.map(({ kind }) => kind);
  const identities = sorted.map(({ identity }) => identity);
  const hashes = sorted.map(({ boundaryHash = null }) => boundaryHash);
  return Prisma.sql`${CLAIM_LEASE_S}::int, ${kinds}::text[], ${identities}::text[], ${hashes}::text[]`;
}

/**
 * Takes every claim or none: true when all are ours now, else the caller rolls back. One whose lease has run out is taken
 * over. Leases are measured by the database's clock, so a worker whose own clock is off cannot take a live one.
 */
export async function takeClaims(
  tx: StatementTx,
  providerId: string,
  claims: readonly ClaimIdentity[],
  token: string,
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ taken: boolean }[]>`
    SELECT take_claims(${providerId}, ${token}::uuid, ${claimColumns(claims)}) AS taken`;
  return rows[0]?.taken ?? false;
}

/**
 * Whether all that stands in the way is other work on our field at the boundary that we work on too, so that waiting for
 * it changes nothing about our request.
 */
export async function isFieldBusyAtSameBoundary(
  tx: StatementTx,
  providerId: string,
  claims: readonly ClaimIdentity[],
  token: string,
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ isSameField: boolean | null }[]>`
    SELECT bool_and(kind = 'field' AND claim.boundary_hash = wanted."boundaryHash") AS "isSameField"
    FROM claim
    JOIN jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) AS wanted(kind text, identity text, "boundaryHash" text)
      USING (kind, identity)
    WHERE provider_id = ${providerId} AND token <> ${token}::uuid`;
  return rows[0]?.isSameField ?? false;
}

/** Holds what this token still has for another lease. */
export const renewClaims = (db: Db, providerId: string, token: string): Promise<number> =>
  asProviderAtHome(
    db,
    providerId,
    (tx) => tx.$executeRaw`
      UPDATE claim SET leased_until = now() + make_interval(secs => ${CLAIM_LEASE_S})
      WHERE provider_id = ${providerId} AND token = ${token}::uuid`,
    { mayBeLost: true },
  );

/**
 * What a save begins with: it lets go of the claims, in the statement that saves. Fewer rows than were claimed say that
 * another request took over; then the save is rolled back. This is the fence, whatever the lease says.
 */
export const endClaims = (providerId: string, token: string): Prisma.Sql => Prisma.sql`
  DELETE FROM claim WHERE provider_id = ${providerId} AND token = ${token}::uuid RETURNING 1`;

/** Lets go of whatever this token still holds. */
export const releaseClaims = (db: Db, providerId: string, token: string): Promise<number> =>
  asProviderAtHome(
    db,
    providerId,
    (tx) => tx.$executeRaw`DELETE FROM claim WHERE provider_id = ${providerId} AND token = ${token}::uuid`,
  );

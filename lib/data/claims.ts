import type { Db, ProviderTx } from "@/lib/data/db";
import { asProvider } from "@/lib/data/db";

/** Longer than a request may take (90 s), so that a live request never loses what it works on. */
export const CLAIM_LEASE_S = 120;

export interface ClaimIdentity {
  kind: "application" | "field";
  identity: string;
}

/** An account's application, as one text. A control character cannot occur in either part. */
export const applicationIdentity = (accountId: string, applicationId: string): string =>
  `${accountId}\u001f${applicationId}`;

/**
 * Takes every claim or none: true when all are ours now. One whose lease has run out is taken over. Leases are
 * reckoned by the database's clock, so a worker whose own clock is off cannot take a live one.
 */
export async function takeClaims(
  tx: ProviderTx,
  providerId: string,
  claims: readonly ClaimIdentity[],
  token: string,
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ kind: string }[]>`
    INSERT INTO claim (provider_id, kind, identity, token, leased_until)
    SELECT ${providerId}, wanted.kind, wanted.identity, ${token}::uuid, now() + make_interval(secs => ${CLAIM_LEASE_S})
    FROM jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) AS wanted(kind text, identity text)
    ORDER BY wanted.kind, wanted.identity
    ON CONFLICT (provider_id, kind, identity) DO UPDATE
      SET token = excluded.token, leased_until = excluded.leased_until
      WHERE claim.leased_until <= now()
    RETURNING kind`;
  return rows.length === claims.length;
}

/** Lets go of whatever this token still holds. */
export const releaseClaims = (db: Db, providerId: string, token: string): Promise<number> =>
  asProvider(
    db,
    providerId,
    (tx) => tx.$executeRaw`DELETE FROM claim WHERE provider_id = ${providerId} AND token = ${token}::uuid`,
  );

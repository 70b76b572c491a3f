import type { ProviderTx } from "@/lib/data/db";

/** Days that a provider may ask about; older rows go when the first call of a day is noted. */
export const DEPRECATED_USE_DAYS = 30;

export interface DeprecatedUse {
  route: string;
  /** Calls of the days that are kept, with the key that asks. */
  callsWithThisKey: number;
  /** The same with any key of the provider. */
  calls: number;
  lastCalledAt: Date;
}

/** Counts one call of a deprecated route. */
export async function countDeprecatedCall(
  tx: ProviderTx,
  providerId: string,
  { keyId, route, at }: { keyId: string; route: string; at: Date },
): Promise<void> {
  const noted = await tx.$queryRaw<{ calls: number }[]>`
    INSERT INTO deprecated_use AS d (provider_id, key_id, route, used_on, calls, last_called_at)
    VALUES (${providerId}, ${keyId}::uuid, ${route}, (${at}::timestamptz AT TIME ZONE 'UTC')::date, 1, ${at})
    ON CONFLICT (provider_id, key_id, route, used_on)
    DO UPDATE SET calls = d.calls + 1, last_called_at = greatest(d.last_called_at, excluded.last_called_at)
    RETURNING calls`;
  if (noted[0]?.calls !== 1) return;
  await tx.$executeRaw`
    DELETE FROM deprecated_use
    WHERE provider_id = ${providerId}
      AND used_on <= (${at}::timestamptz AT TIME ZONE 'UTC')::date - ${DEPRECATED_USE_DAYS}::int`;
}

/** A provider's calls of deprecated routes, by route. */
export const listDeprecatedUse = (
  tx: ProviderTx,
  providerId: string,
  { keyId, at }: { keyId: string | null; at: Date },
): Promise<DeprecatedUse[]> => tx.$queryRaw<DeprecatedUse[]>`
  SELECT route, sum(calls)::int AS calls,
         coalesce(sum(calls) FILTER (WHERE key_id = ${keyId}::uuid), 0)::int AS "callsWithThisKey",
         max(last_called_at) AS "lastCalledAt"
  FROM deprecated_use
  WHERE provider_id = ${providerId}
    AND used_on > (${at}::timestamptz AT TIME ZONE 'UTC')::date - ${DEPRECATED_USE_DAYS}::int
  GROUP BY route ORDER BY route`;

import { randomUUID } from "node:crypto";
import { type Db, type ProviderTx, readReference } from "@/lib/data/db";
import type { FoundRefusal, RefusalsByCode, RefusedRequest } from "@/lib/domain/refused-request";

export const insertRefusals = async (
  tx: ProviderTx,
  providerId: string,
  refusals: readonly RefusedRequest[],
): Promise<void> => {
  await tx.refusedRequest.createMany({
    data: refusals.map((each) => ({ ...each, providerId, refusalId: randomUUID() })),
  });
};

/** How many requests were refused with each code, the most frequent first. */
export const countRefusals = (tx: ProviderTx, providerId: string): Promise<RefusalsByCode[]> =>
  tx.$queryRaw<RefusalsByCode[]>`
    SELECT code, status::int AS status, sum(times)::int AS requests, max(refused_at) AS "lastRefusedAt"
    FROM refused_request WHERE provider_id = ${providerId}
    GROUP BY code, status ORDER BY requests DESC, code, status`;

/** The newest refusals of a provider that were kept one by one, or counted together. */
export const listRefusals = (tx: ProviderTx, providerId: string, most: number): Promise<RefusedRequest[]> =>
  tx.refusedRequest.findMany({
    where: { providerId },
    orderBy: { refusedAt: "desc" },
    take: most,
    omit: { providerId: true, refusalId: true },
  });

/** Refused requests of any provider by request id, newest first. For the console alone: it crosses providers. */
export const findRefusals = (db: Db, requestId: string): Promise<FoundRefusal[]> =>
  readReference(
    () => db.prisma.$queryRaw<FoundRefusal[]>`
      SELECT provider_id AS "providerId", refused_at AS "refusedAt", request_id AS "requestId", route,
             status::int AS status, code, place, message
      FROM find_refused_requests(${requestId})`,
  );

/** Removes what is older than `REFUSALS_DAYS`. How often: the worker's maintenance task. */
export async function purgeRefusals(db: Db): Promise<number> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ purged: number }[]>`SELECT purge_refused_requests() AS purged`,
  );
  return rows[0]?.purged ?? 0;
}

import { findGroupPage } from "@/lib/data/compliance-reads";
import { asProvider } from "@/lib/data/db";
import { ServiceError } from "@/lib/domain/errors";
import type { Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";
import { scoreSaved, type ScoredApplication } from "@/lib/usecases/applications/score-saved";

export interface GroupQuery {
  accountId: string;
  providerGroupId: string;
  offset: number;
  limit: number;
  withDrawings: boolean;
  withExplanation: boolean;
}

export interface GroupCompliance extends GroupQuery {
  retrievedAt: Date;
  total: number;
  applications: ScoredApplication[];
}

/** One consistent page of a group's applications. There is no verdict over a group, and no sum of points. */
export async function listCompliance(
  { deps, provider }: { deps: Deps; provider: Provider },
  query: GroupQuery,
): Promise<GroupCompliance> {
  const page = await asProvider(
    deps.db,
    provider.providerId,
    (tx) => findGroupPage(tx, provider.providerId, query, query),
    { isolation: "RepeatableRead" },
  );
  if (page.total === 0) throw new ServiceError("groupNotFound", "There is no such group in this account.");
  return {
    ...query,
    retrievedAt: deps.clock(),
    total: page.total,
    applications: await scoreSaved(deps, page.applications),
  };
}

import { findSavedApplication, type ReadOptions } from "@/lib/data/compliance-reads";
import { asProvider } from "@/lib/data/db";
import { ServiceError } from "@/lib/domain/errors";
import type { Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";
import { scoreSaved, type ScoredApplication } from "@/lib/usecases/applications/score-saved";

export interface ReadCompliance {
  retrievedAt: Date;
  application: ScoredApplication;
}

/** The same words for an absent, another provider's and an archived field's application. */
export const applicationNotFound = (): ServiceError =>
  new ServiceError(
    "applicationNotFound",
    "There is no application with this application_event_id. It is the UUID that a check is answered with, not your application_id.",
  );

/** What is required of one application and what is earned now. Checks nothing again, fetches nothing. */
export async function readCompliance(
  { deps, provider }: { deps: Deps; provider: Provider },
  applicationEventId: string,
  options: ReadOptions = {},
): Promise<ReadCompliance> {
  const saved = await asProvider(
    deps.db,
    provider.providerId,
    (tx) => findSavedApplication(tx, provider.providerId, applicationEventId, options),
    { isolation: "RepeatableRead" },
  );
  if (saved === null) throw applicationNotFound();
  const [application] = await scoreSaved(deps, [saved]);
  if (application === undefined) throw new RangeError("one application was read and none was scored");
  return { retrievedAt: deps.clock(), application };
}

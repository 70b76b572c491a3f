import { asProvider } from "@/lib/data/db";
import { setApplicationLock, setGroupLock } from "@/lib/data/portal/locks";
import { ServiceError } from "@/lib/domain/errors";
import type { Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";
import { applicationNotFound } from "@/lib/usecases/applications/read-compliance";

interface Context {
  deps: Deps;
  provider: Provider;
}

/** Opens or closes portal editing of one application. Reads, checks, reports and compute go on. */
export async function lockApplication(
  { deps, provider }: Context,
  applicationEventId: string,
  locked: boolean,
): Promise<{ applicationEventId: string; lockedAt: Date | null }> {
  const lockedAt = await asProvider(deps.db, provider.providerId, (tx) =>
    setApplicationLock(tx, provider.providerId, applicationEventId, locked ? deps.clock() : null),
  );
  if (lockedAt === undefined) throw applicationNotFound();
  return { applicationEventId, lockedAt };
}

/** The same for the applications that are in a group at this moment; later ones start unlocked. */
export async function lockGroup(
  { deps, provider }: Context,
  group: { accountId: string; providerGroupId: string },
  locked: boolean,
): Promise<{ applicationEventIds: string[] }> {
  const applicationEventIds = await asProvider(deps.db, provider.providerId, (tx) =>
    setGroupLock(tx, provider.providerId, group, locked ? deps.clock() : null),
  );
  if (applicationEventIds.length === 0) {
    throw new ServiceError("groupNotFound", "There is no such group in this account.");
  }
  return { applicationEventIds };
}

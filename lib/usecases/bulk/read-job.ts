import { countItems, findJob, findSealedTokens, listItems, type ItemCounts } from "@/lib/data/bulk/jobs";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import type { BulkItem, BulkJob } from "@/lib/domain/bulk-job";
import { ServiceError } from "@/lib/domain/errors";
import type { Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";
import { linkMaker, type PortalLink } from "@/lib/usecases/links/issue-link";

export interface BulkContext {
  deps: Deps;
  provider: Provider;
}

export interface CountedJob {
  job: BulkJob;
  counts: ItemCounts;
}

/** An item with the portal link of the application it saved. */
export interface LinkedItem {
  item: BulkItem;
  link: PortalLink | null;
  isPortalOn: boolean;
}

export interface BulkPage {
  job: BulkJob;
  items: LinkedItem[];
}

/** Unknown, expired and another provider's are one and the same. */
export async function getJob(tx: ProviderTx, providerId: string, jobId: string): Promise<BulkJob> {
  const job = await findJob(tx, providerId, jobId);
  if (job === null) throw new ServiceError("bulkJobNotFound", "There is no such bulk job.");
  return job;
}

/** Job and counts of one moment. */
export const readJob = ({ deps, provider: { providerId } }: BulkContext, jobId: string): Promise<CountedJob> =>
  asProvider(
    deps.db,
    providerId,
    async (tx) => {
      const job = await getJob(tx, providerId, jobId);
      return { job, counts: await countItems(tx, providerId, jobId) };
    },
    { isolation: "RepeatableRead" },
  );

/** A page of items. Stored results hold no link; each is made now. */
export const readResults = (
  { deps, provider }: BulkContext,
  page: { jobId: string; offset: number; limit: number },
): Promise<BulkPage> =>
  asProvider(deps.db, provider.providerId, async (tx) => {
    const job = await getJob(tx, provider.providerId, page.jobId);
    const found = await listItems(tx, provider.providerId, page);
    const saved = found.flatMap(({ savedFieldId }) => savedFieldId ?? []);
    const isTokenMode = provider.portalMode === "token" && saved.length > 0;
    const sealed = isTokenMode ? await findSealedTokens(tx, provider.providerId, saved) : new Map<string, string>();
    const items = found.map((item) => ({
      item,
      link: linkOf(deps, provider, item, sealed),
      isPortalOn: provider.portalEnabled,
    }));
    return { job, items };
  });

/** Every application of a job is in its group, so its link opens the group. Null where no link can be made. */
function linkOf(
  deps: Deps,
  provider: Provider,
  { savedFieldId: fieldId, result }: BulkItem,
  sealed: ReadonlyMap<string, string>,
): PortalLink | null {
  const applicationEventId = result?.application_event_id;
  if (fieldId === null || typeof applicationEventId !== "string") return null;
  if (deps.env.PORTAL_LINK_KEYS.length === 0) return null;
  const links = linkMaker(deps, provider, sealed.get(fieldId) ?? null);
  // A new token would have to be saved with its field; reading makes none.
  if (links.tokenToSave !== null) return null;
  return links.make({ fieldId, applicationEventId, isGrouped: true }, provider.portalLinkTtlS);
}

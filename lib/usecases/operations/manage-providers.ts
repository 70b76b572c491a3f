import { asProvider, type Db } from "@/lib/data/db";
import { findLastLinkGeneration, listOffboardings, recordAction } from "@/lib/data/operators/audit";
import {
  deleteTokens,
  findSettings,
  insertProvider,
  listKeys,
  listProviders as list,
  type ListedProvider,
  type NewProvider,
  type ProviderSettings,
  revokeKeys,
  updateSettings,
} from "@/lib/data/providers";
import { listEndpoints, setDisabled } from "@/lib/data/webhooks/endpoints";
import { OperatorRefusal } from "@/lib/domain/operator";
import type { PortalMode } from "@/lib/domain/provider";
import { changeProvider, type ProviderContext } from "@/lib/usecases/operations/change-provider";

export type { ProviderContext, ProviderSettings };

const PROVIDER_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const DAY_S = 86_400;
const MOST_LINK_DAYS = 366;
/** Federal rules ask to keep records of restricted-use pesticides for two years (7 CFR 110.3). */
const FEWEST_YEARS = 2;
const MOST_YEARS = 50;

export const listProviders = (db: Db): Promise<ListedProvider[]> => list(db);

export interface ProviderInList extends ListedProvider {
  /** Null: it has not been off-boarded, or had a key or an open portal since. */
  offboardedAt: Date | null;
}

/** Every provider, and which of them were off-boarded. */
export async function listProvidersWithAccess(db: Db): Promise<ProviderInList[]> {
  const [providers, offboardings] = await Promise.all([list(db), listOffboardings(db)]);
  const listed: ProviderInList[] = [];
  for (const provider of providers) {
    const { provider_id: providerId } = provider;
    listed.push({ ...provider, offboardedAt: await standing(db, providerId, offboardings.get(providerId)) });
  }
  return listed;
}

/**
 * When a provider was off-boarded; null where it is at work, or was at work since: only another off-boarding ends the links and
 * webhooks that it may have had then.
 */
export const readOffboarding = async (db: Db, providerId: string): Promise<Date | null> =>
  standing(db, providerId, (await listOffboardings(db, providerId)).get(providerId));

/** An off-boarding, where neither a key nor the portal let anyone in since. */
async function standing(db: Db, providerId: string, offboardedAt: Date | undefined): Promise<Date | null> {
  if (offboardedAt === undefined || (await readProvider(db, providerId))?.portalEnabled === true) return null;
  const keys = await listKeys(db, providerId);
  const hadKey = keys.some(({ revokedAt, createdAt }) => revokedAt === null || createdAt > offboardedAt);
  return hadKey ? null : offboardedAt;
}

/** A provider's settings; null where there is none with this id. */
export const readProvider = async (db: Db, providerId: string): Promise<ProviderSettings | null> =>
  PROVIDER_ID.test(providerId) ? asProvider(db, providerId, (tx) => findSettings(tx, providerId)) : null;

function linkSeconds(days: number): number {
  if (Number.isInteger(days) && days >= 1 && days <= MOST_LINK_DAYS) return days * DAY_S;
  throw new OperatorRefusal(`A portal link lives 1 to ${MOST_LINK_DAYS} whole days.`);
}

/** A new provider. Its id is what `provider_id` in requests has to be, and never changes. */
export async function createProvider(
  { db, by }: ProviderContext,
  wanted: Omit<NewProvider, "portalLinkTtlS" | "linkGeneration"> & { linkDays: number },
): Promise<void> {
  const { providerId, portalMode } = wanted;
  const name = wanted.name.trim();
  if (!PROVIDER_ID.test(providerId)) {
    throw new OperatorRefusal("A provider id has 1 to 200 letters, digits, dots, hyphens, or underscores.");
  }
  if (name === "" || name.length > 200) throw new OperatorRefusal("A provider's name has 1 to 200 characters.");
  const portalLinkTtlS = linkSeconds(wanted.linkDays);
  await asProvider(db, providerId, async (tx) => {
    if ((await findSettings(tx, providerId)) !== null) {
      throw new OperatorRefusal(`There is a provider ${providerId} already.`);
    }
    // Sessions of an erased provider of this id name the groups that they open, and the new one may have groups of the same names.
    const linkGeneration = ((await findLastLinkGeneration(tx, providerId)) ?? 0) + 1;
    await insertProvider(tx, { providerId, name, portalMode, portalLinkTtlS, linkGeneration });
    const after = { name, portal_mode: portalMode, link_days: wanted.linkDays };
    await recordAction(tx, by, { action: "provider.create", object: { kind: "provider", id: providerId }, after });
  });
}

/** Whether the provider's portal opens. What is saved in it stays. */
export const setPortalEnabled = (context: ProviderContext, providerId: string, portalEnabled: boolean): Promise<void> =>
  changeProvider(context, providerId, async (tx, was) => {
    await updateSettings(tx, providerId, { portalEnabled });
    return {
      action: "provider.set_portal",
      before: { is_open: was.portalEnabled },
      after: { is_open: portalEnabled },
    };
  });

/** Which kind of links the provider gets, and how long new ones live. Links that are out stay good. */
export async function setPortalLinks(
  context: ProviderContext,
  providerId: string,
  { portalMode, linkDays }: { portalMode: PortalMode; linkDays: number },
): Promise<void> {
  const portalLinkTtlS = linkSeconds(linkDays);
  await changeProvider(context, providerId, async (tx, was) => {
    await updateSettings(tx, providerId, { portalMode, portalLinkTtlS });
    return {
      action: "provider.set_portal_links",
      before: { portal_mode: was.portalMode, link_days: was.portalLinkTtlS / DAY_S },
      after: { portal_mode: portalMode, link_days: linkDays },
    };
  });
}

/** Whether what applicators attest counts in the provider's answers, or is only shown. */
export const setAttestationsCount = (context: ProviderContext, providerId: string, doCount: boolean): Promise<void> =>
  changeProvider(context, providerId, async (tx, was) => {
    await updateSettings(tx, providerId, { attestationsCount: doCount });
    return {
      action: "provider.set_attestations",
      before: { count: was.attestationsCount },
      after: { count: doCount },
    };
  });

/** How many whole years after its own an application is kept, with its answers, measures, and edits. */
export async function setKeepYears(context: ProviderContext, providerId: string, keepYears: number): Promise<void> {
  if (!Number.isInteger(keepYears) || keepYears < FEWEST_YEARS || keepYears > MOST_YEARS) {
    throw new OperatorRefusal(`Applications are kept for ${FEWEST_YEARS} to ${MOST_YEARS} whole years.`);
  }
  await changeProvider(context, providerId, async (tx, was) => {
    await updateSettings(tx, providerId, { keepYears });
    return {
      action: "provider.set_keep_years",
      before: { keep_years: was.keepYears },
      after: { keep_years: keepYears },
    };
  });
}

/** Makes every link, signed or a field's token, and every session of a provider void, and gives the generation that new links are of. */
export async function revokeLinks(context: ProviderContext, providerId: string): Promise<number> {
  let linkGeneration = 0;
  await changeProvider(context, providerId, async (tx, was) => {
    linkGeneration = was.linkGeneration + 1;
    await updateSettings(tx, providerId, { linkGeneration });
    await deleteTokens(tx, providerId);
    return {
      action: "provider.revoke_links",
      before: { link_generation: was.linkGeneration },
      after: { link_generation: linkGeneration },
    };
  });
  return linkGeneration;
}

export interface Offboarded {
  keysRevoked: number;
  webhooksOff: number;
}

/** Ends a provider's access in one step: keys, links, portal, webhooks. Its fields and answers stay. */
export async function offboardProvider(
  context: ProviderContext & { now: Date },
  providerId: string,
): Promise<Offboarded> {
  let done: Offboarded = { keysRevoked: 0, webhooksOff: 0 };
  await changeProvider(context, providerId, async (tx, was) => {
    const keys = await revokeKeys(tx, providerId, { prefix: null, now: context.now });
    const endpoints = (await listEndpoints(tx, providerId)).filter(({ enabled }) => enabled);
    for (const { endpointId } of endpoints) {
      await setDisabled(tx, providerId, { endpointId, reason: "the provider was off-boarded" });
    }
    const linkGeneration = was.linkGeneration + 1;
    await updateSettings(tx, providerId, { portalEnabled: false, linkGeneration });
    await deleteTokens(tx, providerId);
    done = { keysRevoked: keys.length, webhooksOff: endpoints.length };
    return {
      action: "provider.offboard",
      before: { is_open: was.portalEnabled, link_generation: was.linkGeneration },
      after: { is_open: false, link_generation: linkGeneration, keys_revoked: keys, webhooks_off: endpoints.length },
    };
  });
  return done;
}

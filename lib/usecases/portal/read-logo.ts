import { findLogo } from "@/lib/data/portal/sessions";
import type { ReportLogo } from "@/lib/domain/report";
import { repackPicture } from "@/lib/gateways/pictures";
import type { Deps } from "@/lib/runtime/deps";
import { LOGO_LIMITS } from "@/lib/usecases/portal/logo-limits";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** The logo of the session's provider; null where it has none. */
export const readLogo = ({ pass, providerId }: PortalSession): Promise<ReportLogo | null> =>
  readProviderLogo(pass.deps, providerId);

/**
 * A provider's logo as pages and PDFs may show it; null where it has none that can be shown. What is stored is packed
 * again once a process, whenever it was stored: a picture from before logos were checked, or put in by hand, can have
 * any size.
 */
export async function readProviderLogo(deps: Deps, providerId: string): Promise<ReportLogo | null> {
  const stored = await findLogo(deps.db, providerId);
  if (stored === null) return null;
  const key = `${providerId}/${stored.hash}`;
  const known = deps.caches.logos.get(key);
  if (known !== undefined) return known;
  const logo = repackPicture(stored.bytes, LOGO_LIMITS).catch((error: unknown) => {
    deps.log.warn({ err: error, provider: providerId }, "a stored logo cannot be shown; it is left out");
    return null;
  });
  deps.caches.logos.set(key, logo);
  return logo;
}

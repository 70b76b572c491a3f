import { findLogo, type ProviderLogo } from "@/lib/data/portal/sessions";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** The logo of the session's provider; null where it has none. */
export const readLogo = ({ pass, providerId }: PortalSession): Promise<ProviderLogo | null> =>
  findLogo(pass.deps.db, providerId);

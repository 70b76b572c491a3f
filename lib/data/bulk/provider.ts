import type { ProviderTx } from "@/lib/data/db";
import type { PortalMode, Provider } from "@/lib/domain/provider";

/** The provider a job belongs to, as a key would have named it. Throws when there is none: a job cannot be without. */
export async function getProvider(tx: ProviderTx, providerId: string): Promise<Provider> {
  const row = await tx.provider.findUniqueOrThrow({ where: { providerId } });
  return {
    providerId: row.providerId,
    name: row.name,
    portalMode: row.portalMode as PortalMode,
    portalEnabled: row.portalEnabled,
    portalLinkTtlS: row.portalLinkTtlS,
    portalAccessTtlS: row.portalAccessTtlS,
    linkGeneration: row.linkGeneration,
  };
}

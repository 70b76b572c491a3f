import type { ProviderTx } from "@/lib/data/db";
import type { ApplicationChange } from "@/lib/domain/webhook";

/**
 * Tells the provider's endpoints what someone did to an application in the portal. It is sent once the caller's transaction is
 * committed, and not at all where it is taken back.
 */
export const tellOfApplication = (
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  reason: ApplicationChange,
): Promise<unknown> =>
  tx.$queryRaw`SELECT tell_of_application(${providerId}, ${applicationEventId}::uuid, ${reason})::text`;

import type { Deps } from "@/lib/runtime/deps";
import { purgePortalSessions as purge } from "@/lib/usecases/operations/purge-portal-sessions";

/** Every night: sign-outs that need not be remembered any more. */
export async function purgePortalSessions(deps: Deps): Promise<void> {
  deps.log.info({ sign_outs_purged: await purge(deps) }, "portal sessions purged");
}

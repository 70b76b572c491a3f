import type { Deps } from "@/lib/runtime/deps";
import { purgePortalSessions as purge } from "@/lib/usecases/operations/purge-portal-sessions";

/** Every night: sign-outs and keys of edits that need not be remembered any more. */
export async function purgePortalSessions(deps: Deps): Promise<void> {
  const { signOuts, editKeys } = await purge(deps);
  deps.log.info({ sign_outs_purged: signOuts, edit_keys_purged: editKeys }, "portal sessions purged");
}

import { purgeEditKeys } from "@/lib/data/portal/edit-keys";
import { purgeGrantEnds } from "@/lib/data/portal/sessions";
import type { Deps } from "@/lib/runtime/deps";

/** Forgets sign-outs whose cookies are past their own time, and keys of edits that no page can send any more. */
export async function purgePortalSessions({ db }: Deps): Promise<{ signOuts: number; editKeys: number }> {
  return { signOuts: await purgeGrantEnds(db), editKeys: await purgeEditKeys(db) };
}

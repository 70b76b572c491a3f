import { purgeGrantEnds } from "@/lib/data/portal/sessions";
import type { Deps } from "@/lib/runtime/deps";

/** Forgets sign-outs whose cookies are past their own time: no one could show one again. */
export const purgePortalSessions = ({ db }: Deps): Promise<number> => purgeGrantEnds(db);

import type { Deps } from "@/lib/runtime/deps";

/** Who edits, and where: what a portal session stands for. */
export interface PortalPass {
  deps: Deps;
  providerId: string;
  /** Named in the history: the link's holder, or a program. */
  actor: string;
}

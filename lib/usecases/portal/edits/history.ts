import { v7 as uuidv7 } from "uuid";
import type { ProviderTx } from "@/lib/data/db";
import { recordChange } from "@/lib/data/portal/changes";
import type { PortalPass } from "@/lib/usecases/portal/pass";

type Made = Omit<Parameters<typeof recordChange>[2], "changeId" | "actor" | "changedAt">;

/** Keeps a change in the history of its field and year, in the transaction that makes it. The number an undo names. */
export async function remember(
  tx: ProviderTx,
  { deps, providerId, actor }: PortalPass,
  change: Made,
): Promise<{ changeId: string }> {
  const changeId = uuidv7();
  await recordChange(tx, providerId, { ...change, changeId, actor, changedAt: deps.clock() });
  return { changeId };
}

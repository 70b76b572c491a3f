import { asProvider, type Db, type ProviderTx } from "@/lib/data/db";
import { recordAction } from "@/lib/data/operators/audit";
import { lockSettings, type ProviderSettings } from "@/lib/data/providers";
import { type ActionBy, OperatorRefusal, type RecordedAction } from "@/lib/domain/operator";

/** Where providers are changed, and by whom. */
export interface ProviderContext {
  db: Db;
  by: ActionBy;
}

/** A change of one provider and its record, in one transaction. `work` says what it changed. */
export const changeProvider = (
  { db, by }: ProviderContext,
  providerId: string,
  work: (tx: ProviderTx, was: ProviderSettings) => Promise<Omit<RecordedAction, "object">>,
): Promise<void> =>
  asProvider(db, providerId, async (tx) => {
    const was = await lockSettings(tx, providerId);
    if (was === null) throw new OperatorRefusal(`there is no provider ${providerId}`);
    await recordAction(tx, by, { ...(await work(tx, was)), object: { kind: "provider", id: providerId } });
  });

import { v7 as uuidv7 } from "uuid";
import { DATA_SET_KINDS, type DataSetKind } from "@/lib/data/data-sets";
import { beginSwitch, endSwitch } from "@/lib/data/imports/switches";
import { findActiveSet, type ImportClient, listSets } from "@/lib/data/imports/sets";
import { recordAction } from "@/lib/data/operators/audit";
import { listStoredSets } from "@/lib/data/operators/data-sets";
import { asConsole } from "@/lib/data/operators/operators";
import { askForSwitch } from "@/lib/data/operators/data-switches";
import type { Db } from "@/lib/data/db";
import type { DataSwitch } from "@/lib/domain/data-switch";
import { type ActionBy, OperatorRefusal } from "@/lib/domain/operator";
import { describeChecks } from "@/lib/imports/checks";
import { reasonOf } from "@/lib/imports/failure";
import { activateSet, rollbackSet, withClient } from "@/lib/imports/switch";
import type { Deps } from "@/lib/runtime/deps";

export interface WantedSwitch {
  kind: string;
  /** What the page showed as the set in force; empty: none was. */
  fromVersion: string;
  toVersion: string;
}

/**
 * Asks the worker for a switch, and writes down who did. The set that was in force before is
 * rolled back to, not activated, unless a roll-back withdrew it: that one passes its checks first.
 */
export async function askToSwitch({ db, by }: { db: Db; by: ActionBy }, wanted: WantedSwitch): Promise<void> {
  const { kind, toVersion } = wanted;
  const sets = (await listStoredSets(db)).filter((set) => set.kind === kind);
  const active = sets.find(({ role }) => role === "active")?.version ?? null;
  const target = sets.find(({ version }) => version === toVersion);
  if (target?.state !== "ready") throw new OperatorRefusal(`There is no ${kind} set ${toVersion} that is loaded.`);
  if ((active ?? "") !== wanted.fromVersion) {
    throw new OperatorRefusal(
      `${active ?? "No set"} is in force now. Load the page again and look at the differences.`,
    );
  }
  if (target.role === "active") throw new OperatorRefusal(`${toVersion} is in force already.`);
  const act = target.role === "previous" && !target.isWithdrawn ? "rollback" : "activate";
  const asked: Parameters<typeof askForSwitch>[1] = {
    switchId: uuidv7(),
    kind,
    act,
    fromVersion: active,
    toVersion,
    askedBy: by.actor,
    operatorId: by.operatorId,
    requestId: by.requestId,
  };
  await asConsole(db, async (tx) => {
    if (!(await askForSwitch(tx, asked))) {
      throw new OperatorRefusal(`Another switch of ${kind} is under way. Wait until it has ended.`);
    }
    await recordAction(tx, by, {
      action: "data.ask_switch",
      object: { kind: "data_set", id: `${kind} ${toVersion}` },
      before: { in_force: active },
      after: { in_force: toVersion, act },
    });
  });
}

const kindOf = (text: string): DataSetKind | undefined => DATA_SET_KINDS.find((kind) => kind === text);

/**
 * The worker's part: the switch of `npm run data -- activate` or `rollback`, as the owner of the data, and never against
 * a failed check. May run twice: what was done is found done.
 */
export async function runSwitch({ db, env }: Pick<Deps, "db" | "env">, switchId: string): Promise<DataSwitch | null> {
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  return withClient(url, async (client) => {
    const asked = await beginSwitch(client, switchId);
    if (asked === null) return null;
    const detail = await carryOut(client, url, asked).catch(reasonOf);
    await endSwitch(client, switchId, detail);
    const by = { actor: asked.askedBy, operatorId: asked.operatorId, requestId: asked.requestId };
    await asConsole(db, (tx) =>
      recordAction(tx, by, {
        action: detail === null ? "data.switch" : "data.refuse_switch",
        object: { kind: "data_set", id: `${asked.kind} ${asked.toVersion}` },
        before: { in_force: asked.fromVersion },
        after: { in_force: detail === null ? asked.toVersion : asked.fromVersion, refused: detail },
      }),
    );
    return { ...asked, state: detail === null ? "done" : "refused", detail };
  });
}

/** Null: the set is in force. Otherwise why it is not. */
async function carryOut(client: ImportClient, url: string, asked: DataSwitch): Promise<string | null> {
  const kind = kindOf(asked.kind);
  if (kind === undefined) return `there is no kind ${asked.kind}`;
  const active = (await findActiveSet(client, kind))?.version ?? null;
  if (active === asked.toVersion) return null;
  if (active !== asked.fromVersion) return `${active ?? "no set"} is in force now, which no one looked at`;
  if (asked.act === "activate") {
    return describeChecks(await activateSet(url, { kind, version: asked.toVersion })) || null;
  }
  const previous = (await listSets(client, kind)).find(({ role }) => role === "previous")?.version;
  if (previous !== asked.toVersion) return `${asked.toVersion} is no longer the set before`;
  await rollbackSet(url, kind);
  return null;
}

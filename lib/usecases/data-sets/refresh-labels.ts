import { setTimeout as wait } from "node:timers/promises";
import { findHeldLabels, type HeldLabel, noteSeenLabels } from "@/lib/data/imports/refreshes";
import type { ImportClient } from "@/lib/data/imports/sets";
import { registrantRegistration } from "@/lib/domain/registration";
import { ImportFailure, reasonOf, throwIfStopped } from "@/lib/imports/failure";
import { newestLabel, type ListedLabel } from "@/lib/imports/labels/ppls";
import type { Progress } from "@/lib/imports/progress";
import type { RefreshEnd } from "@/lib/usecases/data-sets/refresh-run";

interface LabelRefresh {
  dryRun?: boolean | undefined;
  /** Marks what is otherwise held for a person. */
  force?: boolean | undefined;
  delayMs?: number | undefined;
  signal?: AbortSignal | undefined;
  progress: Progress;
}

/** Several faults in a row mean that the service is down, not that labels are missing. */
const MOST_FAULTS_IN_A_ROW = 5;
/** So many new labels at once are more likely a list that is read wrongly. */
const LARGEST_NEW_PCT = 30;
/** A list this small can change as a whole. */
const FEW = 10;
const DELAY_MS = 1000;

type NewerLabel = ListedLabel & { registration: string; held: string };

/**
 * Asks EPA's label system for the newest label of every product with an edition of ours, one at a time. A newer one is
 * marked: from its date on our edition no longer binds, and answers say that no one has read the label in force.
 */
export async function refreshLabels(
  client: ImportClient,
  listBase: string,
  options: LabelRefresh,
): Promise<RefreshEnd> {
  const held = await findHeldLabels(client);
  if (held.length === 0) throw new ImportFailure("the catalogue in force has no label editions to compare");
  const { newer, faults } = await askAll(held, listBase, options);
  const share = (100 * newer.length) / held.length;
  const report = { asked: held.length, newer, faults };
  if (share > LARGEST_NEW_PCT && held.length > FEW && options.force !== true) {
    const detail =
      `${newer.length} of ${held.length} products would have a newer label. Nothing was marked; ` +
      "look at some of them, and data refresh labels --force marks them";
    return { outcome: "held", version: null, detail, report };
  }
  if (options.dryRun !== true && newer.length > 0) await noteSeenLabels(client, newer);
  const detail = faults.length === 0 ? null : `${faults.length} products could not be asked`;
  return { outcome: newer.length === 0 ? "unchanged" : "noted", version: null, detail, report };
}

async function askAll(held: readonly HeldLabel[], listBase: string, { delayMs, signal, progress }: LabelRefresh) {
  const source = { listBase, labelBase: listBase, signal: signal ?? new AbortController().signal };
  const newer: NewerLabel[] = [];
  const faults: { registration: string; reason: string }[] = [];
  let inARow = 0;
  for (const { registration, labelDate } of held) {
    throwIfStopped(signal);
    try {
      const listed = await newestLabel(registrantRegistration(registration), source);
      if (listed !== null && listed.labelDate > labelDate) newer.push({ ...listed, registration, held: labelDate });
      inARow = 0;
    } catch (error) {
      throwIfStopped(signal);
      faults.push({ registration, reason: reasonOf(error) });
      progress.note(`${registration}: ${reasonOf(error)}`);
      inARow += 1;
      if (inARow >= MOST_FAULTS_IN_A_ROW) throw new ImportFailure(`${inARow} labels in a row could not be asked for`);
    }
    await wait(delayMs ?? DELAY_MS, undefined, signal === undefined ? {} : { signal });
  }
  return { newer, faults };
}

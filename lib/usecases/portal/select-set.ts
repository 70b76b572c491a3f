import { v7 as uuidv7 } from "uuid";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { recordChange } from "@/lib/data/portal/changes";
import { isFieldYearLocked } from "@/lib/data/portal/locks";
import { putSelection, raiseRevision, removeSelection, type FieldYear } from "@/lib/data/portal/selections";
import { isSameSelection, PortalRefusal, type RememberedSelection } from "@/lib/domain/portal";
import {
  findPortalSelection,
  refuseUnselectable,
  type PortalPass,
  type SelectionChanged,
} from "@/lib/usecases/portal/change-selection";

/** Selections of one field and year that change together. A measure in one list alone is selected, or taken back. */
export interface SetChange extends FieldYear {
  /** What has to be saved of these measures now. */
  replaces: readonly RememberedSelection[];
  selections: readonly RememberedSelection[];
  /** The revision the editor saw; null does not ask. */
  expectedRevision: number | null;
}

/** Selects several measures as one change, which one undo takes back. Refused as a whole for what refuses any of them. */
export async function selectSet(
  pass: PortalPass,
  change: FieldYear & { selections: readonly RememberedSelection[]; expectedRevision: number },
): Promise<SelectionChanged> {
  for (const selection of change.selections) refuseUnselectable({ ...selection, year: change.year }, true);
  return asProvider(pass.deps.db, pass.providerId, (tx) => applySet(tx, pass, { ...change, replaces: [] }));
}

/** The same inside a transaction that is open already. */
export async function applySet(
  tx: ProviderTx,
  { deps, providerId, actor }: PortalPass,
  { fieldId, year, replaces, selections, expectedRevision }: SetChange,
): Promise<SelectionChanged> {
  const place = { fieldId, year };
  const isLocked = await isFieldYearLocked(tx, providerId, place);
  const seen = await raiseRevision(tx, providerId, place);
  if (seen === null) throw new PortalRefusal("not_found");
  if (isLocked) throw new PortalRefusal("locked");
  if (expectedRevision !== null && expectedRevision !== seen) throw new PortalRefusal("changed");
  for (const item of itemsOf([...replaces, ...selections])) {
    const before = await findPortalSelection(tx, providerId, place, item);
    if (!isSameSelection(before, find(replaces, item))) throw new PortalRefusal("changed");
    const after = find(selections, item);
    if (after === null) await removeSelection(tx, providerId, place, item);
    else await putSelection(tx, providerId, place, after);
  }
  const changeId = uuidv7();
  await recordChange(tx, providerId, {
    changeId,
    ...place,
    applicationEventId: null,
    kind: "selection",
    actor,
    changedAt: deps.clock(),
    before: replaces.length === 0 ? null : { selections: [...replaces] },
    after: selections.length === 0 ? null : { selections: [...selections] },
  });
  return { changeId, revision: seen + 1 };
}

const isSameItem = (a: RememberedSelection, b: RememberedSelection): boolean =>
  a.system === b.system && a.subOptionId === b.subOptionId;

const find = (selections: readonly RememberedSelection[], item: RememberedSelection): RememberedSelection | null =>
  selections.find((each) => isSameItem(each, item)) ?? null;

const itemsOf = (selections: readonly RememberedSelection[]): RememberedSelection[] =>
  selections.filter((each, index) => selections.findIndex((other) => isSameItem(each, other)) === index);

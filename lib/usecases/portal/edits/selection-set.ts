import type { ProviderTx } from "@/lib/data/db";
import { putSelection, removeSelection } from "@/lib/data/portal/selections";
import type { FieldYear } from "@/lib/domain/field-year";
import { isSameSelection, PortalRefusal, type RememberedSelection } from "@/lib/domain/portal";
import type { AdviceEdit } from "@/lib/domain/portal-edit";
import type { EditKind } from "@/lib/usecases/portal/edits/edit-kind";
import { remember } from "@/lib/usecases/portal/edits/history";
import { findPortalSelection, holdSelections, refuseUnselectable } from "@/lib/usecases/portal/edits/selection";
import type { PortalPass } from "@/lib/usecases/portal/pass";

/** Selections of one field and year that change together. A measure in one list alone is selected, or taken back. */
export interface SetChange extends FieldYear {
  /** What has to be saved of these measures now. */
  replaces: readonly RememberedSelection[];
  selections: readonly RememberedSelection[];
  /** The revision the editor saw; null does not ask. */
  expectedRevision: number | null;
}

/** Puts a set of selections in place of another as one change, which one undo takes back: wholly, or not at all. */
export async function changeSet(
  tx: ProviderTx,
  pass: PortalPass,
  { replaces, selections, ...change }: SetChange,
): Promise<{ changeId: string }> {
  const { fieldId, year } = change;
  const { providerId } = pass;
  await holdSelections(tx, providerId, change);
  for (const item of itemsOf([...replaces, ...selections])) {
    const before = await findPortalSelection(tx, providerId, change, item);
    if (!isSameSelection(before, find(replaces, item))) throw new PortalRefusal("changed");
    const after = find(selections, item);
    if (after === null) await removeSelection(tx, providerId, change, item);
    else await putSelection(tx, providerId, change, after);
  }
  return remember(tx, pass, {
    fieldId,
    year,
    applicationEventId: null,
    kind: "selection",
    before: replaces.length === 0 ? null : { selections: [...replaces] },
    after: selections.length === 0 ? null : { selections: [...selections] },
  });
}

/** Selects several measures. Refused as a whole for what refuses any of them. */
export const adviceKind: EditKind<AdviceEdit> = {
  make: async (tx, pass, { fieldId, year, system, subOptionIds, baseRevision }) => {
    for (const subOptionId of subOptionIds) refuseUnselectable({ year, system, subOptionId }, true);
    const selections = subOptionIds.map((subOptionId) => ({
      system,
      subOptionId,
      implementationDate: null,
      notes: null,
    }));
    return changeSet(tx, pass, { fieldId, year, replaces: [], selections, expectedRevision: baseRevision });
  },
  isSaved: ({ system, subOptionIds }, { record }) =>
    subOptionIds.every((id) =>
      record.selections.some((each) => each.source === "portal" && each.system === system && each.subOptionId === id),
    ),
};

const isSameItem = (a: RememberedSelection, b: RememberedSelection): boolean =>
  a.system === b.system && a.subOptionId === b.subOptionId;

const find = (selections: readonly RememberedSelection[], item: RememberedSelection): RememberedSelection | null =>
  selections.find((each) => isSameItem(each, item)) ?? null;

const itemsOf = (selections: readonly RememberedSelection[]): RememberedSelection[] =>
  selections.filter((each, index) => selections.findIndex((other) => isSameItem(each, other)) === index);

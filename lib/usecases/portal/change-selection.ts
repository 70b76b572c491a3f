import { v7 as uuidv7 } from "uuid";
import { recordChange } from "@/lib/data/portal/changes";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { isFieldYearLocked } from "@/lib/data/portal/locks";
import {
  findSelection,
  putSelection,
  raiseRevision,
  removeSelection,
  type FieldYear,
} from "@/lib/data/portal/selections";
import { isSameSelection, PortalRefusal, type RememberedSelection } from "@/lib/domain/portal";
import type { RunoffSystem } from "@/lib/domain/product";
import { rulebooksOfYear } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";

/** Who edits, and where: what a portal session stands for. */
export interface PortalPass {
  deps: Deps;
  providerId: string;
  /** Named in the history: the link's holder, or a program. */
  actor: string;
}

export interface SelectionChange extends FieldYear {
  system: RunoffSystem;
  subOptionId: number;
  /** Null takes the selection back. */
  selection: { implementationDate: string | null; notes: string | null } | null;
  /** The revision the editor saw; null does not ask. */
  expectedRevision: number | null;
  /** What has to be saved there now, where an undo depends on it; left out does not ask. */
  replaces?: RememberedSelection | null;
}

export interface SelectionChanged {
  changeId: string;
  revision: number;
}

/**
 * Selects a measure for a field and year, or takes a selection back, and remembers both states.
 *
 * Refused on a field that is archived or absent, while any application of the field and year is locked, when
 * someone else changed the selections since the editor saw them, for a measure the menu does not offer, for a
 * selection to take back that is not there, and for automatic credits, which nobody selects. What is selected already
 * can be written about and taken back after the menu has dropped it.
 */
export async function changeSelection(pass: PortalPass, change: SelectionChange): Promise<SelectionChanged> {
  const isNew = change.selection !== null && (change.replaces ?? null) === null;
  refuseUnselectable(change, isNew);
  return asProvider(pass.deps.db, pass.providerId, (tx) => applyChange(tx, pass, change));
}

/** The same inside a transaction that is open already. */
export async function applyChange(
  tx: ProviderTx,
  { deps, providerId, actor }: PortalPass,
  change: SelectionChange,
): Promise<SelectionChanged> {
  const { fieldId, year, system, subOptionId } = change;
  const place = { fieldId, year };
  const isLocked = await isFieldYearLocked(tx, providerId, place);
  const seen = await raiseRevision(tx, providerId, place);
  if (seen === null) throw new PortalRefusal("not_found");
  if (isLocked) throw new PortalRefusal("locked");
  if (change.expectedRevision !== null && change.expectedRevision !== seen) throw new PortalRefusal("changed");
  const before = await findPortalSelection(tx, providerId, place, change);
  refuseStale(before, change);
  const after = change.selection === null ? null : { system, subOptionId, ...change.selection };
  if (after === null) await removeSelection(tx, providerId, place, change);
  else await putSelection(tx, providerId, place, after);
  const changeId = uuidv7();
  await recordChange(tx, providerId, {
    changeId,
    fieldId,
    applicationEventId: null,
    year,
    kind: "selection",
    actor,
    changedAt: deps.clock(),
    before,
    after,
  });
  return { changeId, revision: seen + 1 };
}

/** What the portal selected there before; an automatic credit is not the portal's to change. */
export async function findPortalSelection(
  tx: ProviderTx,
  providerId: string,
  place: FieldYear,
  { system, subOptionId }: Pick<RememberedSelection, "system" | "subOptionId">,
): Promise<RememberedSelection | null> {
  const found = await findSelection(tx, providerId, place, { system: system as RunoffSystem, subOptionId });
  if (found === null) return null;
  if (found.source !== "portal") throw new PortalRefusal("automatic_credit");
  const { implementationDate, notes } = found;
  return { system, subOptionId, implementationDate, notes };
}

/** Refuses to replace what is not there any more, and to take back what is not there. */
function refuseStale(before: RememberedSelection | null, change: SelectionChange): void {
  if (change.replaces !== undefined && !isSameSelection(before, change.replaces)) throw new PortalRefusal("changed");
  if (before === null && change.selection === null) throw new PortalRefusal("not_found");
}

/**
 * What only the ground gives is nobody's to change. What no menu in force in the year offers is nobody's to select: any
 * of them will do, because applications of one year share its selections and may stand under different editions.
 */
export function refuseUnselectable(
  { year, system, subOptionId }: Pick<RememberedSelection, "system" | "subOptionId"> & { year: number },
  isNew: boolean,
): void {
  const found = rulebooksOfYear(year)
    .flatMap(({ menus }) => menus[system as RunoffSystem].categories)
    .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
    .filter(({ id }) => id === subOptionId);
  if (found.length > 0 && found.every(({ isAutomatic }) => isAutomatic)) throw new PortalRefusal("automatic_credit");
  const isOffered = found.some(({ isActive, isDerived, isAutomatic }) => isActive && !isDerived && !isAutomatic);
  if (isNew && !isOffered) throw new PortalRefusal("unknown_measure");
}

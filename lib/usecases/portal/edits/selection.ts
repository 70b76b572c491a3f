import type { ProviderTx } from "@/lib/data/db";
import { isFieldYearLocked } from "@/lib/data/portal/locks";
import {
  findRivals,
  findSelection,
  putSelection,
  raiseRevision,
  removeSelection,
  type RivalApplication,
  type Rivals,
} from "@/lib/data/portal/selections";
import type { FieldYear } from "@/lib/domain/field-year";
import type { MeasureClaims, MenuOption, MitigationMenu, SubOption } from "@/lib/domain/mitigation";
import { isSameSelection, PortalRefusal, type RememberedSelection } from "@/lib/domain/portal";
import type { SelectionEdit, SelectionText } from "@/lib/domain/portal-edit";
import type { RunoffSystem } from "@/lib/domain/product";
import { rateMix } from "@/lib/engine/rated-product";
import { applicationFacts, contradictsApplication } from "@/lib/engine/runoff/contradictions";
import { rulebooksOfYear } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import { withoutLastRead } from "@/lib/usecases/applications/score-saved";
import type { EditKind } from "@/lib/usecases/portal/edits/edit-kind";
import { remember } from "@/lib/usecases/portal/edits/history";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import type { FieldYearFacts } from "@/lib/usecases/portal/read-field-year";
import { rateSiblings } from "@/lib/usecases/products/rate-siblings";
import { askedOn, resolveProducts } from "@/lib/usecases/products/resolve-products";

export interface SelectionChange extends FieldYear {
  system: RunoffSystem;
  subOptionId: number;
  /** Null takes the selection back. */
  selection: SelectionText | null;
  /** The revision the editor saw; null does not ask. */
  expectedRevision: number | null;
  /** What has to be saved there now, where an undo depends on it; left out does not ask. */
  replaces?: RememberedSelection | null;
}

export interface Selected {
  changeId: string;
  revision: number;
}

/**
 * Selects a measure for a field and year, or takes a selection back, and remembers both states.
 *
 * Refused on a field that is archived or absent, while any application of the field and year is locked, when
 * someone else changed the selections since the editor saw them, for a measure the menu does not offer, for a
 * selection to take back that is not there, for automatic credits, which no one selects, and for a measure that the
 * application or another measure contradicts. What is selected already
 * can be written about and taken back after the menu has dropped it.
 */
export async function changeSelection(tx: ProviderTx, pass: PortalPass, change: SelectionChange): Promise<Selected> {
  const isNew = change.selection !== null && (change.replaces ?? null) === null;
  refuseUnselectable(change, isNew);
  if (isNew) await refuseContradiction(pass.deps, change, await findRivals(tx, pass.providerId, change));
  return putInPlace(tx, pass, change);
}

/** The same for what an undo puts back, whether the menu offers it or not. */
export async function putInPlace(tx: ProviderTx, pass: PortalPass, change: SelectionChange): Promise<Selected> {
  const { providerId } = pass;
  const { fieldId, year, system, subOptionId } = change;
  const seen = await holdSelections(tx, providerId, change);
  const before = await findPortalSelection(tx, providerId, change, change);
  refuseStale(before, change);
  const after = change.selection === null ? null : { system, subOptionId, ...change.selection };
  if (after === null) await removeSelection(tx, providerId, change, change);
  else await putSelection(tx, providerId, change, after);
  const made = { fieldId, year, applicationEventId: null, kind: "selection", before, after } as const;
  return { ...(await remember(tx, pass, made)), revision: seen + 1 };
}

/** Holds the selections of a field and year until the transaction ends, and raises their revision; the one before. */
export async function holdSelections(
  tx: ProviderTx,
  providerId: string,
  { expectedRevision, ...fieldYear }: FieldYear & Pick<SelectionChange, "expectedRevision">,
): Promise<number> {
  const isLocked = await isFieldYearLocked(tx, providerId, fieldYear);
  const seen = await raiseRevision(tx, providerId, fieldYear);
  if (seen === null) throw new PortalRefusal("not_found");
  if (isLocked) throw new PortalRefusal("locked");
  if (expectedRevision !== null && expectedRevision !== seen) throw new PortalRefusal("changed");
  return seen;
}

/** What the portal selected there before; an automatic credit is not the portal's to change. */
export async function findPortalSelection(
  tx: ProviderTx,
  providerId: string,
  fieldYear: FieldYear,
  { system, subOptionId }: Pick<RememberedSelection, "system" | "subOptionId">,
): Promise<RememberedSelection | null> {
  const found = await findSelection(tx, providerId, fieldYear, { system: system as RunoffSystem, subOptionId });
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

/** What the menus in force in the year have of a measure: under several editions, one each. */
const offersOf = ({ year, system, subOptionId }: MeasureOfYear): SubOption[] =>
  rulebooksOfYear(year)
    .flatMap(({ menus }) => menus[system as RunoffSystem].categories)
    .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
    .filter(({ id }) => id === subOptionId);

type MeasureOfYear = Pick<RememberedSelection, "system" | "subOptionId"> & { year: number };

/** Only the ground gives it: no one selects it or takes it back. */
const isAutomaticCredit = (measure: MeasureOfYear): boolean => {
  const offers = offersOf(measure);
  return offers.length > 0 && offers.every(({ isAutomatic }) => isAutomatic);
};

/**
 * What only the ground gives is no one's to change. What no menu in force in the year offers is no one's to select: any
 * of them will do, because applications of one year share its selections and may stand under different editions.
 */
export function refuseUnselectable(measure: MeasureOfYear, isNew: boolean): void {
  if (isAutomaticCredit(measure)) throw new PortalRefusal("automatic_credit");
  const isOffered = offersOf(measure).some(
    ({ isActive, isDerived, isAutomatic }) => isActive && !isDerived && !isAutomatic,
  );
  if (isNew && !isOffered) throw new PortalRefusal("unknown_measure");
}

const optionsOf = ({ categories }: MitigationMenu): MenuOption[] => categories.flatMap(({ options }) => options);

/**
 * Refuses a measure that cannot be in place beside another one that is selected, or with the method or the rates of every
 * application of the field and year. Where only some of them contradict it, it is kept and earns nothing for those.
 */
async function refuseContradiction(
  deps: Deps,
  { system, subOptionId, year }: SelectionChange,
  { selectedIds, applications }: Rivals,
): Promise<void> {
  const options = rulebooksOfYear(year).flatMap(({ menus }) => optionsOf(menus[system]));
  const optionOf = (id: number) => options.find(({ subOptions }) => subOptions.some((each) => each.id === id));
  const claimsOf = (id: number) => optionOf(id)?.subOptions.find((each) => each.id === id)?.claims ?? null;
  const claims = claimsOf(subOptionId);
  if (claims?.tillage !== undefined) {
    // Of the measures of one option one counts anyway: the other gives way to it.
    const others = selectedIds.filter((id) => optionOf(id)?.code !== optionOf(subOptionId)?.code);
    const isContradicted = others.some((id) => (claimsOf(id)?.tillage ?? claims.tillage) !== claims.tillage);
    if (isContradicted) throw new PortalRefusal("contradicts_tillage");
  }
  if (claims === null || applications.length === 0) return;
  const isUntrue = applications.every((rival) => contradictsApplication(claims, applicationFacts(rival, [], [])));
  if (isUntrue) throw new PortalRefusal("contradicts_method");
  const asksProducts = claims.annualShareAtMost !== undefined || claims.applicationsAtMost !== undefined;
  if (asksProducts && (await isOverYear(deps, claims, applications))) {
    throw new PortalRefusal(claims.applicationsAtMost === undefined ? "contradicts_rate" : "contradicts_applications");
  }
}

/** Whether every application by itself says that there is more in the year than the measure leaves. */
async function isOverYear(
  deps: Deps,
  claims: MeasureClaims,
  applications: readonly RivalApplication[],
): Promise<boolean> {
  for (const rival of applications) {
    const { applicationDate, gpa, products } = rival;
    const resolved = await resolveProducts(deps, askedOn(applicationDate, products), { isLastReadAsked: true });
    const siblingMixes = applications.filter((each) => each !== rival);
    const [siblings = []] = await rateSiblings(deps, [{ ...resolved, siblingMixes }]);
    // Where an answer may have freed the application of a label, a measure is taken: it earns nothing if none has.
    const facts = applicationFacts(rival, rateMix(products, resolved.products.map(withoutLastRead), gpa), siblings);
    if (!contradictsApplication(claims, facts)) return false;
  }
  return true;
}

const remembered = (
  { system, subOptionId }: Pick<SelectionEdit, "system" | "subOptionId">,
  text: SelectionText | null,
): RememberedSelection | null => (text === null ? null : { system, subOptionId, ...text });

/** Nothing to save: what is wanted is what the editor saw. */
const isIdle = (edit: SelectionEdit): boolean =>
  edit.base !== null && isSameSelection(remembered(edit, edit.base), remembered(edit, edit.selection));

function isSelectionSaved(edit: SelectionEdit, { record: { selections } }: FieldYearFacts): boolean {
  const { system, subOptionId, base, selection } = edit;
  const found = selections.find((each) => each.system === system && each.subOptionId === subOptionId) ?? null;
  if ((found ?? { source: "portal" }).source !== "portal" || isAutomaticCredit(edit)) return false;
  return isSameSelection(found, remembered(edit, selection)) && (base !== null || selection !== null);
}

export const selectionKind: EditKind<SelectionEdit> = {
  make: async (tx, pass, edit) =>
    isIdle(edit)
      ? { changeId: null }
      : changeSelection(tx, pass, { ...edit, expectedRevision: null, replaces: remembered(edit, edit.base) }),
  isSaved: isSelectionSaved,
};

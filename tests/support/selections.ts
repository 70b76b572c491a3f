import { findSavedApplication } from "@/lib/data/compliance-reads";
import { asProvider } from "@/lib/data/db";
import type { FieldYear } from "@/lib/domain/field-year";
import type { ExemptionReason } from "@/lib/domain/mitigation";
import { PortalRefusal, type ChangeRecord, type PortalRefusalReason } from "@/lib/domain/portal";
import type { RunoffSystem } from "@/lib/domain/product";
import { getDeps } from "@/lib/runtime/deps";
import type { Selected } from "@/lib/usecases/portal/edits/selection";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import { changeSelection, claimExemption, readChanges, redoChange, undoChange } from "@/tests/support/portal-edits";

export interface Measure {
  system: RunoffSystem;
  subOptionId: number;
}
const epa = (subOptionId: number): Measure => ({ system: "epa_runoff", subOptionId });
const trait = (subOptionId: number): Measure => ({ system: "trait_runoff", subOptionId });

/** Measures of the two menus that tests select, by what they are. */
export const MEASURES = {
  annualRate30Lower: epa(202),
  reducedTillage: epa(209),
  noTill: epa(210),
  contourFarming: epa(212),
  coverCrop: epa(217),
  wetlands: epa(231),
  retention: epa(237),
  uncontrolledDrains: epa(238),
  specialist: epa(239),
  program: epa(241),
  traitOneApplication: trait(403),
  traitResidueTillage: trait(404),
  traitCoverCrop: trait(405),
} as const satisfies Record<string, Measure>;

export const AUTOMATIC = {
  countyVeryLow: epa(9),
  countyMedium: epa(10),
  countyLow: epa(11),
  countyHigh: epa(12),
  lowSlope: epa(17),
  tracking: epa(24),
  sandy: epa(27),
  moderatelySandy: epa(28),
} as const satisfies Record<string, Measure>;

/** Points that the rules award for measures of several kinds; no one selects it. */
export const DERIVED_BONUS = epa(242);

export interface SelectionDetails {
  implementationDate?: string | null;
  notes?: string | null;
  /** The revision the editor saw; left out does not ask. */
  revision?: number;
}

/** Edits of one provider's fields by one person, made as the portal makes them. */
export interface Editor {
  actor: string;
  /** The field and year that an application's selections belong to. */
  placeOf: (applicationEventId: string) => Promise<FieldYear>;
  select: (place: FieldYear, measure: Measure, details?: SelectionDetails) => Promise<Selected>;
  takeBack: (place: FieldYear, measure: Measure, revision?: number) => Promise<Selected>;
  exempt: (applicationEventId: string, ...reasons: ExemptionReason[]) => Promise<{ changeId: string }>;
  noneApply: (applicationEventId: string) => Promise<{ changeId: string }>;
  /** Reasons as they might come from a form that was tampered with. */
  claim: (
    applicationEventId: string,
    reasons: readonly string[],
    treatedAcres?: number | null,
  ) => Promise<{ changeId: string }>;
  undo: (changeId: string) => Promise<{ changeId: string }>;
  /** Makes an undone change again, by the id of its undo. */
  redo: (changeId: string) => Promise<{ changeId: string }>;
  /** Newest first. */
  history: (place: FieldYear) => Promise<ChangeRecord[]>;
  revision: (place: FieldYear) => Promise<number>;
}

export async function editorOf(providerId: string, actor = "grower@example.com"): Promise<Editor> {
  const deps = await getDeps();
  const pass: PortalPass = { deps, providerId, actor };
  const change = (
    place: FieldYear,
    measure: Measure,
    selection: { implementationDate: string | null; notes: string | null } | null,
    revision: number | undefined,
  ) => changeSelection(pass, { ...place, ...measure, selection, expectedRevision: revision ?? null });
  return {
    actor,
    placeOf: async (applicationEventId) => {
      const saved = await asProvider(deps.db, providerId, (tx) =>
        findSavedApplication(tx, providerId, applicationEventId),
      );
      if (saved === null) throw new Error(`no application ${applicationEventId}`);
      return { fieldId: saved.fieldId, year: Number(saved.applicationDate.slice(0, 4)) };
    },
    select: (place, measure, { implementationDate = null, notes = null, revision } = {}) =>
      change(place, measure, { implementationDate, notes }, revision),
    takeBack: (place, measure, revision) => change(place, measure, null, revision),
    // Any area that is small enough, so that every reason can be claimed alike.
    exempt: (applicationEventId, ...reasons) =>
      claimExemption(
        pass,
        applicationEventId,
        reasons,
        reasons.some((reason) => reason === "small_area" || reason === "spot_treatment") ? 0.02 : null,
      ),
    noneApply: (applicationEventId) => claimExemption(pass, applicationEventId, []),
    claim: (applicationEventId, reasons, acres = null) => claimExemption(pass, applicationEventId, reasons, acres),
    undo: (changeId) => undoChange(pass, changeId),
    redo: (changeId) => redoChange(pass, changeId),
    history: (place) => readChanges(pass, place),
    revision: ({ fieldId, year }) =>
      asProvider(deps.db, providerId, async (tx) => {
        const key = { providerId_fieldId_year: { providerId, fieldId, year } };
        return (await tx.fieldYear.findUnique({ where: key }))?.revision ?? 1;
      }),
  };
}

/** Why an edit was refused; throws when it was made, or failed in another way. */
export async function refusedEdit(edit: Promise<unknown>): Promise<PortalRefusalReason> {
  const made = await edit.then(
    () => "made",
    (error: unknown) => {
      if (error instanceof PortalRefusal) return error;
      throw error;
    },
  );
  if (made instanceof PortalRefusal) return made.reason;
  throw new Error("the edit was made and not refused");
}

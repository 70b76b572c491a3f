import type { FieldYearRef } from "@/lib/domain/field-year";
import type { AdviceEdit, DownslopeEdit, ExemptionEdit, SelectionEdit, SelectionText } from "@/lib/domain/portal-edit";

export const FIELD_YEAR: FieldYearRef = { fieldId: "f", year: 2026, applicationEventId: "a" };

export const written = (notes: string | null = null): SelectionText => ({ implementationDate: null, notes });

/** A change of one of EPA's measures, from what was seen to what is wanted. */
export const selectionEdit = (
  subOptionId: number,
  base: SelectionText | null,
  selection: SelectionText | null,
): SelectionEdit => ({ kind: "selection", ...FIELD_YEAR, system: "epa_runoff", subOptionId, base, selection });

export const adviceEdit = (baseRevision: number, subOptionIds = [210]): AdviceEdit => ({
  kind: "advice",
  ...FIELD_YEAR,
  system: "epa_runoff",
  subOptionIds,
  baseRevision,
});

export const exemptionEdit = (baseAnsweredAt: string | null, ...reasons: string[]): ExemptionEdit => ({
  kind: "exemption",
  ...FIELD_YEAR,
  applicationEventId: "a",
  baseAnsweredAt,
  reasons,
  treatedAcres: null,
});

export const DOWNSLOPE: DownslopeEdit = { kind: "downslope", ...FIELD_YEAR, edges: [], boundaryHash: "0".repeat(64) };

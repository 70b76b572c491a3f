import type { CitationView, FieldYearLive } from "@/lib/views/portal/field-year";

/** One ground on which no EPA runoff points are asked for. */
export interface ExemptionQuestion {
  code: string;
  label: string;
  question: string;
  isAllowed: boolean;
  /** Why it cannot be claimed with this application's method on this field. */
  refusal: string | null;
  /** It is claimed with the acres that are treated, fewer than this; null: without. */
  acresBelow: number | null;
  evidence: string;
  note: string | null;
  citations: CitationView[];
}

/** The exemptions page. */
export interface ExemptionsView {
  questions: ExemptionQuestion[];
  /** No one treats more than the field has; null: its area is not known. */
  fieldAcres: number | null;
  live: FieldYearLive;
}

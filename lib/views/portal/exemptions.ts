import type { CitationView, FieldYearLive } from "@/lib/views/portal/field-year";

/** One ground on which no EPA runoff points are asked for. */
export interface ExemptionQuestion {
  code: string;
  label: string;
  question: string;
  isAllowed: boolean;
  /** Why it cannot be claimed with this application's method. */
  refusal: string | null;
  evidence: string;
  note: string | null;
  citations: CitationView[];
}

/** The exemptions page. */
export interface ExemptionsView {
  questions: ExemptionQuestion[];
  live: FieldYearLive;
}

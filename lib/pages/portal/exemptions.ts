import type { ExemptionQuestion, ExemptionsView } from "@/lib/views/portal/exemptions";
import type { FieldYearRef } from "@/lib/domain/field-year";
import type { ApplicationMethod } from "@/lib/domain/application";
import type { ExemptionReasonRow, Rulebook } from "@/lib/domain/tables";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import { citationsOf } from "@/lib/pages/portal/measures/measures";
import { liveView } from "@/lib/pages/portal/field-year/live";
import { readFieldYear } from "@/lib/usecases/portal/read-field-year";
import { evidenceInWords } from "@/lib/views/documents";
import { wordsIn } from "@/lib/views/language";
import { tableText } from "@/lib/views/vocabulary/table-text";
import { methodInWords } from "@/lib/views/words";

const words = wordsIn({
  en: {
    only: (methods: readonly ApplicationMethod[], here: ApplicationMethod | null) =>
      `Only for the method ${methods.join(" or ")}${here === null ? "" : `; this application is ${here}`}.`,
  },
  es: {
    only: (methods, here) =>
      `Solo para el método ${methods.map(methodInWords).join(" o ")}${here === null ? "" : `; el de esta aplicación es: ${methodInWords(here)}`}.`,
  },
});

/** The exemptions page of an application: what can be claimed with its method, what is claimed, and both scores. */
export async function readExemptions(pass: PortalPass, place: FieldYearRef): Promise<ExemptionsView> {
  const facts = await readFieldYear(pass, place);
  const { rulebook, shown } = facts;
  const method = shown?.saved.method ?? null;
  return {
    questions: rulebook.exemptionReasons.map((row) => questionOf(row, rulebook, method)),
    live: liveView(facts, pass.actor),
  };
}

function questionOf(row: ExemptionReasonRow, rulebook: Rulebook, method: ApplicationMethod | null): ExemptionQuestion {
  const refusal = refusalOf(row, method);
  return {
    code: row.code,
    label: tableText(row.label),
    question: tableText(row.question),
    isAllowed: refusal === null,
    refusal,
    evidence: evidenceInWords(row.evidence),
    note: tableText(row.note ?? null),
    citations: citationsOf(row.cite, rulebook.citations),
  };
}

function refusalOf({ methods }: ExemptionReasonRow, method: ApplicationMethod | null): string | null {
  if (methods === null || (method !== null && methods.includes(method))) return null;
  return words().only(methods, method);
}

import type { ExemptionQuestion, ExemptionsView } from "@/lib/views/portal/exemptions";
import type { FieldYearRef } from "@/lib/domain/field-year";
import type { ApplicationMethod } from "@/lib/domain/application";
import type { ExemptionReasonRow, Rulebook } from "@/lib/domain/tables";
import { HA_PER_ACRE, SQM_PER_HA } from "@/lib/domain/units";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { isTooLarge } from "@/lib/engine/runoff/contradictions";
import { isContradicted } from "@/lib/engine/runoff/exemption";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import { citationsOf } from "@/lib/pages/portal/measures/measures";
import { liveView } from "@/lib/pages/portal/field-year/live";
import { readFieldYear } from "@/lib/usecases/portal/read-field-year";
import { evidenceInWords } from "@/lib/views/documents";
import { wordsIn } from "@/lib/views/language";
import { tableText } from "@/lib/views/vocabulary/table-text";
import { acresInWords, listInWords, methodInWords } from "@/lib/views/words";

const words = wordsIn({
  en: {
    methodsAlone: (methods: readonly ApplicationMethod[], here: ApplicationMethod | null) =>
      `Only for the method ${methods.join(" or ")}${here === null ? "" : `; this application is ${here}`}.`,
    tooLarge: (acres: string) =>
      `Only for treated areas under a tenth of an acre; this application goes over the whole field, ${acres}.`,
    contradicted: (measures: string) => `Not beside a measure that says otherwise of this field: ${measures}.`,
  },
  es: {
    methodsAlone: (methods, here) =>
      `Solo para el método ${methods.map(methodInWords).join(" o ")}${here === null ? "" : `; el de esta aplicación es: ${methodInWords(here)}`}.`,
    tooLarge: (acres) =>
      `Solo para áreas tratadas de menos de una décima de acre; esta aplicación pasa por todo el campo, ${acres}.`,
    contradicted: (measures) => `No junto a una medida que dice lo contrario de este campo: ${measures}.`,
  },
});

/** The exemptions page of an application: what can be claimed with its method, what is claimed, and both scores. */
export async function readExemptions(pass: PortalPass, place: FieldYearRef): Promise<ExemptionsView> {
  const facts = await readFieldYear(pass, place);
  const { rulebook, shown } = facts;
  const about: About = {
    method: shown?.saved.method ?? null,
    areaSqm: shown?.saved.ground?.soil?.totalAreaSqm ?? null,
    opposing: (row) => (shown === null ? [] : opposingLabels(row, shown.saved, rulebook)),
  };
  return {
    questions: rulebook.exemptionReasons.map((row) => questionOf(row, rulebook, about)),
    fieldAcres: about.areaSqm === null ? null : about.areaSqm / (HA_PER_ACRE * SQM_PER_HA),
    live: liveView(facts, pass.actor),
  };
}

interface About {
  method: ApplicationMethod | null;
  areaSqm: number | null;
  /** What measures are called that say of the field what a reason denies. */
  opposing: (row: ExemptionReasonRow) => string[];
}

const opposingLabels = (row: ExemptionReasonRow, saved: SavedApplicationRecord, { menus }: Rulebook): string[] =>
  menus.epa_runoff.categories
    .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
    .filter(({ id }) => row.contradictedBy.includes(id) && isContradicted({ contradictedBy: [id] }, saved))
    .map(({ label }) => tableText(label));

function questionOf(row: ExemptionReasonRow, rulebook: Rulebook, about: About): ExemptionQuestion {
  const refusal = refusalOf(row, about);
  return {
    code: row.code,
    label: tableText(row.label),
    question: tableText(row.question),
    isAllowed: refusal === null,
    refusal,
    acresBelow: row.acresBelow,
    evidence: evidenceInWords(row.evidence),
    note: tableText(row.note ?? null),
    citations: citationsOf(row.cite, rulebook.citations),
  };
}

function refusalOf(row: ExemptionReasonRow, { method, areaSqm, opposing }: About): string | null {
  const { methods } = row;
  if (methods !== null && (method === null || !methods.includes(method))) return words().methodsAlone(methods, method);
  if (method !== null && areaSqm !== null && isTooLarge(row, { method, areaSqm })) {
    return words().tooLarge(acresInWords(areaSqm));
  }
  const measures = opposing(row);
  return measures.length === 0 ? null : words().contradicted(listInWords(measures));
}

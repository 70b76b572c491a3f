import { adjuvantKindInWords } from "@/lib/views/issues/adjuvant-words";
import { issueMessage } from "@/lib/views/issues/issue-text";
import type { AdjuvantResults } from "@/lib/domain/drift";
import type { ReportBlock } from "@/lib/domain/report";
import type { RecordedApplication, RecordedComputation } from "@/lib/usecases/reports/record";
import type { RecordedReduction } from "@/lib/usecases/applications/drift-buffer/recorded-reductions";
import { notReducedWords } from "@/lib/pages/reports/reasons";
import { currentLanguage, wordsIn } from "@/lib/views/language";
import { tableText } from "@/lib/views/vocabulary/table-text";
import { column, columnOf, listText, named, NONE, numberText, percentText, ruleName } from "@/lib/pages/reports/words";

const words = wordsIn({
  en: {
    for: "For",
    practice: "Practice",
    takesOff: "Takes off",
    basis: "Basis",
    remark: "Remark",
    shown: "Shown by the setup",
    claimedOnly: "Claimed, not verified",
    practiceClaimed: "Practice claimed",
    reduction: "Reduction",
    countsFor: "Counts for",
    verified: "Verified",
    no: "No",
    reducing: "Practices that reduce the buffer",
    claims: "Claimed practices",
    byMenu: "By the menu",
    value: "Value",
    claimed: "Claimed",
    notes: "Notes",
    recorded: "Drift practices recorded in the portal (not verified)",
    adjuvant: "Adjuvant",
    kind: "Kind",
    driftReduction: "Drift reduction",
    notRecognized: "Not recognized",
    adjuvants: "Adjuvants",
  },
  es: {
    for: "Para",
    practice: "Práctica",
    takesOff: "Descuenta",
    basis: "Base",
    remark: "Observación",
    shown: "Se ve en la configuración",
    claimedOnly: "Declarada, sin verificar",
    practiceClaimed: "Práctica declarada",
    reduction: "Reducción",
    countsFor: "Cuenta para",
    verified: "Verificada",
    no: "No",
    reducing: "Prácticas que reducen la zona de amortiguamiento",
    claims: "Prácticas declaradas",
    byMenu: "Según el menú",
    value: "Valor",
    claimed: "Declarada",
    notes: "Notas",
    recorded: "Prácticas contra la deriva registradas en el portal (sin verificar)",
    adjuvant: "Adyuvante",
    kind: "Tipo",
    driftReduction: "Reducción de deriva",
    notRecognized: "No reconocido",
    adjuvants: "Adyuvantes",
  },
});

const reductionColumns = () => [
  column(words().for, 24),
  column(words().practice, 38),
  column(words().takesOff, 15, "right"),
  column(words().basis, 24),
  column(words().remark, 38),
];

/** What no one claimed, the setup or the weather shows, also where it takes nothing off. */
function reductionRows(
  application: RecordedApplication,
  { reductions, manualClaims }: RecordedComputation,
): string[][] {
  const claimed = new Set(manualClaims.map(({ subOptionId }) => subOptionId));
  return reductions.flatMap((reduction) =>
    reduction.selections.map((selection) => [
      ruleName(application, reduction.configLabel),
      tableText(selection.label),
      percentText(selection.reductionPercent),
      claimed.has(selection.subOptionId) ? words().claimedOnly : words().shown,
      selection.reason === null ? NONE : notReducedWords()[selection.reason],
    ]),
  );
}

const claimColumns = () => [
  column(words().practiceClaimed, 46),
  column(words().reduction, 16, "right"),
  column(words().countsFor, 34),
  column(words().verified, 14),
];

const claimRows = ({ manualClaims }: RecordedComputation): string[][] =>
  manualClaims.map((claim) => [
    tableText(claim.label),
    claim.reductionPercent === null ? NONE : percentText(claim.reductionPercent),
    listText(claim.allowedFor),
    words().no,
  ]);

/** What a computation took off the buffers, and its inputs. */
export const reductionBlocks = (application: RecordedApplication, computation: RecordedComputation): ReportBlock[] => [
  ...named(words().reducing, reductionColumns(), reductionRows(application, computation)),
  ...named(words().claims, claimColumns(), claimRows(computation)),
];

const practiceColumns = () => [
  column(words().practice, 46),
  column(words().byMenu, 18, "right"),
  column(words().value, 12, "right"),
  column(words().claimed, 32),
  columnOf("name", words().notes, 40),
];

/** What the portal holds now, which may be newer than the last computation. */
export const practiceBlocks = (
  practices: readonly RecordedReduction[],
  chosen: (subOptionId: number) => string,
): ReportBlock[] =>
  named(
    words().recorded,
    practiceColumns(),
    practices.flatMap(({ selections }) =>
      selections.map(({ subOptionId, label, reductionPercent, customValue, notes }) => [
        tableText(label),
        reductionPercent === null ? NONE : percentText(reductionPercent),
        customValue === null ? NONE : numberText(customValue),
        chosen(subOptionId),
        notes ?? NONE,
      ]),
    ),
  );

const adjuvantColumns = () => [
  columnOf("name", words().adjuvant, 46),
  column(words().kind, 36),
  column(words().driftReduction, 24, "right"),
];

/** The mix's adjuvants as the last check or computation judged them, and what its labels ask of them beside. */
export function adjuvantBlocks(results: AdjuvantResults | null): ReportBlock[] {
  if (results === null) return [];
  const rows = results.adjuvants.map(({ productName, kind, reductionPercent }) => [
    productName,
    kind === null ? words().notRecognized : adjuvantKindInWords(kind, currentLanguage()),
    reductionPercent === null ? NONE : percentText(reductionPercent),
  ]);
  return [
    ...named(words().adjuvants, adjuvantColumns(), rows),
    ...results.issues.map((found): ReportBlock => ({ kind: "text", text: issueMessage(found), tone: "plain" })),
  ];
}

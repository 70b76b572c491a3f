import { issueMessage } from "@/lib/views/issues/issue-text";
import type { AdjuvantResults } from "@/lib/domain/drift";
import type { ReportBlock } from "@/lib/domain/report";
import type { RecordedApplication, RecordedComputation } from "@/lib/usecases/reports/record";
import type { RecordedReduction } from "@/lib/usecases/applications/drift-buffer/recorded-reductions";
import {
  column,
  listText,
  named,
  NONE,
  NOT_REDUCED_WORDS,
  numberText,
  percentText,
  plain,
  ruleName,
} from "@/lib/pages/reports/words";

const REDUCTION_COLUMNS = [
  column("For", 24),
  column("Practice", 38),
  column("Takes off", 15, "right"),
  column("Basis", 24),
  column("Remark", 38),
];

const reductionRows = (application: RecordedApplication, { reductions }: RecordedComputation): string[][] =>
  reductions.flatMap((reduction) =>
    reduction.selections.map((selection) => [
      ruleName(application, reduction.configLabel),
      selection.label,
      percentText(selection.reductionPercent),
      selection.verified ? "Shown by the setup" : "Claimed, not verified",
      selection.reason === null ? NONE : NOT_REDUCED_WORDS[selection.reason],
    ]),
  );

const CLAIM_COLUMNS = [
  column("Practice claimed", 46),
  column("Reduction", 16, "right"),
  column("Counts for", 34),
  column("Verified", 14),
];

const claimRows = ({ manualClaims }: RecordedComputation): string[][] =>
  manualClaims.map((claim) => [
    claim.label,
    claim.reductionPercent === null ? NONE : percentText(claim.reductionPercent),
    listText(claim.allowedFor),
    "No",
  ]);

/** What a computation took off the buffers, and its inputs. */
export const reductionBlocks = (application: RecordedApplication, computation: RecordedComputation): ReportBlock[] => [
  ...named("Practices that reduce the buffer", REDUCTION_COLUMNS, reductionRows(application, computation)),
  ...named("Claimed practices", CLAIM_COLUMNS, claimRows(computation)),
];

const PRACTICE_COLUMNS = [
  column("Practice", 46),
  column("By the menu", 18, "right"),
  column("Value", 12, "right"),
  column("Claimed", 32),
  column("Notes", 40),
];

/** What the portal holds now, which may be newer than the last computation. */
export const practiceBlocks = (
  practices: readonly RecordedReduction[],
  chosen: (subOptionId: number) => string,
): ReportBlock[] =>
  named(
    "Drift practices recorded in the portal (not verified)",
    PRACTICE_COLUMNS,
    practices.flatMap(({ selections }) =>
      selections.map(({ subOptionId, label, reductionPercent, customValue, notes }) => [
        label,
        reductionPercent === null ? NONE : percentText(reductionPercent),
        customValue === null ? NONE : numberText(customValue),
        chosen(subOptionId),
        notes ?? NONE,
      ]),
    ),
  );

const ADJUVANT_COLUMNS = [column("Adjuvant", 46), column("Kind", 36), column("Drift reduction", 24, "right")];

/** The mix's adjuvants as the last check or computation judged them, and what its labels ask of them beside. */
export function adjuvantBlocks(results: AdjuvantResults | null): ReportBlock[] {
  if (results === null) return [];
  const rows = results.adjuvants.map(({ productName, kind, reductionPercent }) => [
    productName,
    kind === null ? "Not recognised" : plain(kind),
    reductionPercent === null ? NONE : percentText(reductionPercent),
  ]);
  return [
    ...named("Adjuvants", ADJUVANT_COLUMNS, rows),
    ...results.issues.map((found): ReportBlock => ({ kind: "text", text: issueMessage(found), tone: "plain" })),
  ];
}

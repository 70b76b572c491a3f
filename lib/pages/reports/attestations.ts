import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import { column, NONE, table, type TimeText } from "@/lib/pages/reports/words";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { answerInWords } from "@/lib/views/attestations/answers";
import { questionInWords } from "@/lib/views/attestations/words";

const COLUMNS = [
  column("Question", 54),
  column("Answer", 12),
  column("Said by", 20),
  column("When", 20),
  column("Label of", 12),
];

const INTRO =
  "The applicator said this. No record of ours confirms it. An answer holds for the label and the facts it was given about.";
const SHOWN_ONLY = "By the provider's setting these answers are shown here and do not count.";

function applicationBlocks({ applicationId, attestations }: RecordedApplication, timeText: TimeText): ReportBlock[] {
  if (attestations.length === 0) return [];
  const rows = attestations.map((said) => [
    questionInWords(said).text,
    answerInWords(said.answer),
    said.attestedBy,
    timeText(said.attestedAt),
    said.labelDate ?? NONE,
  ]);
  return [table(`What the applicator said of application ${applicationId}`, COLUMNS, rows)];
}

/** The applicator's own word, as it was given; nothing where nothing was asked or answered. */
export function attestationSection({ applications }: ReportRecord, timeText: TimeText): ReportSection[] {
  const blocks = applications.flatMap((application) => applicationBlocks(application, timeText));
  if (blocks.length === 0) return [];
  const isShownOnly = applications.some(({ attestations }) => attestations.some(({ counts }) => !counts));
  const intro: ReportBlock = { kind: "text", text: INTRO, tone: "plain" };
  const note: ReportBlock[] = isShownOnly ? [{ kind: "text", text: SHOWN_ONLY, tone: "plain" }] : [];
  return [{ id: "attestations", heading: "What the applicator said", blocks: [intro, ...note, ...blocks] }];
}

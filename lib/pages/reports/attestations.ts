import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import { column, columnOf, NONE, table, type TimeText } from "@/lib/pages/reports/words";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { answerInWords } from "@/lib/views/attestations/answers";
import { wordsIn } from "@/lib/views/language";
import { questionInWords } from "@/lib/views/attestations/words";

const words = wordsIn({
  en: {
    question: "Question",
    answer: "Answer",
    saidBy: "Said by",
    when: "When",
    labelOf: "Label of",
    intro:
      "The applicator said this. No record of ours confirms it. An answer holds for the label and the facts it was given about.",
    shownOnly: "By the provider's setting these answers are shown here and do not count.",
    saidOf: (id: string) => `What the applicator said of application ${id}`,
    heading: "What the applicator said",
  },
  es: {
    question: "Pregunta",
    answer: "Respuesta",
    saidBy: "Quién lo dijo",
    when: "Cuándo",
    labelOf: "Etiqueta del",
    intro:
      "Esto lo dijo el aplicador. Ningún registro nuestro lo confirma. Una respuesta vale para la etiqueta y los datos sobre los que se dio.",
    shownOnly: "Por decisión del proveedor, estas respuestas se muestran aquí y no cuentan.",
    saidOf: (id) => `Lo que dijo el aplicador sobre la aplicación ${id}`,
    heading: "Lo que dijo el aplicador",
  },
});

const columns = () => [
  column(words().question, 54),
  column(words().answer, 12),
  columnOf("name", words().saidBy, 20),
  column(words().when, 20),
  column(words().labelOf, 12),
];

function applicationBlocks({ applicationId, attestations }: RecordedApplication, timeText: TimeText): ReportBlock[] {
  if (attestations.length === 0) return [];
  const rows = attestations.map((said) => [
    questionInWords(said).text,
    answerInWords(said.answer),
    said.attestedBy,
    timeText(said.attestedAt),
    said.labelDate ?? NONE,
  ]);
  return [table(words().saidOf(applicationId), columns(), rows)];
}

/** The applicator's own word, as it was given; nothing where nothing was asked or answered. */
export function attestationSection({ applications }: ReportRecord, timeText: TimeText): ReportSection[] {
  const blocks = applications.flatMap((application) => applicationBlocks(application, timeText));
  if (blocks.length === 0) return [];
  const isShownOnly = applications.some(({ attestations }) => attestations.some(({ counts }) => !counts));
  const intro: ReportBlock = { kind: "text", text: words().intro, tone: "plain" };
  const note: ReportBlock[] = isShownOnly ? [{ kind: "text", text: words().shownOnly, tone: "plain" }] : [];
  return [{ id: "attestations", heading: words().heading, blocks: [intro, ...note, ...blocks] }];
}

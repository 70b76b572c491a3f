import type { ReportBlock, ReportDocument, ReportFact, ReportFile, ReportSection } from "@/lib/domain/report";
import { areaSection } from "@/lib/pages/reports/areas";
import { signatureBlocks } from "@/lib/pages/reports/document";
import { words as documentWords } from "@/lib/pages/reports/document-words";
import { limitationSection } from "@/lib/pages/reports/limitations";
import { referenceSection } from "@/lib/pages/reports/references";
import { reprintWords as words } from "@/lib/pages/reports/reprint-words";
import { answeredStatuses } from "@/lib/pages/reports/statuses";
import { dayText, listText, type TimeText } from "@/lib/pages/reports/words";
import { fieldTimes } from "@/lib/views/field-time";
import type { AnswersRecord, GatheredAnswers } from "@/lib/usecases/reports/answers";
import type { ReportRecord } from "@/lib/usecases/reports/record";
import { currentLanguage, LOCALES } from "@/lib/views/language";

/** The answers as a report's sections read them: what is not known of that day is not there. */
const asReportRecord = ({ format, kind, year, provider, field, applications }: AnswersRecord): ReportRecord => ({
  format,
  kind,
  year,
  provider,
  field: { ...field, boundaryHash: null, areaSqm: null, counties: [] },
  soil: null,
  selections: [],
  choices: [],
  applications,
});

const openingFacts = ({ record, generatedAt, answeredAt, timeZone }: GatheredAnswers): ReportFact[] => [
  { label: words().asOf, value: dayText(record.asOf) },
  { label: documentWords().year, value: String(record.year) },
  { label: documentWords().fieldId, value: record.field.providerFieldId, holds: "name" },
  { label: documentWords().account, value: record.field.accountId, holds: "name" },
  { label: documentWords().provider, value: record.provider.name, holds: "name" },
  { label: documentWords().applications, value: documentWords().howMany(record.applications.length) },
  { label: words().answered, value: fieldTimes(timeZone)(answeredAt) },
  { label: words().printed, value: fieldTimes(timeZone)(generatedAt) },
];

const text = (sentence: string, tone: "plain" | "quiet" | "strong" = "plain"): ReportBlock => ({
  kind: "text",
  text: sentence,
  tone,
});

const aboutSection = ({ record }: GatheredAnswers, printed: string): ReportSection => ({
  id: "reprint",
  heading: words().heading,
  blocks: [
    text(words().isReprint(dayText(record.asOf), printed), "strong"),
    text(words().rests),
    ...(record.notAnswered.length === 0 ? [] : [text(words().notAnswered(listText(record.notAnswered)))]),
  ],
});

const standingSection = (record: AnswersRecord, timeText: TimeText): ReportSection => ({
  id: "standing",
  heading: words().standing(dayText(record.asOf)),
  blocks: [
    {
      kind: "statuses",
      statuses: record.applications.flatMap((application) =>
        answeredStatuses(application, application.answered, timeText),
      ),
    },
    text(words().pointsThen, "quiet"),
  ],
});

const unknownSection = (): ReportSection => ({
  id: "not-known",
  heading: words().notKnown,
  blocks: words().unknowns.map((sentence) => text(sentence)),
});

const proofSection = ({ hash, signer }: GatheredAnswers): ReportSection => ({
  id: "data",
  heading: documentWords().dataHeading,
  blocks: [
    text(documentWords().recordHash(hash)),
    text(words().notListed, "quiet"),
    ...signatureBlocks(signer, words().attached),
  ],
});

/** Answers of an earlier day as a document that says in every place that it is a reprint of them. */
export function composeReprint(gathered: GatheredAnswers): ReportDocument {
  const { record, rulebook } = gathered;
  const timeText = fieldTimes(gathered.timeZone);
  const generatedText = timeText(gathered.generatedAt);
  const known = asReportRecord(record);
  return {
    language: LOCALES[currentLanguage()],
    kind: record.kind,
    year: record.year,
    title: words().title(documentWords().titles[record.kind](record.year), dayText(record.asOf)),
    fieldName: record.field.fieldName,
    brand: gathered.brand,
    facts: openingFacts(gathered),
    sections: [
      aboutSection(gathered, generatedText),
      standingSection(record, timeText),
      unknownSection(),
      ...areaSection(known, (version) => version ?? documentWords().noneLoaded, timeText),
      limitationSection(known, timeText),
      referenceSection(known, rulebook),
      proofSection(gathered),
    ],
    standingLine: words().standingLine(dayText(record.asOf)),
    pageWords: {
      subject: documentWords().subject,
      reason: documentWords().reason,
      record: documentWords().foot(gathered.hash.slice(0, 16), generatedText),
      page: documentWords().page,
      scan: documentWords().scan,
    },
    generatedAt: gathered.generatedAt,
    generatedText,
    recordedAt: gathered.answeredAt,
    recordHash: gathered.hash,
    signer: gathered.signer,
    verifyUrl: null,
  };
}

/** The answers themselves, inside the PDF. */
export const filesOfReprint = ({ recordText, hash }: GatheredAnswers): ReportFile[] => [
  { name: "record.json", description: words().file(hash), text: recordText },
];

import { unitOf } from "@/lib/views/words";
import { methodClass } from "@/lib/domain/application";
import type { ExplanationItem } from "@/lib/domain/compliance";
import type { ReportBlock, ReportKind, ReportSection } from "@/lib/domain/report";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { SYSTEM_OF } from "@/lib/usecases/reports/record";
import { documentName, evidenceInWords, placeInDocument } from "@/lib/views/documents";
import { column, count, dayText, NONE, ruleName, systemText, table } from "@/lib/pages/reports/words";

/** A rule's name says what it is about: `product:264-1241:runoff:epa_runoff`, `limitation:12:drift:...`. */
const isAbout = (ruleId: string, kind: ReportKind): boolean => {
  if (ruleId.includes(":runoff:")) return ruleId.endsWith(`:${SYSTEM_OF[kind]}`);
  return kind === "runoff" && (ruleId.includes(":drift:") || ruleId.startsWith("limitation:"));
};

/** A drift rule names the class of method it is for; rules for other classes are not this application's. */
const isForMethod = (ruleId: string, { method }: RecordedApplication): boolean =>
  !ruleId.includes(":drift:") || ruleId.endsWith(`:${methodClass(method)}`);

const documentText = ({ document, section, documentDate }: ExplanationItem): string =>
  [
    document === null ? null : documentName(document),
    section === null ? null : placeInDocument(section),
    documentDate === null ? null : dayText(documentDate),
  ]
    .filter(Boolean)
    .join("; ") || NONE;

const RESULT_WORDS: Record<ExplanationItem["result"], string> = {
  applied: "",
  not_checked: "Not checked by this service. ",
  unresolved: "Not settled. ",
};

const SOURCE_COLUMNS = [column("Set by", 26), column("What it says", 48), column("Source", 44), column("Evidence", 20)];

const sourceRow = (application: RecordedApplication, item: ExplanationItem): string[] => [
  ruleName(application, item.ruleId),
  // The system stands in the heading already.
  `${RESULT_WORDS[item.result]}${item.text.replace(/\b(epa_runoff|trait_runoff): /, "")}`,
  documentText(item),
  item.evidence === null ? NONE : evidenceInWords(item.evidence),
];

function askedText(application: RecordedApplication): string[][] {
  return application.requirements.map((requirement) => {
    const entry = application.runoff.find(({ mitigationType }) => mitigationType === requirement.mitigationType);
    const isDrift = requirement.driftConfiguration !== null;
    const label = entry?.labelRequiredPoints ?? null;
    const unit = unitOf(requirement.mitigationType);
    const asked = label === null ? `Number of ${unit}s not known` : count(label, unit);
    return [
      systemText(requirement.mitigationType),
      isDrift ? "Buffer, see the drift section" : asked,
      requirement.required ? "Required" : "Not required",
    ];
  });
}

const ASKED_COLUMNS = [column("Requirement", 40), column("Asked for", 40), column("State", 30)];

function requirementBlocks(application: RecordedApplication, kind: ReportKind): ReportBlock[] {
  const sources = application.explanation
    .filter(({ ruleId }) => isAbout(ruleId, kind) && isForMethod(ruleId, application))
    .map((item) => sourceRow(application, item));
  const caption = `of application ${application.applicationId}`;
  return [
    { kind: "subheading", text: `Application ${application.applicationId}, ${dayText(application.applicationDate)}` },
    application.requirements.length === 0
      ? { kind: "text", text: "No requirement of this kind is saved for it.", tone: "plain" }
      : table(`Requirements ${caption}`, ASKED_COLUMNS, askedText(application)),
    ...(sources.length === 0 ? [] : [table(`Sources of the requirements ${caption}`, SOURCE_COLUMNS, sources)]),
  ];
}

export const requirementSection = ({ applications, kind }: ReportRecord): ReportSection[] =>
  applications.length === 0
    ? []
    : [
        {
          id: "requirements",
          heading: "Requirements and where they come from",
          blocks: applications.flatMap((application) => requirementBlocks(application, kind)),
        },
      ];

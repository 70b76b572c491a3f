import { scoreInWords, unitOf, unitsInWords } from "@/lib/views/words";
import { methodClass } from "@/lib/domain/application";
import type { ExplanationItem } from "@/lib/domain/explanation";
import type { ReportBlock, ReportColumn, ReportKind, ReportSection } from "@/lib/domain/report";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { SYSTEM_OF } from "@/lib/usecases/reports/record";
import { documentName, evidenceInWords, placeInDocument } from "@/lib/views/documents";
import { applicationHeading } from "@/lib/pages/reports/applications";
import { column, columnOf, count, dayText, NONE, ruleName, systemText, table } from "@/lib/pages/reports/words";
import { currentLanguage, wordsIn } from "@/lib/views/language";
import { isWorded, ruleText } from "@/lib/views/explanations/rule-text";

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

const words = wordsIn({
  en: {
    results: { applied: "", not_checked: "Not checked by this service. ", unresolved: "Not settled. " },
    setBy: "Set by",
    says: "What it says",
    source: "Source",
    evidence: "Evidence",
    unknownNumber: (system: string) => `Number of ${unitOf(system)}s not known`,
    asked: (n: number, system: string) => count(n, unitOf(system)),
    buffer: "Buffer, see the drift section",
    required: "Required",
    notRequired: "Not required",
    requirement: "Requirement",
    askedFor: "Asked for",
    state: "State",
    none: "No requirement of this kind is saved for it.",
    requirements: (id: string) => `Requirements of application ${id}`,
    sources: (id: string) => `Sources of the requirements of application ${id}`,
    heading: "Requirements and where they come from",
  },
  es: {
    results: { applied: "", not_checked: "Este servicio no lo verifica. ", unresolved: "Por resolver. " },
    setBy: "Lo fija",
    says: "Qué dice",
    source: "Fuente",
    evidence: "Evidencia",
    unknownNumber: (system) => `No se sabe cuántos ${unitsInWords(system)}`,
    asked: (n, system) => scoreInWords(n, system),
    buffer: "Zona de amortiguamiento, vea la sección de deriva",
    required: "Se exige",
    notRequired: "No se exige",
    requirement: "Requisito",
    askedFor: "Qué se pide",
    state: "Estado",
    none: "No hay ningún requisito de este tipo guardado para ella.",
    requirements: (id) => `Requisitos de la aplicación ${id}`,
    sources: (id) => `Fuentes de los requisitos de la aplicación ${id}`,
    heading: "Requisitos y de dónde vienen",
  },
});

/** In English as a whole only where no rule of it has words in the reader's language: a mark counts for a column. */
const saysColumn = (rules: readonly ExplanationItem[]): ReportColumn =>
  currentLanguage() === "en" || rules.some(isWorded) ? column(words().says, 48) : columnOf("english", words().says, 48);

const sourceColumns = (rules: readonly ExplanationItem[]): ReportColumn[] => [
  column(words().setBy, 26),
  saysColumn(rules),
  columnOf("english", words().source, 44),
  column(words().evidence, 20),
];

const sourceRow = (application: RecordedApplication, item: ExplanationItem): string[] => [
  ruleName(application, item.ruleId),
  `${words().results[item.result]}${ruleText(item, { isUnderSystem: true })}`,
  documentText(item),
  item.evidence === null ? NONE : evidenceInWords(item.evidence),
];

function askedText(application: RecordedApplication): string[][] {
  return application.requirements.map((requirement) => {
    const entry = application.runoff.find(({ mitigationType }) => mitigationType === requirement.mitigationType);
    const isDrift = requirement.driftConfiguration !== null;
    const label = entry?.labelRequiredPoints ?? null;
    const system = requirement.mitigationType;
    const asked = label === null ? words().unknownNumber(system) : words().asked(label, system);
    return [
      systemText(system),
      isDrift ? words().buffer : asked,
      requirement.required ? words().required : words().notRequired,
    ];
  });
}

const askedColumns = () => [column(words().requirement, 40), column(words().askedFor, 40), column(words().state, 30)];

function requirementBlocks(application: RecordedApplication, kind: ReportKind): ReportBlock[] {
  const rules = application.explanation.filter(
    ({ ruleId }) => isAbout(ruleId, kind) && isForMethod(ruleId, application),
  );
  const sources = rules.map((item) => sourceRow(application, item));
  const id = application.applicationId;
  return [
    { kind: "subheading", text: applicationHeading(application) },
    application.requirements.length === 0
      ? { kind: "text", text: words().none, tone: "plain" }
      : table(words().requirements(id), askedColumns(), askedText(application)),
    ...(sources.length === 0 ? [] : [table(words().sources(id), sourceColumns(rules), sources)]),
  ];
}

export const requirementSection = ({ applications, kind }: ReportRecord): ReportSection[] =>
  applications.length === 0
    ? []
    : [
        {
          id: "requirements",
          heading: words().heading,
          blocks: applications.flatMap((application) => requirementBlocks(application, kind)),
        },
      ];

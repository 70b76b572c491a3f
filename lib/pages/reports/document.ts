import type {
  DrawnFigure,
  ReportBlock,
  ReportDocument,
  ReportFact,
  ReportFigure,
  ReportSection,
  ReportSigner,
} from "@/lib/domain/report";
import type { Rulebook } from "@/lib/domain/tables";
import { areaSection } from "@/lib/pages/reports/areas";
import { applicationSection } from "@/lib/pages/reports/applications";
import { attestationSection } from "@/lib/pages/reports/attestations";
import { checklistSection } from "@/lib/pages/reports/checklist";
import { driftSection } from "@/lib/pages/reports/drift";
import { limitationSection } from "@/lib/pages/reports/limitations";
import { logSection } from "@/lib/pages/reports/logs";
import { words } from "@/lib/pages/reports/document-words";
import { exemptionSection } from "@/lib/pages/reports/exemptions";
import { figureInWords } from "@/lib/pages/reports/figure";
import { measureSection } from "@/lib/pages/reports/measures";
import { referenceSection } from "@/lib/pages/reports/references";
import { requirementSection } from "@/lib/pages/reports/requirements";
import { acresText, soilSection } from "@/lib/pages/reports/soil";
import { statusSection } from "@/lib/pages/reports/statuses";
import { allApplicators } from "@/lib/pages/reports/people";
import { countyText, stateText } from "@/lib/pages/reports/place";
import { dayText, listText, NONE } from "@/lib/pages/reports/words";
import { fieldTimes } from "@/lib/views/field-time";
import type { DataBehind } from "@/lib/usecases/applications/data-behind";
import type { PresentStanding } from "@/lib/usecases/reports/present";
import type { ReportRecord } from "@/lib/usecases/reports/record";
import { currentLanguage, LOCALES } from "@/lib/views/language";

/** A stored data set behind an assessment and how old it is. */
type DataSetAge = DataBehind["sets"][number];

export interface ToCompose {
  record: ReportRecord;
  hash: string;
  recordedAt: Date;
  generatedAt: Date;
  signer: ReportSigner | null;
  brand: { name: string; accent: string | null };
  dataSets: readonly DataSetAge[];
  center: [lon: number, lat: number] | null;
  /** IANA name of the zone whose clock the report keeps. */
  timeZone: string;
  figure: DrawnFigure | null;
  rulebook: Rulebook;
  present: ReadonlyMap<string, PresentStanding>;
  verifyUrl: string;
}

const areaText = ({ areaSqm }: ReportRecord["field"]): string => (areaSqm === null ? NONE : acresText(areaSqm));

/** Four decimals are some 11 m: the field and not a place in it. */
function centerText([lon, lat]: readonly [number, number]): string {
  const [northSouth, eastWest] = [lat < 0 ? "S" : "N", lon < 0 ? words().west : "E"];
  return `${Math.abs(lat).toFixed(4)}° ${northSouth}, ${Math.abs(lon).toFixed(4)}° ${eastWest}`;
}

const applicatorText = (record: ReportRecord): string => {
  const names = allApplicators(record);
  return names.length === 0 ? words().unnamed : listText(names);
};

const openingFacts = ({ record, recordedAt, generatedAt, center, timeZone }: ToCompose): ReportFact[] => [
  { label: words().state, value: stateText(record.field), holds: "name" },
  { label: words().county, value: countyText(record.field), holds: "name" },
  { label: words().applicator, value: applicatorText(record) },
  { label: words().fieldId, value: record.field.providerFieldId, holds: "name" },
  { label: words().account, value: record.field.accountId, holds: "name" },
  { label: words().area, value: areaText(record.field) },
  { label: words().middle, value: center === null ? NONE : centerText(center) },
  { label: words().year, value: String(record.year) },
  { label: words().provider, value: record.provider.name, holds: "name" },
  { label: words().applications, value: words().howMany(record.applications.length) },
  { label: words().lastChange, value: fieldTimes(timeZone)(recordedAt) },
  { label: words().generated, value: fieldTimes(timeZone)(generatedAt) },
  { label: words().timeZone, value: timeZone.replaceAll("_", " "), holds: "name" },
];

/** The figure in words: the map alone never carries a fact. */
function figureText({ field }: ReportRecord, { legend }: ReportFigure): string {
  const drawn = legend.map(({ text }) => text.toLowerCase().replaceAll("pula ", "PULA "));
  return words().map(field.fieldName, areaText(field), drawn.join("; "));
}

function mapSection(asked: ToCompose): ReportSection {
  const heading = words().mapHeading;
  if (asked.figure === null) {
    return { id: "map", heading, blocks: [{ kind: "text", text: words().noBoundary, tone: "plain" }] };
  }
  const figure = figureInWords(asked.figure);
  return {
    id: "map",
    heading,
    blocks: [
      { kind: "text", text: words().mapNote, tone: "quiet" },
      { kind: "figure", figure, description: figureText(asked.record, figure) },
    ],
  };
}

/** The versions that the assessments used, each with its age and whether checks of today still use it. */
function versionsOf({ record, dataSets }: ToCompose, kind: DataSetAge["kind"]): string {
  const versions = new Set(record.applications.flatMap(({ dataVersions }) => dataVersions?.[kind] ?? []));
  if (versions.size === 0) return NONE;
  return [...versions].map((version) => versionText(dataSets, kind, version)).join("; ");
}

function versionText(dataSets: ToCompose["dataSets"], kind: DataSetAge["kind"], version: string | null): string {
  const set = dataSets.find((each) => each.kind === kind && each.version === version);
  return set === undefined ? (version ?? words().noneLoaded) : `${version ?? NONE} (${ageText(set)})`;
}

function ageText({ verifiedAt, ageDays, isInForce }: DataSetAge): string {
  const age =
    verifiedAt === null || ageDays === null
      ? words().neverConfirmed
      : words().confirmed(dayText(verifiedAt.toISOString()), ageDays);
  return isInForce ? age : words().newerInForce(age);
}

/** The report as a page, for those who cannot read the PDF: it opens to who holds the record's number. */
const twinOf = (verifyUrl: string): string => `${verifyUrl}/report`;

function dataSection(asked: ToCompose): ReportSection {
  const { hash, verifyUrl, rulebook } = asked;
  return {
    id: "data",
    heading: words().dataHeading,
    blocks: [
      {
        kind: "facts",
        facts: [
          { label: words().pulaData, value: versionsOf(asked, "pula") },
          { label: words().countyData, value: versionsOf(asked, "county") },
          { label: words().soilData, value: versionsOf(asked, "soil") },
          { label: words().productRules, value: versionsOf(asked, "catalogue") },
        ],
      },
      { kind: "text", text: words().tables(rulebook.tables.join(", ")), tone: "quiet" },
      { kind: "text", text: words().recordHash(hash), tone: "plain" },
      { kind: "text", text: words().askAt(verifyUrl), tone: "quiet", links: [verifyUrl] },
      { kind: "text", text: words().asPage(twinOf(verifyUrl)), tone: "plain", links: [twinOf(verifyUrl)] },
      ...signatureBlocks(asked.signer),
    ],
  };
}

/** What the PDF proves by itself, said on the page too: both forms say the same. */
export function signatureBlocks(signer: ReportSigner | null, attached: string = words().attached): ReportBlock[] {
  if (signer === null) {
    return [
      { kind: "text", text: words().notSigned, tone: "plain" },
      { kind: "text", text: `${attached} ${words().unsigned}`, tone: "quiet" },
    ];
  }
  return [
    { kind: "text", text: words().signedBy(signer.name), tone: "plain" },
    { kind: "text", text: words().certificate(signer.fingerprint), tone: "plain" },
    { kind: "text", text: `${attached} ${words().signed}`, tone: "quiet" },
  ];
}

/** A record as a report, in the language at hand: the same for paper and screen. */
export function composeReport(asked: ToCompose): ReportDocument {
  const { record, rulebook } = asked;
  const timeText = fieldTimes(asked.timeZone);
  const generatedText = timeText(asked.generatedAt);
  return {
    language: LOCALES[currentLanguage()],
    kind: record.kind,
    year: record.year,
    title: words().titles[record.kind](record.year),
    fieldName: record.field.fieldName,
    brand: asked.brand,
    facts: openingFacts(asked),
    sections: [
      // The map stands whole, and below the title there is always room for it: what flows fills the rest of the page.
      mapSection(asked),
      statusSection(asked, timeText),
      applicationSection(record),
      ...attestationSection(record, timeText),
      ...checklistSection(record),
      ...requirementSection(record),
      measureSection(record, rulebook, timeText),
      ...exemptionSection(record, rulebook, timeText),
      ...areaSection(record, (version) => versionText(asked.dataSets, "pula", version), timeText),
      limitationSection(record, timeText),
      soilSection(record),
      ...driftSection(record, timeText),
      ...logSection(record, timeText),
      referenceSection(record, rulebook),
      dataSection(asked),
    ],
    standingLine: words().standing,
    pageWords: {
      subject: words().subject,
      reason: words().reason,
      record: words().foot(asked.hash.slice(0, 16), generatedText),
      page: words().page,
      scan: words().scan,
    },
    generatedAt: asked.generatedAt,
    generatedText,
    recordedAt: asked.recordedAt,
    recordHash: asked.hash,
    signer: asked.signer,
    verifyUrl: asked.verifyUrl,
  };
}

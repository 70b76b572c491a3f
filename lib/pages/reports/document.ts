import type {
  ReportBlock,
  ReportDocument,
  ReportFact,
  ReportFigure,
  ReportKind,
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
import { exemptionSection, measureSection } from "@/lib/pages/reports/measures";
import { referenceSection } from "@/lib/pages/reports/references";
import { requirementSection } from "@/lib/pages/reports/requirements";
import { acresText, soilSection } from "@/lib/pages/reports/soil";
import { statusSection } from "@/lib/pages/reports/statuses";
import { allApplicators } from "@/lib/pages/reports/people";
import { countyText, stateText } from "@/lib/pages/reports/place";
import { count, dayText, listText, NONE, timesIn } from "@/lib/pages/reports/words";
import type { DataBehind } from "@/lib/usecases/applications/data-behind";
import type { ReportRecord } from "@/lib/usecases/reports/record";

const TITLES: Record<ReportKind, string> = { runoff: "Runoff report", trait: "Trait program report" };

export const STANDING_LINE =
  "This report states what was found and saved. It is not a clearance to apply: the product label and EPA's bulletin in force decide.";

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
  figure: ReportFigure | null;
  rulebook: Rulebook;
  verifyUrl: string;
}

const areaText = ({ areaSqm }: ReportRecord["field"]): string => (areaSqm === null ? NONE : acresText(areaSqm));

/** Four decimals are some 11 m: the field and not a place in it. */
function centerText([lon, lat]: readonly [number, number]): string {
  const [northSouth, eastWest] = [lat < 0 ? "S" : "N", lon < 0 ? "W" : "E"];
  return `${Math.abs(lat).toFixed(4)}° ${northSouth}, ${Math.abs(lon).toFixed(4)}° ${eastWest}`;
}

const applicatorText = (record: ReportRecord): string => {
  const names = allApplicators(record);
  return names.length === 0 ? "Not named in what is saved" : listText(names);
};

const openingFacts = ({ record, recordedAt, generatedAt, center, timeZone }: ToCompose): ReportFact[] => [
  { label: "State", value: stateText(record.field) },
  { label: "County", value: countyText(record.field) },
  { label: "Applicator", value: applicatorText(record) },
  { label: "Field id", value: record.field.providerFieldId },
  { label: "Account", value: record.field.accountId },
  { label: "Area", value: areaText(record.field) },
  { label: "Middle of the field", value: center === null ? NONE : centerText(center) },
  { label: "Year", value: String(record.year) },
  { label: "Provider", value: record.provider.name },
  { label: "Applications", value: count(record.applications.length, "application") },
  { label: "Last change", value: timesIn(timeZone)(recordedAt) },
  { label: "Generated", value: timesIn(timeZone)(generatedAt) },
  { label: "Time zone", value: timeZone.replaceAll("_", " ") },
];

/** The figure in words: the map alone never carries a fact. */
function figureText({ record, figure }: ToCompose): string {
  const drawn = (figure?.legend ?? []).map(({ text }) => text.toLowerCase().replaceAll("pula ", "PULA "));
  return `Map of ${record.field.fieldName}, ${areaText(record.field)}, north up. Drawn: ${drawn.join("; ")}.`;
}

function mapSection(asked: ToCompose): ReportSection {
  const heading = "Map of the field";
  if (asked.figure === null) {
    const text = "No boundary is saved for this field, so nothing is drawn.";
    return { id: "map", heading, blocks: [{ kind: "text", text, tone: "plain" }] };
  }
  const note =
    "For orientation: distances stand in the tables. Areas are as the assessments' data sets hold them, the buffer as last placed.";
  return {
    id: "map",
    heading,
    blocks: [
      { kind: "text", text: note, tone: "quiet" },
      { kind: "figure", figure: asked.figure, description: figureText(asked) },
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
  return set === undefined ? (version ?? "(none was loaded)") : `${version ?? NONE} (${ageText(set)})`;
}

function ageText({ verifiedAt, ageDays, isInForce }: DataSetAge): string {
  const age =
    verifiedAt === null || ageDays === null
      ? "never confirmed"
      : `confirmed ${dayText(verifiedAt.toISOString())}${ageDays === 0 ? "" : `, ${count(ageDays, "day")} before this report`}`;
  return isInForce ? age : `${age}; a newer version is in force`;
}

function dataSection(asked: ToCompose): ReportSection {
  const { hash, verifyUrl, rulebook } = asked;
  return {
    id: "data",
    heading: "Data and verification",
    blocks: [
      {
        kind: "facts",
        facts: [
          { label: "PULA data", value: versionsOf(asked, "pula") },
          { label: "County data", value: versionsOf(asked, "county") },
          { label: "Soil data", value: versionsOf(asked, "soil") },
          { label: "Product rules", value: versionsOf(asked, "catalogue") },
        ],
      },
      { kind: "text", text: `Rule tables: ${rulebook.tables.join(", ")}.`, tone: "quiet" },
      { kind: "text", text: `Record SHA-256: ${hash}`, tone: "plain" },
      {
        kind: "text",
        text:
          `Anyone who holds this report can ask at ${verifyUrl} whether its record is known to this service and still ` +
          "the present one. The hash covers the whole record behind this report; it leaves out only the time at which the report was generated.",
        tone: "quiet",
      },
      ...signatureBlocks(asked.signer),
    ],
  };
}

/** What the PDF proves by itself, said on the page too: both forms say the same. */
function signatureBlocks(signer: ReportSigner | null): ReportBlock[] {
  const attached =
    "The PDF of this report holds the record as the attached file record.json, whose SHA-256 is that of the record, and the " +
    "regulatory references as references.json.";
  if (signer === null) {
    const unsigned = "Anyone could alter an unsigned file: compare its words with the record, or ask for a new report.";
    return [
      { kind: "text", text: "This report's PDF is not signed.", tone: "plain" },
      { kind: "text", text: `${attached} ${unsigned}`, tone: "quiet" },
    ];
  }
  const signed =
    "Its signature covers every byte of the file: a program that checks signatures of PDFs finds any change.";
  return [
    { kind: "text", text: `This report's PDF is signed by ${signer.name}.`, tone: "plain" },
    { kind: "text", text: `SHA-256 of the signer's certificate: ${signer.fingerprint}`, tone: "plain" },
    { kind: "text", text: `${attached} ${signed}`, tone: "quiet" },
  ];
}

/** A record as a report: the same for paper and screen. */
export function composeReport(asked: ToCompose): ReportDocument {
  const { record, rulebook } = asked;
  const timeText = timesIn(asked.timeZone);
  return {
    kind: record.kind,
    year: record.year,
    title: `${TITLES[record.kind]} ${record.year}`,
    fieldName: record.field.fieldName,
    brand: asked.brand,
    facts: openingFacts(asked),
    sections: [
      statusSection(record, timeText),
      mapSection(asked),
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
    standingLine: STANDING_LINE,
    generatedAt: asked.generatedAt,
    generatedText: timeText(asked.generatedAt),
    recordedAt: asked.recordedAt,
    recordHash: asked.hash,
    signer: asked.signer,
    verifyUrl: asked.verifyUrl,
  };
}

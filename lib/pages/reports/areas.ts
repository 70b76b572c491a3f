import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import { column, dayText, table, type TimeText } from "@/lib/pages/reports/words";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";

const COLUMNS = [column("Product", 40), column("EPA Reg. No.", 18), column("Areas that limit it on this field", 62)];

type Assessed = NonNullable<RecordedApplication["assessment"]>;
type Recorded = Assessed["products"][number];

/** Why areas may limit products beyond those that were found. `mayLimit` null: any product. */
interface NotLookedFor {
  why: string;
  mayLimit: readonly number[] | null;
}

/**
 * Where the data does not reach the whole field, no data was there, or an area on the field has a code without a text,
 * nothing found says nothing.
 */
function notLookedFor({ dataVersions }: RecordedApplication, { issues }: Assessed): NotLookedFor[] {
  const isWhole = (dataVersions?.pula ?? null) !== null && issues.every(({ code }) => code !== "PULA_COVERAGE_MISSING");
  const uncovered = { why: "EPA's areas are not loaded for the whole field", mayLimit: null };
  return [...(isWhole ? [] : [uncovered]), ...issues.flatMap(unreadArea)];
}

/** An assessment of an earlier version does not say what it left to be read. */
function unreadArea(found: Assessed["issues"][number]): NotLookedFor[] {
  if (found.code !== "LIMITATIONS_REVIEW_REQUIRED") return [];
  const { areasWithoutText, mayLimit, toRead } = found.particulars;
  if (areasWithoutText === undefined && toRead !== undefined) return [];
  const areas = areasWithoutText?.map(({ pulaId }) => `PULA ${pulaId}`).join(", ");
  const why =
    areas === undefined
      ? "a limitation on this field was left to be read"
      : `the texts of ${areas}, on this field, are not loaded`;
  return [{ why, mayLimit: mayLimit ?? null }];
}

/** A product that no one knows may be limited by an area that was not looked for. */
function areasText(product: Recorded, productIndex: number, open: readonly NotLookedFor[]): string {
  const found = product.pulas.map(({ pulaId, eventName }) => `PULA ${pulaId}, ${eventName}`).join("; ");
  if (product.esaRequired === null) return "Not known: we do not know this product";
  const why = open.find(({ mayLimit }) => mayLimit?.includes(productIndex) ?? true)?.why;
  if (why === undefined) return found === "" ? "None" : found;
  return found === "" ? `Not known: ${why}` : `${found}; others are not known: ${why}`;
}

/** What was found of EPA's areas for an application, in a sentence that can stand alone years later. */
function foundText(application: RecordedApplication, setText: string, timeText: TimeText): string {
  const { assessment, applicationId, applicationDate } = application;
  const about = `application ${applicationId} of ${dayText(applicationDate)}`;
  if (assessment === null) return `The field was not looked at for ${about}.`;
  const when = `when ${about} was assessed, ${timeText(assessment.calculatedAt)}`;
  const open = notLookedFor(application, assessment);
  const all = assessment.products.map((product, index) => areasText(product, index, open));
  if (open.length === 0 && all.length > 0 && all.every((text) => text === "None")) {
    return `No pesticide use limitation area of EPA's set ${setText} that limits a product of the mix touched this field ${when}.`;
  }
  return `What EPA's set ${setText} has on this field for each product, ${when}:`;
}

function applicationBlocks(application: RecordedApplication, setText: string, timeText: TimeText): ReportBlock[] {
  const { assessment, applicationId } = application;
  const open = assessment === null ? [] : notLookedFor(application, assessment);
  const rows = (assessment?.products ?? []).map((product, index) => [
    product.productName,
    product.epaNumber ?? "–",
    areasText(product, index, open),
  ]);
  const told: ReportBlock = { kind: "text", text: foundText(application, setText, timeText), tone: "plain" };
  return rows.length === 0 ? [told] : [told, table(`EPA's areas for application ${applicationId}`, COLUMNS, rows)];
}

const NOTE =
  "That is what was looked for and found on that day, in that set and on the boundary of that day. EPA's bulletin for the place " +
  "and the month of application decides.";

/**
 * What of EPA's areas touched the field on the day of each assessment, and that none did. `setText`: a version of EPA's
 * areas in words.
 */
export function areaSection(
  { applications }: ReportRecord,
  setText: (version: string | null) => string,
  timeText: TimeText,
): ReportSection[] {
  if (applications.length === 0) return [];
  const blocks = applications.flatMap((application) =>
    applicationBlocks(application, setText(application.dataVersions?.pula ?? null), timeText),
  );
  return [
    {
      id: "areas",
      heading: "EPA's areas on this field",
      blocks: [...blocks, { kind: "text", text: NOTE, tone: "quiet" }],
    },
  ];
}

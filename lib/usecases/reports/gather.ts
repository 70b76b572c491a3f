import { findRecordGrounds, type RecordGround } from "@/lib/data/application-records";
import { findFieldYearApplications } from "@/lib/data/compliance-reads";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { listChanges } from "@/lib/data/portal/changes";
import { findDriftChanges } from "@/lib/data/portal/reviews";
import { findApplicationEvidence } from "@/lib/data/reports/evidence";
import {
  findFieldYearSelections,
  findReportFields,
  type ReportField,
  type ReportFieldKey,
} from "@/lib/data/reports/field";
import { findBufferShapes, findPulaShapes, findSoilShapes } from "@/lib/data/reports/shapes";
import { utcDay } from "@/lib/domain/calendar";
import { middleOf } from "@/lib/geo/plane";
import { ServiceError } from "@/lib/domain/errors";
import { signerAt, type DrawnFigure, type ReportKind, type ReportSigner } from "@/lib/domain/report";
import type { Rulebook } from "@/lib/domain/tables";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import type { DataBehind } from "@/lib/usecases/applications/data-behind";
import { scoreSaved, type ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { fillRecords, type ApplicationRecord } from "@/lib/usecases/records/record-facts";
import { canonicalJson, sha256Of } from "@/lib/usecases/canonical/canonical-json";
import { drawFigure } from "@/lib/usecases/reports/figure/draw";
import { timeZoneAt } from "@/lib/usecases/fields/field-zone";
import { FIGURE_SIZE, frameAround } from "@/lib/usecases/reports/figure/frame";
import { findPresentStandings, type PresentStanding } from "@/lib/usecases/reports/present";
import { newestChange, recordOf, type ReportRecord } from "@/lib/usecases/reports/record";

/** Which report is asked for. */
export interface ReportQuery {
  key: ReportFieldKey;
  year: number;
  kind: ReportKind;
  /** Only of a field with a completed check; left out: of one that was processed, too. */
  checkedOnly?: boolean;
}

export interface GatheredReport {
  record: ReportRecord;
  /** The record as canonical JSON: the very bytes that the hash is of. */
  recordText: string;
  hash: string;
  /** Who signs its PDF now; null: no one does. */
  signer: ReportSigner | null;
  recordedAt: Date;
  brand: ReportField["brand"];
  /** The stored data sets behind the record's assessments, as old as they are now. */
  dataSets: DataBehind["sets"];
  /** The middle of the field, longitude and latitude; null without a boundary. */
  center: [lon: number, lat: number] | null;
  /** The zone of that place, by its IANA name; UTC without a boundary. */
  timeZone: string;
  /** Null: the field has no boundary. */
  figure: DrawnFigure | null;
  generatedAt: Date;
  rulebook: Rulebook;
  /** Where its applications stand today, by their ids. It is not a part of the record, which holds what was found. */
  present: ReadonlyMap<string, PresentStanding>;
  /** The public page that tells whether this record was given out. */
  verifyUrl: string;
}

/** The rules of the year's newest application; without one, those in force at its end, or today. */
function rulebookOf({ applications, year }: ReportRecord, now: Date): Rulebook {
  const newest = applications.at(-1)?.applicationDate;
  const [endOfYear, today] = [`${year}-12-31`, utcDay(now)];
  return rulebookAsOf(newest ?? (endOfYear < today ? endOfYear : today));
}

/** The same words for a field that is absent, another provider's, archived, or has nothing to report. */
const fieldNotFound = (): ServiceError => new ServiceError("fieldNotFound", "There is no such field with a report.");

/** The one live field that was asked for. Its record is kept after its portal has closed, and so is its report. */
export function onlyField(fields: readonly ReportField[], checkedOnly = false): ReportField {
  const [field, other] = fields;
  if (field === undefined) throw fieldNotFound();
  if (other !== undefined) throw new ServiceError("duplicateField", "More than one live field has this identity.");
  if (checkedOnly && !field.isChecked) throw fieldNotFound();
  return field;
}

/**
 * Everything a report holds, from what is saved, at one moment: nothing is checked again and nothing is fetched. The
 * field's own shapes are drawn only when `withFigure` asks for them.
 */
export async function gatherReport(
  { deps, providerId }: { deps: Deps; providerId: string },
  { key, year, kind, checkedOnly = false }: ReportQuery,
  { withFigure }: { withFigure: boolean },
): Promise<GatheredReport> {
  const { field, selected, saved, evidence, grounds, changes, driftChanges, figure } = await deps.reads.read((db) =>
    asProvider(db, providerId, (tx) => readSaved(tx, providerId, { key, year, kind, checkedOnly, withFigure }), {
      isolation: "RepeatableRead",
    }),
  );
  const scored = await scoreSaved(deps, saved);
  const [logs, { selections }] = [await writtenLogs(deps, scored, grounds), selected];
  const record = recordOf({ kind, year, providerId, field, selections, scored, evidence, logs, changes });
  const [recordText, now] = [canonicalJson(record), deps.clock()];
  const hash = sha256Of(recordText);
  const center = centerOf(field);
  return {
    record,
    recordText,
    hash,
    signer: signerAt(deps.reportSigner, now),
    recordedAt: newestChange(record, [field.updatedAt, selected.updatedAt]),
    brand: field.brand,
    dataSets: distinctSets(scored),
    center,
    timeZone: timeZoneAt(center),
    figure,
    generatedAt: now,
    rulebook: rulebookOf(record, now),
    present: await findPresentStandings(deps, providerId, scored, driftChanges),
    verifyUrl: `${deps.env.PUBLIC_URLS[0] ?? ""}/verify/${hash}`,
  };
}

async function readSaved(
  tx: ProviderTx,
  providerId: string,
  { key, year, kind, checkedOnly = false, withFigure }: ReportQuery & { withFigure: boolean },
) {
  const field = onlyField(await findReportFields(tx, providerId, key), checkedOnly);
  const place = { fieldId: field.fieldId, year };
  const saved = await findFieldYearApplications(tx, providerId, place);
  const evidence = await findApplicationEvidence(tx, providerId, place);
  return {
    field,
    selected: await findFieldYearSelections(tx, providerId, place),
    saved,
    evidence,
    changes: await listChanges(tx, providerId, place),
    grounds: await findRecordGrounds(tx, providerId, idsOf(saved)),
    driftChanges: await findDriftChanges(tx, providerId, idsOf(saved)),
    figure: withFigure
      ? await drawField(tx, providerId, {
          field,
          pulas: pulasOf(saved, evidence),
          applicationEventIds: kind === "trait" ? [] : idsOf(saved),
        })
      : null,
  };
}

const idsOf = (applications: SavedApplications): string[] => applications.map((each) => each.applicationEventId);

/** Nothing was written of most applications: only the records of the others are filled. */
const writtenLogs = (
  deps: Deps,
  scored: readonly ScoredApplication[],
  grounds: readonly RecordGround[],
): Promise<ApplicationRecord[]> =>
  fillRecords(
    deps,
    scored,
    grounds.filter(({ entries }) => entries.length > 0),
  );

const distinctSets = (scored: readonly ScoredApplication[]): DataBehind["sets"] => [
  ...new Map(
    scored.flatMap(({ data }) => data?.sets ?? []).map((set) => [`${set.kind} ${set.version}`, set] as const),
  ).values(),
];

const centerOf = ({ boundary }: ReportField): GatheredReport["center"] =>
  boundary === null ? null : middleOf(boundary.coordinates.flat());

type SavedApplications = Awaited<ReturnType<typeof findFieldYearApplications>>;
type Evidence = Awaited<ReturnType<typeof findApplicationEvidence>>;

/** The areas of every assessment, in the set that the assessment used. */
function pulasOf(applications: SavedApplications, evidence: Evidence): { version: string; pulaId: number }[] {
  return applications.flatMap(({ applicationEventId, lastAssessment }) => {
    const version = evidence.find((each) => each.applicationEventId === applicationEventId)?.dataVersions?.pula;
    if (version === undefined || version === null || lastAssessment === null) return [];
    const ids = new Set(lastAssessment.products.flatMap(({ pulas }) => pulas.map(({ pulaId }) => pulaId)));
    return [...ids].map((pulaId) => ({ version, pulaId }));
  });
}

async function drawField(
  tx: ProviderTx,
  providerId: string,
  asked: { field: ReportField; pulas: { version: string; pulaId: number }[]; applicationEventIds: string[] },
): Promise<DrawnFigure | null> {
  const { boundary, boundaryHash } = asked.field;
  if (boundary === null || boundaryHash === null) return null;
  const frame = frameAround(boundary, FIGURE_SIZE);
  const pulas = await findPulaShapes(tx, asked.pulas, frame.box);
  const soils = await findSoilShapes(tx, { boundary, boundaryHash }, frame.box);
  const buffers = await findBufferShapes(tx, providerId, { ...asked, boundaryHash }, frame.box);
  return drawFigure({ field: boundary, pulas, soils, buffers }, frame);
}

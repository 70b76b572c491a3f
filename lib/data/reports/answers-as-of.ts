import { z } from "zod";
import type { ProviderTx } from "@/lib/data/db";
import { timeAsText } from "@/lib/data/time-as-text";
import { readStoredAssessment } from "@/lib/data/stored/assessment";
import { readStoredIssues } from "@/lib/data/stored/issues";
import { readDataVersions } from "@/lib/data/stored/parts";
import { COMPONENT_STATUSES, type DataVersions, type RunoffEntry } from "@/lib/domain/compliance";
import type { SavedAssessment } from "@/lib/domain/saved-application";

/** What a runoff system asked for and what counted, when the answer was made. */
export type AnsweredRunoff = Pick<
  RunoffEntry,
  "mitigationType" | "exempt" | "requiredPoints" | "labelRequiredPoints" | "earnedPoints" | "gap" | "status" | "issues"
>;

/** The answer that was in force for an application at the end of a day. */
export interface AnswerAsOf {
  applicationEventId: string;
  assessment: SavedAssessment;
  runoff: AnsweredRunoff[];
  dataVersions: DataVersions | null;
}

const runoffSchema = z.array(
  z.object({
    mitigationType: z.string(),
    exempt: z.boolean(),
    requiredPoints: z.number().nullable(),
    labelRequiredPoints: z.number().nullable().default(null),
    earnedPoints: z.number(),
    gap: z.number().nullable(),
    status: z.enum(COMPONENT_STATUSES),
    issues: z.array(z.unknown()),
  }),
);

interface AnswerRow {
  applicationEventId: string;
  assessment: unknown;
  products: { productName: string }[];
  runoff: unknown;
  dataVersions: unknown;
}

/** The last answer by the end of a day (UTC) of each live application of a field and year that had one: one statement. */
export async function findAnswersAsOf(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: { fieldId: string; year: number },
  asOf: string,
): Promise<AnswerAsOf[]> {
  const rows = await tx.$queryRaw<AnswerRow[]>`
    SELECT a.application_event_id AS "applicationEventId", x.body->'products' AS products, x.body->'runoff' AS runoff,
           x.body->'dataVersions' AS "dataVersions",
           x.body || jsonb_build_object('formatVersion', x.format_version, 'calculatedAt', ${timeAsText("x.calculated_at")},
             'status', x.status, 'processingComplete', x.processing_complete) AS assessment
    FROM application a JOIN field f USING (provider_id, field_id)
    CROSS JOIN LATERAL (
      SELECT x.* FROM assessment x
      WHERE x.provider_id = a.provider_id AND x.application_event_id = a.application_event_id
        AND x.calculated_at < (${asOf}::date + 1)::timestamp AT TIME ZONE 'UTC'
      ORDER BY x.calculated_at DESC LIMIT 1) AS x
    WHERE a.provider_id = ${providerId} AND a.field_id = ${fieldId}::uuid AND f.archived_at IS NULL
      AND a.application_date >= make_date(${year}::int, 1, 1) AND a.application_date <= make_date(${year}::int, 12, 31)
    ORDER BY a.application_date, a.application_event_id`;
  return rows.map(({ applicationEventId, assessment, products, runoff, dataVersions }) => ({
    applicationEventId,
    assessment: readStoredAssessment(assessment),
    runoff: runoffSchema
      .parse(runoff ?? [])
      .map(({ issues, ...entry }) => ({ ...entry, issues: readStoredIssues(issues, products) })),
    dataVersions: readDataVersions(dataVersions),
  }));
}

/** So many days are listed: someone who asks for another names it. */
const MOST_DAYS = 20;

/** Days (UTC) on which applications of a field and year were answered, newest first. */
export async function listAnswerDays(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: { fieldId: string; year: number },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ day: string }[]>`
    SELECT DISTINCT to_char(x.calculated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
    FROM application a JOIN field f USING (provider_id, field_id)
    JOIN assessment x USING (provider_id, application_event_id)
    WHERE a.provider_id = ${providerId} AND a.field_id = ${fieldId}::uuid AND f.archived_at IS NULL
      AND a.application_date >= make_date(${year}::int, 1, 1) AND a.application_date <= make_date(${year}::int, 12, 31)
    ORDER BY day DESC LIMIT ${MOST_DAYS}::int`;
  return rows.map(({ day }) => day);
}

import type { ProviderTx } from "@/lib/data/db";
import { withStoredIssues } from "@/lib/data/stored/issues";
import { timeAsText } from "@/lib/data/time-as-text";
import { readExplanation } from "@/lib/data/stored/explanation";
import { readDataVersions } from "@/lib/data/stored/parts";
import type { DataVersions } from "@/lib/domain/compliance";
import type { ExplanationItem } from "@/lib/domain/explanation";
import type { SavedComputation, SavedWeather } from "@/lib/domain/drift-saved";

/** That someone marked a limitation as read in the portal. */
export interface LimitationRead {
  product: string;
  pulaId: number;
  limitationId: number;
  /** Names the text that was read. */
  textHash: string;
  reviewedAt: string;
}

/** What stands behind a saved application beside what its compliance is read from. Times are ISO 8601 text. */
export interface ApplicationEvidence {
  applicationEventId: string;
  explanation: ExplanationItem[];
  dataVersions: DataVersions | null;
  weather: (Omit<SavedWeather, "observedAt"> & { observedAt: string }) | null;
  computation: (Omit<SavedComputation, "checkedAt"> & { checkedAt: string }) | null;
  limitationsRead: LimitationRead[];
}

type Computation = NonNullable<ApplicationEvidence["computation"]>;
/** As the columns hold it: a computation of an earlier form may lack its products. */
type EvidenceRow = Omit<ApplicationEvidence, "computation"> & {
  unjudged: unknown;
  computation: (Omit<Computation, "products"> & Partial<Pick<Computation, "products">>) | null;
  mix: { productName: string }[];
};

/** The evidence of a field and year's live applications: one statement. */
export async function findApplicationEvidence(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: { fieldId: string; year: number },
): Promise<ApplicationEvidence[]> {
  const rows = await tx.$queryRaw<EvidenceRow[]>`
    SELECT a.application_event_id AS "applicationEventId", coalesce(x.body->'explanation', '[]') AS explanation,
           coalesce(x.body->'unjudged', '[]') AS unjudged,
           x.body->'dataVersions' AS "dataVersions", a.weather, a.last_computation AS computation, a.products AS mix,
           (SELECT coalesce(jsonb_agg(jsonb_build_object(
              'product', r.product, 'pulaId', r.pula_id, 'limitationId', r.limitation_id,
              'textHash', r.text_hash, 'reviewedAt', ${timeAsText("r.reviewed_at")})
              ORDER BY r.limitation_id, r.pula_id, r.product), '[]')
            FROM limitation_review r
            WHERE r.provider_id = ${providerId} AND r.application_event_id = a.application_event_id)
             AS "limitationsRead"
    FROM application a
    LEFT JOIN assessment x ON x.provider_id = a.provider_id AND x.assessment_id = a.last_assessment_id
      AND x.calculated_at = a.last_assessed_at
    WHERE a.provider_id = ${providerId} AND a.field_id = ${fieldId}::uuid
      AND a.application_date >= make_date(${year}::int, 1, 1) AND a.application_date <= make_date(${year}::int, 12, 31)
    ORDER BY a.application_date, a.application_event_id`;
  return rows.map(({ mix, unjudged, ...row }) => ({
    ...row,
    explanation: readExplanation(row.explanation, unjudged),
    dataVersions: readDataVersions(row.dataVersions),
    computation:
      row.computation === null
        ? null
        : { ...row.computation, products: withStoredIssues(row.computation.products ?? [], mix) },
  }));
}

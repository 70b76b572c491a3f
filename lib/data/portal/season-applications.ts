import { attestationOf, attestationsAsJson, type AttestationJson } from "@/lib/data/attestations";
import { isOnChangedBoundary } from "@/lib/data/compliance-reads";
import { Prisma } from "@/lib/data/db";
import { toSavedDrift, type DriftJson } from "@/lib/data/drift/saved-drift";
import type { NotedApplication } from "@/lib/data/portal/noted-applications";
import { driftChangedAt, reviewsAsJson, toCheckNotes, type NotesJson } from "@/lib/data/portal/reviews";
import { readStoredAssessment } from "@/lib/data/stored/assessment";
import { siblingsOf, type MixesOfYear } from "@/lib/data/sibling-mixes";
import { timeAsText } from "@/lib/data/time-as-text";
import type { SavedApplicationRecord, SavedAssessment, SavedRequirement } from "@/lib/domain/saved-application";

/**
 * What the standing and the points of an application hang on, hundreds of applications at once. What only its own pages show
 * is left out: texts of limitations that no one has marked as read, what answers would change where no one has answered,
 * edges of buffers. It comes as lists without names, because the names were most of it, and is judged by the functions
 * that judge all that is saved; a test compares both.
 */
export type SeasonApplicationJson = [
  applicationEventId: string,
  applicationId: string,
  applicationDate: string,
  method: SavedApplicationRecord["method"],
  products: SavedApplicationRecord["products"],
  crop: string[] | null,
  pest: string[] | null,
  gpa: number | null,
  dropletSize: SavedApplicationRecord["dropletSize"],
  boomHeight: SavedApplicationRecord["boomHeight"],
  processingStatus: string,
  updatedAt: string,
  portalLockedAt: string | null,
  isOnChangedBoundary: boolean,
  requirements: RequirementJson[] | null,
  lastAssessment: AssessmentJson | null,
  lastComputation: DriftJson["lastComputation"],
  attestations: AttestationJson[],
  driftChangedAt: string | null,
  reviews: NotesJson["reviews"],
];

type RequirementJson = [
  mitigationType: string,
  required: boolean,
  requiredPoints: number | null,
  targetIssues: SavedRequirement["targetIssues"] | null,
  exemptionEvaluatedAt: string | null,
  exemptionReasons: string[] | null,
  exemptionTreatedAcres: number | null,
  isBufferAsked: boolean,
  updatedAt: string,
];

type AssessmentJson = [
  formatVersion: number,
  calculatedAt: string,
  status: string,
  processingComplete: boolean,
  issues: unknown,
  /** Without the areas of each where no text was marked as read. */
  products: unknown[],
  esaRequired: (boolean | null)[] | null,
  /** Whether there are any, where no one has answered. */
  questions: unknown[] | boolean,
  unjudged: unknown,
  settledTargets: unknown,
  whenConfirmed: unknown,
];

const requirements = Prisma.sql`(
  SELECT json_agg(json_build_array(
    r.mitigation_type, r.required, r.required_points, r.target_issues, ${timeAsText("r.exemption_evaluated_at")},
    r.exemption_reasons, r.exemption_treated_acres, r.drift_configuration IS NOT NULL, ${timeAsText("r.updated_at")})
    ORDER BY r.mitigation_type)
  FROM requirement r
  WHERE r.provider_id = a.provider_id AND r.application_event_id = a.application_event_id)`;

/** The body is unpacked once and a copy of it looked into, as in ../compliance-reads.ts. */
const lastAssessment = Prisma.sql`(
  SELECT json_build_array(
    x.format_version, ${timeAsText("x.calculated_at")}, x.status, x.processing_complete, unpacked.body->'issues',
    CASE WHEN a.reviews IS NULL THEN jsonb_path_query_array(unpacked.body, '$.products[*].productName')
         ELSE unpacked.body->'products' END,
    CASE WHEN a.reviews IS NULL THEN jsonb_path_query_array(unpacked.body, '$.products[*].esaRequired') END,
    CASE WHEN a.is_answered THEN coalesce(unpacked.body->'questions', '[]')
         ELSE to_jsonb(unpacked.body->'questions'->0 IS NOT NULL) END,
    CASE WHEN a.is_answered THEN unpacked.body->'unjudged' END,
    CASE WHEN a.is_answered THEN unpacked.body->'settledTargets' END,
    CASE WHEN a.is_answered THEN unpacked.body->'whenConfirmed' END)
  FROM assessment x CROSS JOIN LATERAL (SELECT x.body || '{}'::jsonb AS body OFFSET 0) AS unpacked
  WHERE x.provider_id = a.provider_id AND x.assessment_id = a.last_assessment_id
    AND x.calculated_at = a.last_assessed_at)`;

/** Without the claims: what they take off is in the status of the computation. */
const computation = Prisma.sql`
  a.last_computation - ARRAY['edges', 'windRose', 'products', 'reductions', 'manualClaims', 'checked']`;

/**
 * Applications that meet a condition, as `a`, each with what people said of it. The rows are a table's, since Citus plans no
 * subqueries of a row without one.
 */
export const markedApplications = (condition: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT given.*, json_array_length(given.attestations) > 0 AS is_answered
  FROM (SELECT a.*, ${attestationsAsJson(Prisma.sql`a`)} AS attestations, ${reviewsAsJson} AS reviews
        FROM application a WHERE ${condition} OFFSET 0) AS given OFFSET 0) AS a`;

/** The row `a` of `markedApplications`, on the field row `f`, as `SeasonApplicationJson`. */
export const seasonApplicationAsJson = Prisma.sql`
  json_build_array(
    a.application_event_id, a.application_id, to_char(a.application_date, 'YYYY-MM-DD'), a.application_method, a.products,
    a.crop, a.pest, a.gpa, a.droplet_size, a.boom_height, a.processing_status, ${timeAsText("a.updated_at")},
    ${timeAsText("a.portal_locked_at")}, ${isOnChangedBoundary}, ${requirements},
    ${lastAssessment}, ${computation}, a.attestations, ${driftChangedAt}, a.reviews)`;

/** What applications of one field and year have in common. */
export type SharedParts = Pick<
  SavedApplicationRecord,
  | "accountId"
  | "providerGroupId"
  | "providerFieldId"
  | "fieldId"
  | "fieldName"
  | "ground"
  | "selections"
  | "doAttestationsCount"
> & { mixesOfYear: MixesOfYear };

const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text));

export function toSeasonApplication(
  json: SeasonApplicationJson,
  { mixesOfYear, ...shared }: SharedParts,
): NotedApplication {
  const [applicationEventId, applicationId, applicationDate, method, products, crop, pest, ...more] = json;
  const [gpa, dropletSize, boomHeight, processingStatus, updatedAt, portalLockedAt, isOnChangedBoundary, ...found] =
    more;
  const [required, assessment, lastComputation, attestations, changedAt, reviews] = found;
  const drift = { weather: null, adjuvantResults: null, claims: null, drawnFeatures: null, lastComputation };
  return {
    saved: {
      ...shared,
      siblingMixes: siblingsOf(mixesOfYear, applicationEventId),
      ...{ applicationEventId, applicationId, applicationDate, method, products },
      ...{ gpa, dropletSize, boomHeight, processingStatus, isOnChangedBoundary },
      crop: crop ?? [],
      pest: pest ?? [],
      updatedAt: new Date(updatedAt),
      portalLockedAt: dateOrNull(portalLockedAt),
      requirements: (required ?? []).map(toRequirement),
      lastAssessment: assessment === null ? null : toAssessment(assessment),
      judgedBy: null,
      drift: toSavedDrift(drift, products),
      attestations: attestations.map(attestationOf),
    },
    notes: toCheckNotes({ dataVersions: null, driftChangedAt: changedAt, reviews }),
  };
}

function toRequirement(json: RequirementJson): SavedRequirement {
  const [mitigationType, required, requiredPoints, targetIssues, evaluatedAt, exemptionReasons, acres, ...rest] = json;
  const [isBufferAsked, savedAt] = rest;
  const updatedAt = new Date(savedAt);
  return {
    ...{ mitigationType, required, requiredPoints, exemptionReasons, updatedAt },
    targetIssues: targetIssues ?? [],
    exemptionEvaluatedAt: dateOrNull(evaluatedAt),
    exemptionTreatedAcres: acres,
    driftConfiguration: isBufferAsked ? SOME_BUFFER : null,
  };
}

/** That a buffer may be asked for is all that a standing reads of it. */
const SOME_BUFFER = {} as NonNullable<SavedRequirement["driftConfiguration"]>;

function toAssessment(json: AssessmentJson): SavedAssessment {
  const [formatVersion, calculatedAt, status, processingComplete, issues, products, esaRequired, ...asked] = json;
  const [questions, unjudged, settledTargets, whenConfirmed] = asked;
  return readStoredAssessment({
    ...{ formatVersion, calculatedAt, status, processingComplete, issues, unjudged, settledTargets, whenConfirmed },
    products: products.map((product, index) =>
      typeof product === "string" ? namedAlone(product, esaRequired?.[index]) : product,
    ),
    questions: typeof questions === "boolean" ? (questions ? [SOME_QUESTION] : []) : questions,
  });
}

const namedAlone = (productName: string, esaRequired: boolean | null = null): unknown => ({
  ...{ productName, esaRequired },
  ...{ epaNumber: null, pest: [], productStatus: null, pulas: [] },
});

const NO_EFFECT = { frees: [], settles: [], opens: [], lifts: [], finds: [] };
/** Where no one has answered, one question says as much as all of them: that there is something to answer. */
const SOME_QUESTION = {
  questionId: "",
  kind: "label_has_esa_directions",
  version: 0,
  productIndex: 0,
  subject: "",
  labelDate: null,
  restsOn: "",
  particulars: { productName: "" },
  effects: { yes: NO_EFFECT, no: NO_EFFECT },
};

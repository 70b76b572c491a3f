import { methodClass, type ApplicationMethod } from "@/lib/domain/application";
import {
  ASSESSMENT_VERSION,
  type AssessedProduct,
  type Assessment,
  type CheckSummary,
  type DataVersions,
  type DriftComponent,
  type RequirementRow,
  type SettledTarget,
} from "@/lib/domain/compliance";
import type { AdjuvantResults } from "@/lib/domain/drift";
import type { RuleExplained } from "@/lib/domain/explanation";
import type { County, FieldGround } from "@/lib/domain/field";
import { bearsOnDrift, isIncomplete, type Issue, type IssueCode } from "@/lib/domain/issues";
import type { Selection } from "@/lib/domain/mitigation";
import { matchedProduct } from "@/lib/domain/product";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { AttestationQuestion } from "@/lib/domain/attestation";
import { confirmedPart, factsAsConfirmed, figureQuestions } from "@/lib/engine/attestations/figures";
import { questionsOf } from "@/lib/engine/attestations/questions";
import { settledRunoffOf, type SettledRunoff } from "@/lib/engine/attestations/settled-runoff";
import { unjudgedConditions } from "@/lib/engine/conditions/issues";
import { judgeLabels, type JudgedLabels } from "@/lib/engine/conditions/labels";
import { dataIssues } from "@/lib/engine/data-issues";
import { evaluateAdjuvants } from "@/lib/engine/drift/adjuvants";
import { driftAtIntake, withIssues } from "@/lib/engine/drift/intake";
import type { DriftSource } from "@/lib/engine/drift/configuration";
import { driftSources } from "@/lib/engine/drift/sources";
import type { AssessmentFacts } from "@/lib/engine/facts";
import { explain } from "@/lib/engine/explain";
import { appliedPulas, boundLimitations, type BoundLimitation, limitationKey } from "@/lib/engine/limitations/applied";
import { limitationIssues } from "@/lib/engine/limitations/issues";
import { mergeIssues } from "@/lib/domain/merge-issues";
import { asOfLabel, mixIssues } from "@/lib/engine/mix-issues";
import { overallStatus } from "@/lib/engine/overall";
import { rateMix, type RatedProduct } from "@/lib/engine/rated-product";
import { rateIssues, uncomparedRates } from "@/lib/engine/rates/unresolved";
import { assessRunoff, isUnknown, type FoundFacts } from "@/lib/engine/runoff/assess-runoff";
import { hasUnresolvedCounty } from "@/lib/engine/runoff/auto-credits";
import type { RunoffTarget } from "@/lib/engine/runoff/target";

export interface AssessmentResult {
  assessment: Assessment;
  requirements: RequirementRow[];
  /** Automatic credits of the field and year, as the ground gives them today. */
  autoSelections: Selection[];
  ground: FieldGround;
  /** What a computation at application time goes on with. */
  driftRules: { products: RatedProduct[]; sources: DriftSource[]; labelIssues: Issue[] };
  /** What the adjuvants of the mix are, and whether the labels ask for others. */
  adjuvantResults: AdjuvantResults;
  /** Runoff as it is once the applicator says that no unread label has directions; null: there is none to ask about. */
  settledRunoff: SettledRunoff | null;
  /** The result once labels are said to have the figures that are asked about; null: none is asked about. */
  whenConfirmed: AssessmentResult | null;
  /** The applicator's word about figures counts in it. */
  restsOnFigures: boolean;
}

/**
 * Which rules apply to one application on one field, and whether what is known meets them.
 *
 * The engine's front door: pure, so the same facts always give the same answer. Source: docs/rules.md, Assessment.
 * Missing data: every missing fact is an issue that blocks a pass, never a guess and never zero.
 */
export function assess(facts: AssessmentFacts): AssessmentResult {
  const found = assessAsRead(facts);
  const asked = figureQuestions(found.driftRules.products);
  if (asked.length === 0) return found;
  return withFigures(found, assessAsRead(factsAsConfirmed(facts, asked), found.assessment.explanation), asked);
}

/** Figures that no one has read count for nothing; what they would make of the answer is kept beside it. */
function withFigures(
  found: AssessmentResult,
  whenConfirmed: AssessmentResult,
  asked: readonly AttestationQuestion[],
): AssessmentResult {
  const known = new Set(found.assessment.questions.map(({ questionId }) => questionId));
  const further = whenConfirmed.assessment.questions.filter(({ questionId }) => !known.has(questionId));
  const questions = [...asked, ...found.assessment.questions, ...further];
  return {
    ...found,
    assessment: { ...found.assessment, questions, whenConfirmed: confirmedPart(whenConfirmed) },
    whenConfirmed,
  };
}

/** `explained`: an explanation that is there already, for an answer that tells the same documents. */
function assessAsRead(facts: AssessmentFacts, explained: RuleExplained[] | null = null): AssessmentResult {
  const mix = rateMix(facts.application.products, facts.products, facts.application.gpa);
  const rated = mix.map((product) => asOfLabel(product, facts.application));
  const boundByProduct = rated.map((product) => boundFor(product, facts));
  const bound = boundByProduct.flat();
  const counties = classifiedCounties(facts);
  const labels = judgeLabels(facts, { rated, bound });
  const found = { rated, bound, counties, known: labels.known };
  const runoff = assessRunoff(facts, found);
  const asked = askedOf(facts, found, labels);
  const { sources, adjuvantResults, drift } = driftOf(facts, found, labels);
  const issues = mergeIssues([
    ...mixIssues(rated),
    ...labels.issues,
    ...runoff.entries.flatMap((entry) => entry.issues),
    ...limitationIssues({ ...found, areas: facts.areas }),
    ...drift.issues,
    ...dataIssues(facts, counties),
  ]);
  const assessment: Assessment = {
    version: ASSESSMENT_VERSION,
    calculatedAt: facts.now,
    status: overallStatus([...runoff.entries.map((entry) => entry.status), drift.status], issues),
    processingComplete: !issues.some(isIncomplete),
    issues,
    unjudged: unjudgedConditions(labels.judged),
    soil: facts.soil,
    runoff: runoff.entries,
    get gapAdvice() {
      return runoff.gapAdvice;
    },
    drift,
    products: assessedProducts(rated, boundByProduct, facts.areas),
    nearbyPulas: facts.areas.nearbyPulas,
    summary: summaryOf(facts.areas, boundByProduct),
    dataVersions: dataVersionsOf(facts),
    explanation: explained ?? explain({ facts, rated, bound, runoff, counties, ...labels }),
    ...asked.members,
  };
  return {
    assessment,
    requirements: requirementRows({ targets: runoff.targets, rated }, drift, facts.application.method),
    autoSelections: runoff.autoSelections,
    ground: groundOf(facts, runoff.autoSelections, counties),
    driftRules: { products: rated, sources, labelIssues: labels.issues.filter(({ blocks }) => blocks) },
    adjuvantResults,
    settledRunoff: asked.settledRunoff,
    ...AS_READ,
  };
}

const AS_READ = { whenConfirmed: null, restsOnFigures: false };

function driftOf(facts: AssessmentFacts, { rated, bound }: FoundFacts, labels: JudgedLabels) {
  const { application, rulebook, now } = facts;
  const { method, gpa } = application;
  const sources = driftSources(rated, bound);
  const adjuvantResults = evaluateAdjuvants(rated, { rulebook, method, gpa, evaluatedAt: now });
  const intake = driftAtIntake(sources, rated, application, now);
  const ofMix = [...adjuvantResults.issues, ...ofSetup(intake, [...labels.issues, ...rated.flatMap(rateIssues)])];
  const found = withIssues(intake, ofMix);
  return { sources, adjuvantResults, drift: withComparedRates(found, uncomparedRates(labels.issues)) };
}

/** What a label's conditions and the rates leave open or break of setup, air, and amounts, from which buffers are computed. */
function ofSetup({ configuration }: DriftComponent, issues: readonly Issue[]): Issue[] {
  const isBufferRequired = configuration !== null;
  return issues.filter((found) => found.blocks && bearsOnDrift(found, { isBufferRequired }));
}

/** A rate that the label's limit cannot be compared with is not called resolved, whatever its ranges say. */
const withComparedRates = (drift: DriftComponent, uncompared: ReadonlySet<number>): DriftComponent =>
  drift.configuration === null || uncompared.size === 0
    ? drift
    : {
        ...drift,
        configuration: {
          ...drift.configuration,
          requirements: drift.configuration.requirements.map((requirement) =>
            requirement.rateResolution === "resolved" && uncompared.has(requirement.productIndex)
              ? { ...requirement, rateResolution: "unresolved" }
              : requirement,
          ),
        },
      };

/** What only the applicator can know, and what runoff asks for once it is known. */
function askedOf(facts: AssessmentFacts, found: FoundFacts, labels: JudgedLabels) {
  const { gpa } = facts.application;
  const { adjuvants } = facts.rulebook;
  const questions = questionsOf({ ...labels, ...found, areas: facts.areas, adjuvants, gpa });
  const settledRunoff = settledRunoffOf(facts, found, questions);
  const targets = settledRunoff === null ? null : settledTargets(settledRunoff);
  const members: Pick<Assessment, "questions" | "settledTargets" | "attestations" | "whenConfirmed"> = {
    questions,
    settledTargets: targets,
    attestations: [],
    whenConfirmed: null,
  };
  return { settledRunoff, members };
}

/** What later scoring reads of the ground, without asking survey or county lines again. */
const groundOf = (
  { soil, areaSqm, application }: AssessmentFacts,
  autoSelections: readonly Selection[],
  counties: readonly County[],
): FieldGround => ({
  soil: soil.summary,
  areaSqm,
  derivedByYear: { [application.applicationDate.slice(0, 4)]: autoSelections.map(({ subOptionId }) => subOptionId) },
  hasUnresolvedCounty: hasUnresolvedCounty(counties),
});

const boundFor = (product: RatedProduct, { application, areas, limitationRules }: AssessmentFacts): BoundLimitation[] =>
  boundLimitations(product, areas.limitations, { ofClass: methodClass(application.method), rules: limitationRules });

const summaryOf = (areas: RegulatedAreas, boundByProduct: readonly BoundLimitation[][]): CheckSummary => ({
  totalPulas: areas.pulas.length,
  totalLimitations: new Set(boundByProduct.flat().map(({ limitation }) => limitationKey(limitation))).size,
  productsChecked: boundByProduct.length,
  productsWithLimitations: boundByProduct.filter((own) => own.length > 0).length,
});

const dataVersionsOf = ({ areas, soil, catalogueVersion, rulebook }: AssessmentFacts): DataVersions => ({
  pula: areas.pulaSet?.version ?? null,
  county: areas.countySet?.version ?? null,
  countyPrecision: areas.countySet?.precision ?? null,
  soil: soil.version,
  catalogue: catalogueVersion,
  mitigationMenu: rulebook.menus.epa_runoff.edition,
});

const requirementRows = (
  { targets, rated }: { targets: readonly RunoffTarget[]; rated: readonly RatedProduct[] },
  { configuration }: DriftComponent,
  method: ApplicationMethod,
): RequirementRow[] => [
  ...targets.map((target) => ({
    mitigationType: target.system,
    required: true,
    requiredPoints: target.points,
    targetIssues: targetIssues(target, rated),
    driftConfiguration: null,
  })),
  ...(configuration === null
    ? []
    : [
        {
          mitigationType: `epa_drift_${methodClass(method)}` as const,
          required: true,
          requiredPoints: null,
          targetIssues: [],
          driftConfiguration: configuration,
        },
      ]),
];

/** Saved with the target; missing soil is said again at every reading, from what the field has then. */
const targetIssues = (target: RunoffTarget, rated: readonly RatedProduct[]): IssueCode[] => [
  ...new Set([...target.issues, ...(rated.some(isUnknown) ? (["UNKNOWN_PRODUCT"] as const) : [])]),
];

const settledTargets = ({ targets, rated }: SettledRunoff): SettledTarget[] =>
  targets.map((target) => ({ ...target, issues: targetIssues(target, rated) }));

const classifiedCounties = ({ areas, rulebook }: AssessmentFacts): County[] =>
  areas.counties.map((county) => ({ ...county, mitigationPoints: rulebook.countyPoints.get(county.geoId) ?? null }));

const assessedProducts = (
  rated: readonly RatedProduct[],
  boundByProduct: readonly BoundLimitation[][],
  { pulas }: RegulatedAreas,
): AssessedProduct[] =>
  rated.map((product, index) => assessedProduct(product, appliedPulas(pulas, boundByProduct[index] ?? [])));

const assessedProduct = (product: RatedProduct, pulas: AssessedProduct["pulas"]): AssessedProduct => ({
  epaNumber: product.submitted.epaNumber,
  productName: product.submitted.productName,
  matchedProduct: matchedProduct(product.record),
  pest: product.submitted.pest,
  productStatus: product.record?.status ?? null,
  esaRequired: product.isLimited === true && product.esaRequired === false ? true : product.esaRequired,
  pulas,
});

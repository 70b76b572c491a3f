import { isCalm } from "@/lib/domain/calm-air";
import type { OverallStatus } from "@/lib/domain/compliance";
import type { DriftComputation, EdgeResult, ManualClaim, ProductResult, WindRosePoint } from "@/lib/domain/drift";
import type { RuleExplained } from "@/lib/domain/explanation";
import type { ComputationInputs, SavedComputation } from "@/lib/domain/drift-saved";
import { bearsOnDrift, type Issue } from "@/lib/domain/issues";
import type {
  DriftAnswerView,
  DriftFactView,
  EdgeView,
  Placement,
  ProductBufferView,
  RosePoint,
  RuleView,
} from "@/lib/views/portal/drift";
import {
  feetToKeep,
  feetToKeepOrNull,
  leftToKeepFt,
  round2,
  round2OrNull,
  roundBearing,
  roundPercent,
} from "@/lib/domain/rounding";
import type { Rulebook } from "@/lib/domain/tables";
import { HA_PER_ACRE, SQM_PER_HA } from "@/lib/domain/units";
import { englishIn, ruleText } from "@/lib/views/explanations/rule-text";
import { issueMessage } from "@/lib/views/issues/issue-text";
import { mergeIssues } from "@/lib/domain/merge-issues";
import { overallStatus } from "@/lib/engine/overall";
import type { DriftPreview } from "@/lib/usecases/portal/preview-drift";
import { dialPen, dialPicture, type DialPen } from "@/lib/pages/portal/drift/dial-picture";
import { depositionView } from "@/lib/pages/portal/drift/deposition";
import { groundInWords } from "@/lib/pages/portal/drift/ground-words";
import { practiceStates } from "@/lib/pages/portal/drift/practices";
import {
  areaInWords,
  conditionFacts,
  headlineOf,
  issueView,
  overallOf,
  rateFacts,
  worstFact,
} from "@/lib/pages/portal/drift/words";
import { evidenceInWords, documentName, placeInDocument } from "@/lib/views/documents";
import { badgeOf } from "@/lib/pages/portal/overview/step-words";
import { currentLanguage, wordsIn } from "@/lib/views/language";
import { partsOf } from "@/lib/views/text-parts";

const words = wordsIn({
  en: {
    product: (number: number) => `Product ${number}`,
    registration: (epaNumber: string) => `EPA Reg. No. ${epaNumber}`,
    noRegistration: "No registration number",
  },
  es: {
    product: (number) => `Producto ${number}`,
    registration: (epaNumber) => `N.º de reg. de la EPA ${epaNumber}`,
    noRegistration: "Sin número de registro",
  },
});

/** What an answer is worded from, whether it was just worked out or saved some time ago. */
interface AnswerFacts {
  computation: Pick<
    SavedComputation,
    | "checkedAt"
    | "featureScope"
    | "nonManagedFeatureCount"
    | "exclusionFeatureCount"
    | "drawnGround"
    | "edges"
    | "products"
    | "reductions"
    | "windRose"
  >;
  inputs: ComputationInputs;
  standing: OverallStatus;
  overall: OverallStatus;
  placement: Placement;
  fieldSqm: number;
  treatableSqm: number | null;
  issues: readonly Issue[];
  explanation: readonly RuleExplained[];
  claims: readonly ManualClaim[];
  nameOf: (productIndex: number) => string;
  /** The rates that the answer is for. */
  rates: readonly DriftFactView[];
  rulebook: Rulebook;
  /** Draws what the view over all winds leaves to treat; left out of a saved answer. */
  pen?: DialPen;
}

type Shared = Omit<DriftAnswerView, "isSaved" | "map" | "picture" | "basis">;

function answerOf(facts: AnswerFacts): Shared {
  const { computation, inputs, placement, fieldSqm, treatableSqm, nameOf, rulebook } = facts;
  // A rate or a mix outside its label is no less wrong because the buffer could be placed.
  const standing = overallStatus([facts.standing], facts.issues);
  const edges = computation.edges.map(edgeView);
  const [worst, buffers] = [worstFact(facts.issues), headlineOf(placement, edges)];
  const area = areaInWords(placement, fieldSqm, treatableSqm);
  const products = computation.products.map((product) => productView(product, nameOf(product.productIndex)));
  const { windDirectionDeg, windSpeedMph, temperatureF, humidityPercent } = inputs;
  return {
    checkedAt: computation.checkedAt.toISOString(),
    weather: { windDirectionDeg, windSpeedMph, temperatureF, humidityPercent },
    conditions: [...conditionFacts(inputs), ...facts.rates],
    placement,
    standing,
    badge: badgeOf(standing),
    headline: worst ?? buffers,
    area: worst === null ? area : `${buffers}. ${area}`,
    treatablePercent: placement === "open" || treatableSqm === null ? null : percentOf(treatableSqm, fieldSqm),
    overall: overallOf(facts.overall),
    issues: facts.issues.map(issueView),
    edges,
    products,
    practices: practiceStates({
      rows: rulebook.driftPractices.rows,
      reductions: computation.reductions,
      claims: facts.claims,
      method: inputs.method,
      weather: inputs,
      nameOf,
    }),
    rose: computation.windRose?.map((point) => rosePoint(point, facts.pen)) ?? null,
    deposition: depositionView(inputs, products, rulebook),
    rules: facts.explanation.map(ruleView),
    ground: groundInWords(computation),
  };
}

/** The page computes with the rates and the volume, so that what is wrong with them is said here too. */
const isShownHere = (found: Issue): boolean => bearsOnDrift(found, { isBufferRequired: true });

const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : roundPercent((100 * part) / whole));

/** What managed ground carries of a distance as it is shown, so that what is left of the two is rounded up as well. */
function carriedFt({ bufferFt, creditedOutsideFt }: EdgeResult): number | null {
  if (bufferFt === null || creditedOutsideFt === null) return round2OrNull(creditedOutsideFt);
  return round2(feetToKeep(bufferFt) - leftToKeepFt(bufferFt, creditedOutsideFt));
}

const edgeView = (edge: EdgeResult): EdgeView => ({
  partIndex: edge.partIndex,
  ringIndex: edge.ringIndex,
  edgeIndex: edge.edgeIndex,
  outwardBearingDeg: roundBearing(edge.outwardBearingDeg),
  lengthFt: round2(edge.lengthFt),
  requiredFt: feetToKeepOrNull(edge.requiredFt),
  reductionPercent: round2OrNull(edge.reductionPercent),
  bufferFt: feetToKeepOrNull(edge.bufferFt),
  creditedOutsideFt: carriedFt(edge),
  productIndex: edge.productIndex,
  bufferType: edge.bufferType,
  reason: edge.reason,
});

const productView = (product: ProductResult, name: string): ProductBufferView => ({
  productIndex: product.productIndex,
  name,
  registration: product.epaNumber === null ? words().noRegistration : words().registration(product.epaNumber),
  rawDistanceFt: feetToKeepOrNull(product.rawDistanceFt),
  reductionPercent: round2OrNull(product.reductionPercent),
  bufferFt: feetToKeepOrNull(product.bufferFt),
  standing: product.status,
  badge: badgeOf(product.status),
  issues: product.issues.map((found) => issueMessage(found)),
});

const ACRE_SQM = HA_PER_ACRE * SQM_PER_HA;

/** What areas lose in the arithmetic: all of a field is 100 %. */
const FLOOR_SLACK_PERCENT = 1e-6;

const rosePoint = (
  { windDirectionDeg, treatablePercent, bufferAreaSqm, treatable = null }: WindRosePoint,
  pen: DialPen = () => null,
): RosePoint => ({
  windDirectionDeg,
  // Of another wind than the one of the moment, so in whole numbers, and never more than it is.
  treatablePercent: roundPercent(Math.floor(treatablePercent + FLOOR_SLACK_PERCENT)),
  bufferAcres: round2(bufferAreaSqm / ACRE_SQM),
  treatable: pen(treatable),
});

const ruleView = (rule: RuleExplained): RuleView => {
  const { document, section, documentDate, evidence } = rule;
  const dated = documentDate === null ? "" : ` (${documentDate})`;
  const place = section === null ? "" : placeInDocument(section);
  const text = ruleText(rule);
  const quoted = currentLanguage() === "en" ? [] : englishIn(rule);
  return {
    text,
    ...(quoted.length === 0 ? {} : { parts: partsOf(text, quoted) }),
    source: document === null ? null : `${documentName(document)}${dated}${place === "" ? "" : `, ${place}`}`,
    evidence: evidence === null ? null : evidenceInWords(evidence),
  };
};

/** An answer that was just worked out, of which nothing is saved. */
export function previewAnswer(preview: DriftPreview, rulebook: Rulebook): DriftAnswerView {
  const { computation, inputs, assessment } = preview;
  const { areas, geometry } = computation;
  const placement = placementOf(computation);
  return {
    isSaved: false,
    ...answerOf({
      computation: { ...computation, edges: preview.edges },
      inputs,
      standing: computation.driftStatus,
      overall: assessment.status,
      placement,
      fieldSqm: areas.fieldSqm,
      treatableSqm: areas.treatableSqm,
      issues: mergeIssues([
        ...computation.issues,
        ...assessment.issues.filter((found) => isShownHere(found) && found.code !== "DRIFT_CONDITIONS_UNVERIFIED"),
      ]),
      explanation: computation.explanation,
      claims: preview.claims,
      rates: rateFacts(computation.effectiveRates, preview.products),
      nameOf: (index) => preview.products[index]?.productName ?? words().product(index + 1),
      rulebook,
      pen: dialPen(preview.boundary),
    }),
    picture: dialPicture(preview.boundary, {
      treatable: placement === "not_asked" ? preview.boundary : geometry.treatable,
      isPlaced: placement !== "open",
    }),
    map: {
      buffer: geometry.buffer,
      treatable: geometry.treatable,
      windDirectionDeg: isCalm(inputs.windSpeedMph) ? null : inputs.windDirectionDeg,
    },
    basis: preview.basis,
  };
}

function placementOf({
  hasTreatableArea,
  requiresBuffer,
  driftStatus,
}: Pick<DriftComputation, "hasTreatableArea" | "requiresBuffer" | "driftStatus">): Placement {
  if (hasTreatableArea === null || requiresBuffer === null) return "open";
  if (!hasTreatableArea) return "none_left";
  if (requiresBuffer) return "buffer";
  return driftStatus === "not_applicable" ? "not_asked" : "no_buffer";
}

interface SavedFacts {
  computation: SavedComputation;
  /** Where the saved buffer lies, square meters; null where nothing is known of it any more. */
  areas: { fieldSqm: number; bufferSqm: number | null; treatableSqm: number | null };
  /** Where drift stands now: in doubt when something changed since. */
  standing: OverallStatus;
  overall: OverallStatus;
  /** Of the assessment that was saved with it. */
  issues: readonly Issue[];
  claims: readonly ManualClaim[];
  /** As they were checked. */
  products: readonly { productName: string; rate: number; rateUnit: string }[];
  nameOf: (productIndex: number) => string;
  rulebook: Rulebook;
}

/** The last saved answer, as it was saved: later rules, drawings and claims do not rewrite it. */
export function savedAnswer(facts: SavedFacts): DriftAnswerView {
  const { computation, areas } = facts;
  const ofProducts = computation.products.flatMap(({ issues }) => issues);
  const issues = mergeIssues([...ofProducts, ...facts.issues.filter(isShownHere)]);
  return {
    isSaved: true,
    ...answerOf({
      ...facts,
      inputs: computation.inputs,
      placement: savedPlacement(facts),
      fieldSqm: areas.fieldSqm,
      treatableSqm: areas.treatableSqm,
      issues,
      rates: rateFacts(computation.effectiveRates, facts.products),
      explanation: [],
    }),
    map: null,
    picture: null,
    basis: null,
  };
}

function savedPlacement({ computation, areas }: SavedFacts): Placement {
  const { edges, driftStatus } = computation;
  if (edges.some(({ reason }) => reason === "unresolved") || driftStatus === null) return "open";
  if (driftStatus === "not_applicable") return "not_asked";
  if (areas.treatableSqm === null) return isOpenProduct(computation) ? "open" : "none_left";
  return (areas.bufferSqm ?? 0) > 0 ? "buffer" : "no_buffer";
}

const isOpenProduct = ({ products }: SavedComputation): boolean =>
  products.some(({ bufferFt, status }) => bufferFt === null && status !== "not_applicable");

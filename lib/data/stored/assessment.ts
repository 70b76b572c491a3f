import { z } from "zod";
import { storedDriftConfiguration } from "@/lib/data/stored/drift-configuration";
import { readExplanation } from "@/lib/data/stored/explanation";
import { unpackUnjudged } from "@/lib/data/stored/packed";
import { readStoredIssues } from "@/lib/data/stored/issues";
import type { AnswerEffect, AttestationQuestion } from "@/lib/domain/attestation";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";
import { QUESTION_KINDS } from "@/lib/domain/question-kinds";
import { ISSUE_CODES } from "@/lib/domain/issues";
import { OVERALL_STATUSES, type ConfirmedPart } from "@/lib/domain/compliance";
import { MITIGATION_TYPES, PRODUCT_STATUSES, RUNOFF_SYSTEMS } from "@/lib/domain/product";
import type { SavedAssessment } from "@/lib/domain/saved-application";

/**
 * How an assessment is written down, in the row's `format_version`. Raised when the same answer would be written in
 * another way; the version that answers carry is another thing and stays.
 *
 * 1: an issue is a text, its sentence before its particulars. 2: an issue is data. 3: what an assessment says over and over
 * is said once (./packed.ts). An explanation tells its own form (./explanation.ts).
 */
export const STORED_ASSESSMENT_FORMAT = 3;

const limitation = z.looseObject({ limitationId: z.int(), code: z.string(), text: z.string() });
const pula = z.looseObject({ pulaId: z.int(), codes: z.array(z.string()), limitations: z.array(limitation) });
const product = z.looseObject({
  epaNumber: z.string().nullable(),
  productName: z.string(),
  pest: z.array(z.string()),
  productStatus: z.enum(PRODUCT_STATUSES).nullable(),
  esaRequired: z.boolean().nullable(),
  pulas: z.array(pula),
});

const unjudged = z.object({
  productIndex: z.int(),
  ruleId: z.string(),
  text: z.string(),
  source: z.string(),
  isOpen: z.boolean().optional(),
  isUnread: z.boolean().optional(),
});

const effect = z.object({
  frees: z.array(z.int()),
  /** Questions that were saved before a bulletin could be asked about say nothing of it. */
  unlimited: z.array(z.int()).default([]),
  /** Likewise of figures. */
  confirms: z.array(z.int()).default([]),
  settles: z.array(z.string()),
  opens: z.array(z.string()),
  lifts: z.array(z.unknown()),
  finds: z.array(z.unknown()),
});
const question = z.object({
  questionId: z.string(),
  kind: z.enum(QUESTION_KINDS),
  version: z.int(),
  productIndex: z.int(),
  entries: z.array(z.int()).optional(),
  subject: z.string(),
  labelDate: z.string().nullable(),
  restsOn: z.string(),
  particulars: z.looseObject({ productName: z.string() }),
  /** Kept since answers have a term. */
  keptFrom: z.string().optional(),
  effects: z.object({ yes: effect, no: effect }),
});

const settledTargets = z.array(
  z.object({ system: z.enum(RUNOFF_SYSTEMS), points: z.int().nullable(), issues: z.array(z.enum(ISSUE_CODES)) }),
);
const requirement = z.object({
  mitigationType: z.enum(MITIGATION_TYPES),
  required: z.boolean(),
  requiredPoints: z.int().nullable(),
  targetIssues: z.array(z.enum(ISSUE_CODES)),
  driftConfiguration: storedDriftConfiguration.nullable(),
});
const confirmed = z.object({
  status: z.enum(OVERALL_STATUSES),
  processingComplete: z.boolean(),
  issues: z.array(z.unknown()),
  /** One that the assessment itself lists is its place there. */
  unjudged: z.array(z.union([z.int(), unjudged])),
  settledTargets: settledTargets.nullable(),
  requirements: z.array(requirement),
});

const assessment = z.object({
  formatVersion: z.int().min(1).max(STORED_ASSESSMENT_FORMAT),
  calculatedAt: z.coerce.date(),
  status: z.enum(OVERALL_STATUSES),
  processingComplete: z.boolean(),
  issues: z.array(z.unknown()),
  /** Kept since label conditions are judged; an assessment from before has no list. */
  unjudged: z.array(unjudged).nullish(),
  products: z.array(product),
  /** Kept since questions are asked. */
  questions: z.array(question).nullish(),
  settledTargets: settledTargets.nullish(),
  whenConfirmed: confirmed.nullish(),
  /** Read only where it is asked for. */
  explanation: z.unknown().optional(),
  answered: z
    .object({
      status: z.enum(OVERALL_STATUSES),
      processingComplete: z.boolean(),
      issues: z.array(z.unknown()),
      unjudged: z.array(unjudged),
    })
    .nullish(),
});

/**
 * A saved assessment of any format as it is understood now: a snapshot in its meaning, whatever it was written in. Throws
 * where the row is of a later format, or is no assessment: an answer is never made of a part that could be read.
 */
export function readStoredAssessment(json: unknown): SavedAssessment {
  const { calculatedAt, status, processingComplete, issues, products, ...stored } = assessment.parse(json);
  const { unjudged: left, questions, settledTargets, whenConfirmed, answered, explanation } = stored;
  const conditions = left ?? [];
  return {
    calculatedAt,
    status,
    processingComplete,
    issues: readStoredIssues(issues, products),
    unjudged: conditions,
    questions: (questions ?? []).map((each) => readQuestion(each, products)),
    settledTargets: settledTargets ?? null,
    whenConfirmed: whenConfirmed == null ? null : readConfirmed(whenConfirmed, products, conditions),
    explanation: explanation == null ? null : readExplanation(explanation, conditions),
    answered: answered == null ? null : { ...answered, issues: readStoredIssues(answered.issues, products) },
    // The schema names what answers are made of; the other members of an area are copied through as they were saved.
    products: products as unknown as SavedAssessment["products"],
  };
}

const readConfirmed = (
  stored: z.output<typeof confirmed>,
  products: readonly { productName: string }[],
  conditions: readonly UnjudgedCondition[],
): ConfirmedPart => ({
  ...stored,
  unjudged: unpackUnjudged<UnjudgedCondition>(stored.unjudged, conditions),
  issues: readStoredIssues(stored.issues, products),
});

/** The schema names what an answer needs; a member that a later version adds to the particulars is copied through. */
function readQuestion(
  stored: z.output<typeof question>,
  products: readonly { productName: string }[],
): AttestationQuestion {
  const read = (found: z.output<typeof effect>): AnswerEffect => ({
    ...found,
    lifts: readStoredIssues(found.lifts, products),
    finds: readStoredIssues(found.finds, products),
  });
  const { effects, ...rest } = stored;
  return { ...rest, effects: { yes: read(effects.yes), no: read(effects.no) } };
}

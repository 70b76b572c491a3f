import { z } from "zod";
import { readStoredIssues } from "@/lib/data/stored/issues";
import { OVERALL_STATUSES } from "@/lib/domain/compliance";
import { PRODUCT_STATUSES } from "@/lib/domain/product";
import type { SavedAssessment } from "@/lib/domain/saved-application";

/**
 * How an assessment is written down, in the row's `format_version`. Raised when the same answer would be written in
 * another way; the version that answers carry is another thing and stays.
 *
 * 1: an issue is a text, its sentence before its particulars. 2: an issue is data.
 */
export const STORED_ASSESSMENT_FORMAT = 2;

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

const assessment = z.object({
  formatVersion: z.int().min(1).max(STORED_ASSESSMENT_FORMAT),
  calculatedAt: z.coerce.date(),
  status: z.enum(OVERALL_STATUSES),
  processingComplete: z.boolean(),
  issues: z.array(z.unknown()),
  /** Kept since label conditions are judged; an assessment from before has no list. */
  unjudged: z
    .array(z.object({ productIndex: z.int(), ruleId: z.string(), text: z.string(), source: z.string() }))
    .nullish(),
  products: z.array(product),
});

/**
 * A saved assessment of any format as it is understood now: a snapshot in its meaning, whatever it was written in. Throws
 * where the row is of a later format, or is no assessment: an answer is never made of a part that could be read.
 */
export function readStoredAssessment(json: unknown): SavedAssessment {
  const { calculatedAt, status, processingComplete, issues, unjudged, products } = assessment.parse(json);
  return {
    calculatedAt,
    status,
    processingComplete,
    issues: readStoredIssues(issues, products),
    unjudged: unjudged ?? [],
    // The schema names what answers are made of; the other members of an area are copied through as they were saved.
    products: products as unknown as SavedAssessment["products"],
  };
}

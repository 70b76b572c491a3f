import { QUESTION_VERSION, type QuestionKind } from "@/lib/domain/question-kinds";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** The date of the label that an answer is about: the one in hand, else the newest that is known. Null: none is known. */
export const labelDateOf = ({ submitted, record }: RatedProduct): string | null =>
  submitted.labelDate ?? record?.newestLabelDate ?? record?.editions?.at(-1)?.labelDate ?? null;

/**
 * The facts that an answer rests on, as one text: question, product, label, and what its kind adds. A label of another
 * date, known or in hand, makes another text, and so the answer falls.
 */
export function restsOn(
  kind: QuestionKind,
  product: RatedProduct,
  more: Record<string, string | number | null | readonly string[]>,
): string {
  const { submitted, registration, record } = product;
  return JSON.stringify([
    kind,
    QUESTION_VERSION,
    registration,
    submitted.productName.trim().toLowerCase(),
    submitted.labelDate ?? null,
    record?.newestLabelDate ?? null,
    record?.editions?.map(({ labelDate }) => labelDate) ?? [],
    Object.entries(more).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}

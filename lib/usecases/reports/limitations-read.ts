import type { LimitationRead } from "@/lib/data/reports/evidence";
import type { AssessedProduct } from "@/lib/domain/compliance";
import { hashOfText } from "@/lib/usecases/portal/binding-limitations";

/** That a text of the answer was marked as read. */
export type RecordedRead = Omit<LimitationRead, "textHash">;

/**
 * What was read of the texts that an answer has. A mark holds for one text: where a later bulletin says something else under the same
 * number, no one has read that.
 */
export function readsOfTexts(
  reads: readonly LimitationRead[],
  answer: { products: readonly Pick<AssessedProduct, "pulas">[] } | null,
): RecordedRead[] {
  const texts = new Set(
    (answer?.products ?? []).flatMap(({ pulas }) =>
      pulas.flatMap(({ pulaId, limitations }) =>
        limitations.map(({ limitationId, text }) => keyOf({ pulaId, limitationId, textHash: hashOfText(text) })),
      ),
    ),
  );
  return reads
    .filter((read) => texts.has(keyOf(read)))
    .map(({ product, pulaId, limitationId, reviewedAt }) => ({ product, pulaId, limitationId, reviewedAt }));
}

const keyOf = ({ pulaId, limitationId, textHash }: Omit<LimitationRead, "product" | "reviewedAt">): string =>
  `${pulaId}:${limitationId}:${textHash}`;

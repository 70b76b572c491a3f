import type { LimitationRead } from "@/lib/data/reports/evidence";
import type { AssessedProduct } from "@/lib/domain/compliance";
import { hashOfText } from "@/lib/usecases/portal/binding-limitations";

/** That a text of the answer was marked as read. */
export type RecordedRead = Omit<LimitationRead, "textHash">;

/**
 * What was read of the texts that an answer has. A mark holds for one text: where a later bulletin says something else under the same
 * number, no one has read that. A record names what was read by number, so it says nothing of one that stands for several of its texts.
 */
export function readsOfTexts(
  reads: readonly LimitationRead[],
  answer: { products: readonly Pick<AssessedProduct, "pulas">[] } | null,
): RecordedRead[] {
  const texts = new Map<string, Set<string>>();
  for (const { pulaId, limitations } of (answer?.products ?? []).flatMap(({ pulas }) => pulas)) {
    for (const { limitationId, text } of limitations) {
      const key = keyOf({ pulaId, limitationId });
      texts.set(key, (texts.get(key) ?? new Set()).add(hashOfText(text)));
    }
  }
  return reads
    .filter((read) => {
      const hashes = texts.get(keyOf(read));
      return hashes?.size === 1 && hashes.has(read.textHash);
    })
    .map(({ product, pulaId, limitationId, reviewedAt }) => ({ product, pulaId, limitationId, reviewedAt }));
}

const keyOf = ({ pulaId, limitationId }: Pick<LimitationRead, "pulaId" | "limitationId">): string =>
  `${pulaId}:${limitationId}`;

import { createHash } from "node:crypto";
import type { Review, ReviewKey } from "@/lib/data/portal/reviews";
import type { AppliedLimitation, AppliedPula, AssessedProduct } from "@/lib/domain/compliance";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";

/** A limitation as it binds one product of an application. */
export interface BindingLimitation {
  productIndex: number;
  product: AssessedProduct;
  pula: AppliedPula;
  limitation: AppliedLimitation;
  key: ReviewKey;
  /** When this very text was marked as read; null when it has not been. */
  reviewedAt: Date | null;
}

export const hashOfText = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Every limitation of the last check, product by product, with what was read of them since. */
export function bindingLimitations(
  saved: SavedApplicationRecord | null,
  reviews: readonly Review[],
): BindingLimitation[] {
  return (saved?.lastAssessment?.products ?? []).flatMap((product, productIndex) =>
    product.pulas.flatMap((pula) =>
      pula.limitations.map((limitation) => {
        const key = {
          product: product.epaNumber ?? product.productName,
          pulaId: pula.pulaId,
          limitationId: limitation.limitationId,
        };
        return { productIndex, product, pula, limitation, key, reviewedAt: reviewedAt(reviews, key, limitation.text) };
      }),
    ),
  );
}

function reviewedAt(reviews: readonly Review[], key: ReviewKey, text: string): Date | null {
  const hash = hashOfText(text);
  const found = reviews.find(
    (review) =>
      review.product === key.product &&
      review.pulaId === key.pulaId &&
      review.limitationId === key.limitationId &&
      review.textHash === hash,
  );
  return found?.reviewedAt ?? null;
}

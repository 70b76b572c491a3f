import { issue, type Issue } from "@/lib/domain/issues";
import type { RatedProduct } from "@/lib/engine/rated-product";

/**
 * A product whose registration is not active may not be applied, whatever its label once said.
 *
 * Source: EPA's register, as the catalogue keeps it. Missing data: a status that is not known says nothing here; one
 * without its day holds for every date. Throws: never.
 */
export function registrationIssues(
  { productIndex, submitted, record }: RatedProduct,
  applicationDate: string,
): Issue[] {
  const status = record?.status ?? null;
  if (record === null || status === null || status === "Active") return [];
  const since = record.statusSince ?? null;
  if (since !== null && applicationDate < since) return [];
  return [
    issue("REGISTRATION_NOT_ACTIVE", {
      productIndex,
      particulars: {
        productName: submitted.productName,
        registration: record.registration,
        ...(since === null ? {} : { endedOn: since }),
      },
    }),
  ];
}

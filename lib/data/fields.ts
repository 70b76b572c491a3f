import type { ProviderTx } from "@/lib/data/db";

export interface ListedField {
  fieldId: string;
  accountId: string;
  fieldName: string;
  archivedAt: Date | null;
}

/** Every row with a provider's field id, archived ones too, oldest first. */
export const findFieldsByProviderId = (
  tx: ProviderTx,
  providerId: string,
  providerFieldId: string,
): Promise<ListedField[]> =>
  tx.field.findMany({
    where: { providerId, providerFieldId },
    orderBy: { fieldId: "asc" },
    select: { fieldId: true, accountId: true, fieldName: true, archivedAt: true },
  });

/** Takes a field out of every route, or brings it back; the revision moves, so work in flight notices. */
export const setArchived = (
  tx: ProviderTx,
  providerId: string,
  fieldId: string,
  archivedAt: Date | null,
): Promise<unknown> =>
  tx.field.update({
    where: { providerId_fieldId: { providerId, fieldId } },
    data: { archivedAt, revision: { increment: 1 }, updatedAt: new Date() },
  });

/** How many of a field's applications are of a day or a later one. */
export const countApplicationsFrom = (
  tx: ProviderTx,
  providerId: string,
  fieldId: string,
  day: Date,
): Promise<number> => tx.application.count({ where: { providerId, fieldId, applicationDate: { gte: day } } });

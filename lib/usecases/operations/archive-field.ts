import { asProvider } from "@/lib/data/db";
import { findFieldsByProviderId, type ListedField, setArchived } from "@/lib/data/fields";
import { recordAction } from "@/lib/data/operators/audit";
import { OperatorRefusal } from "@/lib/domain/operator";
import type { ProviderContext } from "@/lib/usecases/operations/change-provider";

export interface NamedField {
  providerId: string;
  providerFieldId: string;
  /** Which row, where several have the provider's id. */
  fieldId?: string | undefined;
}

const asLine = ({ fieldId, accountId, fieldName, archivedAt }: ListedField): string =>
  `  ${fieldId}  account ${accountId}  ${fieldName}  ${archivedAt === null ? "live" : `archived ${archivedAt.toISOString()}`}`;

/**
 * Takes a field out of every route, its records among them, or brings it back. Says which one. Throws `OperatorRefusal` where
 * no field has the id, and where several have it.
 */
export const changeArchived = (
  { db, by }: ProviderContext,
  { providerId, providerFieldId, fieldId }: NamedField,
  archivedAt: Date | null,
): Promise<string> =>
  asProvider(db, providerId, async (tx) => {
    const action = archivedAt === null ? "restore" : "archive";
    const fitting = (await findFieldsByProviderId(tx, providerId, providerFieldId)).filter(
      (field) =>
        (field.archivedAt === null) !== (archivedAt === null) && (fieldId === undefined || field.fieldId === fieldId),
    );
    const [field] = fitting;
    if (field === undefined) throw new OperatorRefusal(`${providerId} has no such field to ${action}`);
    if (fitting.length > 1) {
      const lines = fitting.map(asLine).join("\n");
      throw new OperatorRefusal(`several rows have this id; name one with --field-id:\n${lines}`);
    }
    await setArchived(tx, providerId, field.fieldId, archivedAt);
    const after = { provider: providerId, provider_field_id: providerFieldId };
    await recordAction(tx, by, { action: `field.${action}`, object: { kind: "field", id: field.fieldId }, after });
    return asLine({ ...field, archivedAt });
  });

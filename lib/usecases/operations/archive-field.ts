import { asProvider } from "@/lib/data/db";
import { countApplicationsFrom, findFieldsByProviderId, type ListedField, setArchived } from "@/lib/data/fields";
import { recordAction } from "@/lib/data/operators/audit";
import { tellOfRestored } from "@/lib/data/radar/restored";
import { firstDayToCome } from "@/lib/domain/calendar";
import { OperatorRefusal } from "@/lib/domain/operator";
import type { ProviderContext } from "@/lib/usecases/operations/change-provider";

export interface NamedField {
  providerId: string;
  providerFieldId: string;
  /** Which row, where several have the provider's id. */
  fieldId?: string | undefined;
}

/** A field as it is now. */
interface ChangedField extends ListedField {
  /** How many other live rows have its id: beside one, routes refuse both. */
  liveBeside: number;
  /** Since October of last year (`mixesOfYear`): those that limits of labels count on this row, and on no other of its id. */
  countedApplications: number;
}

/** Several rows have the id, and any of them could be meant. */
export class SeveralFields extends OperatorRefusal {
  readonly fields: readonly ListedField[];

  constructor(fields: readonly ListedField[]) {
    super("several rows have this id");
    this.fields = fields;
  }
}

/**
 * Takes a field out of every route, its records among them, or brings it back. The provider hears then of what the radar
 * found meanwhile. Gives the field as it is then. Throws
 * `OperatorRefusal` where no field has the id, and `SeveralFields` where several have it.
 */
export const changeArchived = (
  { db, by }: ProviderContext,
  { providerId, providerFieldId, fieldId }: NamedField,
  archivedAt: Date | null,
): Promise<ChangedField> =>
  asProvider(db, providerId, async (tx) => {
    const action = archivedAt === null ? "restore" : "archive";
    const all = await findFieldsByProviderId(tx, providerId, providerFieldId);
    const fitting = all.filter(
      (field) =>
        (field.archivedAt === null) !== (archivedAt === null) && (fieldId === undefined || field.fieldId === fieldId),
    );
    const [field] = fitting;
    if (field === undefined) throw new OperatorRefusal(`${providerId} has no such field to ${action}`);
    if (fitting.length > 1) throw new SeveralFields(fitting);
    await setArchived(tx, providerId, field.fieldId, archivedAt);
    if (archivedAt === null) {
      await tellOfRestored(tx, providerId, { fieldId: field.fieldId, fromDay: firstDayToCome(new Date()) });
    }
    const after = { provider: providerId, provider_field_id: providerFieldId };
    await recordAction(tx, by, { action: `field.${action}`, object: { kind: "field", id: field.fieldId }, after });
    const liveBeside = all.filter((each) => each.archivedAt === null && each.fieldId !== field.fieldId).length;
    const from = new Date(Date.UTC(new Date().getUTCFullYear() - 1, 9, 1));
    const countedApplications = await countApplicationsFrom(tx, providerId, field.fieldId, from);
    return { ...field, archivedAt, liveBeside, countedApplications };
  });

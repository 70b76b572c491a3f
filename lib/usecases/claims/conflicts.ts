import type { CheckState } from "@/lib/data/saved-checks";
import { ServiceError } from "@/lib/domain/errors";

/** Refuses a field id that two live rows have, or that belongs to another account. */
export function refuseFieldConflicts({ fields }: CheckState, accountId: string): void {
  const [field] = fields;
  if (fields.length > 1) {
    throw new ServiceError("duplicateField", "More than one live field has this provider field id.");
  }
  if (field !== undefined && field.accountId !== accountId) {
    throw new ServiceError("fieldOwnershipConflict", "This provider field id belongs to another account.");
  }
}

/** The same, and refuses an application id that two live rows have, or that is in use for another field. */
export function refuseConflicts(state: CheckState, accountId: string): void {
  refuseFieldConflicts(state, accountId);
  const [field] = state.fields;
  const [application] = state.applications;
  if (state.applications.length > 1) {
    throw new ServiceError("duplicateApplication", "More than one live application has this application id.");
  }
  if (application !== undefined && application.fieldId !== field?.fieldId) {
    throw new ServiceError("applicationFieldConflict", "This application id is in use for another field.");
  }
}

/** The same for work that names an application by its reference: nothing may share its identity or its field's. */
export function refuseSharedIdentity(state: {
  application: { accountId: string };
  field: { accountId: string };
  liveFields: number;
  liveApplications: number;
}): void {
  if (state.liveFields > 1) {
    throw new ServiceError("duplicateField", "More than one live field has this application's provider field id.");
  }
  if (state.field.accountId !== state.application.accountId) {
    throw new ServiceError("fieldOwnershipConflict", "The application's field belongs to another account.");
  }
  if (state.liveApplications > 1) {
    throw new ServiceError("duplicateApplication", "More than one live application has this application id.");
  }
}

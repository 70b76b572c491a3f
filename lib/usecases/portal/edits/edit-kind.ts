import type { ProviderTx } from "@/lib/data/db";
import type { PortalEdit } from "@/lib/domain/portal-edit";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import type { FieldYearFacts } from "@/lib/usecases/portal/read-field-year";

/** What an edit came to. `changeId` null: it was so already, or the kind has no history. */
export interface Made {
  changeId: string | null;
}

export type EditOf<K extends PortalEdit["kind"]> = Extract<PortalEdit, { kind: K }>;

/** One kind of edit. */
export interface EditKind<E extends PortalEdit> {
  /** Holds what the edit touches, refuses it where something newer stands there, and saves it. Writes nothing else. */
  make: (tx: ProviderTx, pass: PortalPass, edit: E) => Promise<Made>;
  /**
   * Whether what the edit wants is saved already: by this very edit, whose answer was lost, or by someone who wanted the
   * same. Asked when the edit was refused.
   */
  isSaved: (edit: E, facts: FieldYearFacts) => boolean;
}

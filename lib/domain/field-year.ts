/** A field in one year: what its runoff selections, its history and a lock on them belong to. */
export interface FieldYear {
  fieldId: string;
  year: number;
}

/** A field and year with the application that a portal page is about. */
export interface FieldYearRef extends FieldYear {
  /** Null: the field has no application in that year. */
  applicationEventId: string | null;
}

/** These three members alone, of an object that may have more: an edit with a further member is refused. */
export const fieldYearRef = ({ fieldId, year, applicationEventId }: FieldYearRef): FieldYearRef => ({
  fieldId,
  year,
  applicationEventId,
});

/** The same as a portal link names it: `grant` is the session that opens the field. */
export interface PortalAddress extends FieldYearRef {
  grant: string;
}

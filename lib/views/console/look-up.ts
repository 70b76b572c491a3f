import { MOST_LOOKED_UP } from "@/lib/domain/operator";

/** What the lists of a look-up leave out, where someone could take them for all there is; null: nothing. */
export function leftOutInWords({
  applications,
  emptyFields,
}: {
  applications: number;
  emptyFields: number;
}): string | null {
  if (applications + emptyFields === 0)
    return "This provider has no application or field with this id, nor one of an account with it. Capital and small letters count: ask for it as it was sent.";
  if (Math.max(applications, emptyFields) < MOST_LOOKED_UP) return null;
  return `At most ${MOST_LOOKED_UP} of a kind are listed, of applications the newest. There may be more: ask for an application or a field by its own id.`;
}

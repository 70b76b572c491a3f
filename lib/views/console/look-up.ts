import { MOST_LOOKED_UP } from "@/lib/domain/operator";

/** What the list of a look-up leaves out, where someone could take it for all there is; null: nothing. */
export function leftOutInWords(applications: number): string | null {
  // A field that was saved without a check has no application, and is not looked for.
  if (applications === 0)
    return "This provider has no application with this id, nor one of a field or account with it. Capital and small letters count: ask for it as it was sent.";
  if (applications < MOST_LOOKED_UP) return null;
  return `The ${MOST_LOOKED_UP} newest applications. There may be older ones: ask for an application or a field by its own id.`;
}

import { Notice } from "@/components/ui/notice";
import type { TallyView } from "@/lib/views/portal/field-year";

/** What stands in the way of an answer, and what helps. */
export function Unresolved({ tallies }: { tallies: readonly TallyView[] }) {
  return tallies
    .filter(({ notes }) => notes.length > 0)
    .map(({ system, title, state, notes }) => (
      <Notice key={system} tone={state === "no_application" ? "info" : "warn"} title={title}>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </Notice>
    ));
}

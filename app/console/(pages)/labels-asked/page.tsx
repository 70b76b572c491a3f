import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { Records } from "@/components/console/records";
import { readUnreadLabels } from "@/lib/usecases/operations/read-reference";

export const metadata: Metadata = { title: "Unread labels · Hedgerow console" };

/** What to enter next: labels that callers asked about and no one has read. */
export default async function UnreadLabelsPage() {
  const { deps } = await requireOperator("read");
  const labels = await readUnreadLabels(deps);
  return (
    <>
      <h1>Unread labels</h1>
      <p>
        Callers asked about these registrations, and no one has entered the label. Their answers are indeterminate until
        someone does, or the applicator says what the label in hand has. How to enter one in half an hour stands in{" "}
        <code>docs/adding-a-label.md</code>.
      </p>
      <Records
        caption="Asked most often first"
        columns={["Registration", "Times asked", "Last asked"]}
        empty="No one asked about a label that is not entered."
        rows={labels.map(({ registration, asked, lastAskedOn }) => ({
          id: registration,
          cells: [registration, String(asked), lastAskedOn],
        }))}
      />
    </>
  );
}

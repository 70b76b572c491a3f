import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { Records } from "@/components/console/records";
import { LABEL_GAP_WORDS } from "@/lib/domain/label-gap";
import { listLabelsToRead } from "@/lib/usecases/labels/list-unread";

export const metadata: Metadata = { title: "Unread labels · Hedgerow console" };

const MOST_LABELS = 200;

/** What to enter next: labels that callers asked about and no one has read. */
export default async function UnreadLabelsPage() {
  const { deps } = await requireOperator("read");
  const labels = await listLabelsToRead(deps, MOST_LABELS);
  return (
    <>
      <h1>Unread labels</h1>
      <p>
        Callers asked about these registrations, and a check of today finds no label of them that was read. Their
        answers are indeterminate until someone enters it, or the applicator says what the label in hand has. How to
        enter one in half an hour stands in <code>docs/adding-a-label.md</code>.
      </p>
      <Records
        caption="Asked most often first"
        columns={["Registration", "Times asked", "Last asked", "What is missing"]}
        empty="No one asked about a label that is not entered."
        rows={labels.map(({ registration, asked, lastAskedOn, gap }) => ({
          id: registration,
          cells: [registration, String(asked), lastAskedOn, LABEL_GAP_WORDS[gap]],
        }))}
      />
    </>
  );
}

import { FormFields } from "@/components/console/form-fields";
import { Records } from "@/components/console/records";
import { Button, ButtonLink } from "@/components/ui/button";
import type { DiffView } from "@/lib/views/console/labels";
import search from "@/components/console/search.module.css";

const KINDS = {
  new: "new",
  value: "changed",
  evidence: "same value, known in another way",
  gone: "gone",
} as const;

/** What differs between two editions of a label, in words. */
export function LabelDiff({ view }: { view: DiffView }) {
  const path = `/console/labels/${view.registration}`;
  const options = view.dates.map((date) => ({ value: date, label: date }));
  return (
    <>
      <h1>Editions of {view.name}</h1>
      <form method="get" action={`${path}/compare`} className={search.filter}>
        <FormFields
          id="compare"
          fields={[
            { name: "from", label: "From the label of", type: "select", options, value: view.from },
            { name: "to", label: "To the label of", type: "select", options, value: view.to },
          ]}
        />
        <Button type="submit">Compare</Button>
      </form>
      <Records
        caption={`${view.changes.length} differences`}
        columns={["Fact", "Before", "After"]}
        empty="The two editions say the same."
        rows={view.changes.map(({ kind, name, before, after }, index) => ({
          id: String(index),
          cells: [`${name}: ${KINDS[kind]}`, before ?? "not said", after ?? "not said"],
        }))}
      />
      <ButtonLink href={path}>Back to the label</ButtonLink>
    </>
  );
}

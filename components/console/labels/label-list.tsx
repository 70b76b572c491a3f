import { FormFields } from "@/components/console/form-fields";
import { Pages } from "@/components/console/pages";
import { Records } from "@/components/console/records";
import { Button } from "@/components/ui/button";
import { FACT_STATES } from "@/lib/domain/label-signature";
import { FACT_STATE_NOTES, FACT_STATE_WORDS, type LabelListView } from "@/lib/views/console/labels";
import styles from "@/components/console/search.module.css";

const PATH = "/console/labels";

/** The filter's choices, the same on the list and on a product's page. */
export const STATE_OPTIONS = [
  { value: "", label: "Every fact" },
  ...FACT_STATES.map((state) => ({ value: state, label: FACT_STATE_WORDS[state] })),
];

/** Products of the label files, and what of each is still open. */
export function LabelList({ view }: { view: LabelListView }) {
  const { text, state, page, pages, found } = view;
  return (
    <>
      <form method="get" action={PATH} className={styles.filter} role="search">
        <FormFields
          id="labels"
          fields={[
            { name: "q", label: "Number, brand, or registrant", type: "text", isOptional: true, value: text },
            { name: "state", label: "With facts", type: "select", options: STATE_OPTIONS, value: state ?? "" },
          ]}
        />
        <Button type="submit" kind="primary">
          Search
        </Button>
      </form>
      {state === null ? null : <p>{FACT_STATE_NOTES[state]}</p>}
      <Records
        caption={`${found} products${pages === 1 ? "" : `, page ${page} of ${pages}`}`}
        columns={["Product", "Number", "Registrant", "Newest entered", "Facts"]}
        empty="No product has this name or number and such facts."
        rows={view.rows.map(({ registration, name, registrant, newest, hasNewerLabel, states }) => ({
          id: registration,
          cells: [
            <a key="name" href={`${PATH}/${registration}${state === null ? "" : `?state=${state}`}`}>
              {name}
              <span className="visually-hidden">, {registration}</span>
            </a>,
            registration,
            registrant,
            hasNewerLabel ? `${newest}; EPA has a newer one` : newest,
            states === "" ? "none" : states,
          ],
        }))}
      />
      <Pages path={PATH} query={{ q: text, state: state ?? "" }} page={page} pages={pages} />
    </>
  );
}

import { Breakable } from "@/components/console/breakable";
import { FormFields } from "@/components/console/form-fields";
import { Pages } from "@/components/console/pages";
import { Records } from "@/components/console/records";
import { Button } from "@/components/ui/button";
import { RULE_STATES, RULE_STATE_NOTES, RULE_STATE_WORDS, type RulesView } from "@/lib/views/console/rules";
import styles from "@/components/console/search.module.css";

const PATH = "/console/rules";

/** Rows of the rule tables, each with what it says and where it stands. */
export function RulesList({ view }: { view: RulesView }) {
  const { text, table, state, page, pages, found } = view;
  return (
    <>
      <Search {...view} />
      {state === null ? null : <p>{RULE_STATE_NOTES[state]}</p>}
      <Records
        caption={`${found} rows${pages === 1 ? "" : `, page ${page} of ${pages}`}`}
        columns={["Row", "Says", "Evidence", "Sources"]}
        empty="No row of the rule tables is like that."
        rows={view.rows.map((row) => ({
          id: row.id,
          cells: [
            <Name key="name" {...row} />,
            <div key="says" className={styles.says}>
              {row.figures}
            </div>,
            <Standing key="evidence" {...row} />,
            <Sources key="sources" {...row} />,
          ],
        }))}
      />
      <Pages path={PATH} query={{ q: text, table, state: state ?? "" }} page={page} pages={pages} />
    </>
  );
}

function Search({ text, table, state, tables }: RulesView) {
  return (
    <form method="get" action={PATH} className={styles.filter} role="search">
      <FormFields
        id="rules"
        fields={[
          { name: "q", label: "Word, figure, or source", type: "text", isOptional: true, value: text },
          {
            name: "table",
            label: "Table",
            type: "select",
            value: table,
            options: [{ value: "", label: "Every table" }, ...tables.map((each) => ({ value: each, label: each }))],
          },
          {
            name: "state",
            label: "Rows",
            type: "select",
            value: state ?? "",
            options: [
              { value: "", label: "Every row" },
              ...RULE_STATES.map((each) => ({ value: each, label: RULE_STATE_WORDS[each] })),
            ],
          },
        ]}
      />
      <Button type="submit" kind="primary">
        Search
      </Button>
    </form>
  );
}

type Row = RulesView["rows"][number];

const Name = ({ name, table }: Row) => (
  <>
    <Breakable text={name} />
    <br />
    <small>{table}</small>
  </>
);

function Standing({ evidence, states, note, settledBy }: Row) {
  return (
    <>
      {[evidence, ...states].join(". ")}
      {note === null ? null : <p>{note}</p>}
      {settledBy === null ? null : <p>Settled by: {settledBy}</p>}
    </>
  );
}

function Sources({ sources }: Row) {
  return (
    <ul className={styles.sources}>
      {sources.map(({ words, url }) => (
        <li key={words}>{url === null ? words : <a href={url}>{words}</a>}</li>
      ))}
    </ul>
  );
}

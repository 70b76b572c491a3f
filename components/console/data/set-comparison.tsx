import { ActionForm } from "@/components/console/action-form";
import { AreaFigure } from "@/components/console/data/area-figure";
import { Records } from "@/components/console/records";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import type { ComparisonView } from "@/lib/views/console/data";
import type { FormAction } from "@/lib/views/console/forms";

interface Props {
  kind: string;
  view: ComparisonView;
  csrf: string;
  /** Null: not for the visitor's role. */
  actions: { switchSet: FormAction | null; previewSet: FormAction | null };
}

/** What a switch puts in the place of what, and the step that confirms it. */
export function SetComparison({ kind, view, csrf, actions }: Props) {
  return (
    <>
      <h1>
        {view.isRollback ? "Roll back" : "Switch"}: {view.kind}
      </h1>
      <Card>
        <Facts facts={view.facts} />
      </Card>
      <Areas view={view} />
      <Card title="Figures">
        <Records
          caption="Now, and after the switch"
          columns={["Figure", "Now", "After", "Change"]}
          empty="The sets have no figures to compare."
          rows={view.figures.map(({ name, before, after, change }) => ({
            id: name,
            cells: [name, before, after, change],
          }))}
        />
        <Records
          caption="Checks at the import"
          columns={["Check", "Outcome", "Detail"]}
          empty="The import checked nothing."
          rows={view.checks.map(({ name, outcome, detail }) => ({ id: name, cells: [name, outcome, detail] }))}
        />
      </Card>
      <Applications kind={kind} view={view} csrf={csrf} actions={actions} />
      <Confirm kind={kind} view={view} csrf={csrf} actions={actions} />
      <ButtonLink href="/console/data">Back to the data sets</ButtonLink>
    </>
  );
}

function Areas({ view: { areas, figure } }: { view: ComparisonView }) {
  if (areas === null) return null;
  return (
    <Card title="What changes">
      <p>{areas.summary}</p>
      {figure === null ? null : <AreaFigure figure={figure} />}
      <Records
        caption="Areas that differ"
        columns={["Area", "Event", "What"]}
        empty="None."
        rows={areas.rows.map(({ id, name, changes }) => ({ id, cells: [id, name, changes] }))}
      />
      {areas.more === 0 ? null : <p>{areas.more} more areas differ.</p>}
    </Card>
  );
}

/** Kinds of sets whose switch the radar looks at. */
const isLookedAt = (kind: string): boolean => kind === "pula" || kind === "catalogue";

function Applications({ kind, view, csrf, actions: { previewSet } }: Props) {
  if (view.isInForce || view.from === "" || !isLookedAt(kind)) return null;
  return (
    <Card title="Planned applications">
      <p>
        After the switch, planned applications that it bears on are looked at, and their providers hear of each answer
        that changed. Before it, the worker can say which they are, from what to what, and why.
      </p>
      {previewSet === null ? (
        <p>
          <a href="/console/data">Previews that were asked for</a>
        </p>
      ) : (
        <ActionForm
          action={previewSet}
          csrf={csrf}
          submit="See which applications change"
          kind="secondary"
          hidden={{ kind, version: view.version }}
        />
      )}
    </Card>
  );
}

function Confirm({ kind, view, csrf, actions: { switchSet: action } }: Props) {
  if (view.isInForce) return <Notice tone="good" title="This set is in force." />;
  if (action === null) return null;
  return (
    <Card title="Confirm">
      <p>
        Every check from then on uses {view.version}
        {view.from === "" ? "" : ` in place of ${view.from}`}. The worker switches within a minute.{" "}
        {view.isRollback ? "A rollback runs no checks." : "It runs the checks again and refuses if one fails."}
      </p>
      <ActionForm
        action={action}
        csrf={csrf}
        submit={view.isRollback ? "Roll back" : "Switch"}
        kind="danger"
        hidden={{ kind, from_version: view.from, to_version: view.version }}
        fields={[{ name: "confirm", label: `Type ${view.version} to confirm`, type: "text" }]}
      />
    </Card>
  );
}

import { ActionForm } from "@/components/console/action-form";
import { AreaFigure } from "@/components/console/data/area-figure";
import { Records } from "@/components/console/records";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { ZonedTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import { StatusBadge, type Standing } from "@/components/ui/status-badge";
import { LOOKED_AT_SETS } from "@/lib/domain/recheck";
import { CHECK_WORDS, type CheckOutcome, type ComparisonView } from "@/lib/views/console/data";
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
      <Warnings view={view} />
      <Card>
        <Facts facts={view.facts} />
      </Card>
      <OtherSets view={view} />
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
          caption="Checks of the set to be in force, failed ones first"
          columns={["Check", "Outcome", "Detail"]}
          empty="The import checked nothing."
          rows={view.checks.map(({ name, outcome, detail }) => ({
            id: name,
            cells: [
              name,
              <StatusBadge key="outcome" standing={STANDINGS[outcome]}>
                {CHECK_WORDS[outcome]}
              </StatusBadge>,
              detail,
            ],
          }))}
        />
      </Card>
      <Applications kind={kind} view={view} csrf={csrf} actions={actions} />
      <Confirm kind={kind} view={view} csrf={csrf} actions={actions} />
      <ButtonLink href="/console/data">Back to the data sets</ButtonLink>
    </>
  );
}

const STANDINGS: Record<CheckOutcome, Standing> = {
  failed: "not_met",
  not_checked: "indeterminate",
  passed: "met",
  not_applicable: "not_applicable",
};

/** What someone has to know before anything else on the page. */
function Warnings({ view: { failure, isRollback, isInForce, isPerhapsWithdrawn } }: { view: ComparisonView }) {
  return (
    <>
      {failure === null ? null : (
        <Notice tone="bad" title={failure}>
          {isInForce ? null : (
            <p>
              {isRollback
                ? "A rollback runs no checks: it puts this set in force as it is."
                : "The worker refuses a switch to this set. Only npm run data -- activate --force passes over it."}
            </p>
          )}
        </Notice>
      )}
      {isPerhapsWithdrawn ? (
        <Notice tone="warn" title="It is not known whether this set was itself rolled back.">
          <p>It is newer than the set in force, and rollbacks of earlier releases left no mark. Look at its checks.</p>
        </Notice>
      ) : null}
    </>
  );
}

function OtherSets({ view: { others, removed } }: { view: ComparisonView }) {
  if (others.length === 0) return null;
  return (
    <Card title="What happens to the other sets">
      {removed === 0 ? null : (
        <Notice tone="warn" title={`This switch removes ${removed} loaded ${removed === 1 ? "set" : "sets"} for good.`}>
          <p>To have one of them again, load it again.</p>
        </Notice>
      )}
      <Records
        caption="Sets of this kind that the switch changes"
        columns={["Set", "Loaded", "After the switch"]}
        empty=""
        rows={others.map(({ version, loadedAt, what }) => ({
          id: version,
          cells: [version, <ZonedTime key="loaded" at={loadedAt} />, what],
        }))}
      />
    </Card>
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
const isLookedAt = (kind: string): boolean => LOOKED_AT_SETS.some((each) => each === kind);

const NotLookedAt = () => (
  <Card title="Planned applications">
    <p>
      No preview looks at sets of this kind, and no provider hears of the switch: an application is judged by the new
      set at its next check.
    </p>
  </Card>
);

function Applications({ kind, view, csrf, actions: { previewSet } }: Props) {
  if (view.isInForce || view.from === "" || kind === "basemap") return null;
  if (!isLookedAt(kind)) return <NotLookedAt />;
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

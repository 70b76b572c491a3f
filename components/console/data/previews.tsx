import type { ReactNode } from "react";
import { ActionForm } from "@/components/console/action-form";
import { Breakable } from "@/components/console/breakable";
import { PreviewMap } from "@/components/console/data/preview-map";
import { Pages } from "@/components/console/pages";
import { Records } from "@/components/console/records";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { ZonedTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { DataPreview } from "@/lib/domain/data-preview";
import { KIND_NAMES } from "@/lib/views/console/data";
import type { FormAction } from "@/lib/views/console/forms";
import { PREVIEW_WORDS, previewHref, type PreviewView } from "@/lib/views/console/previews";
import styles from "./data.module.css";

interface ListProps {
  previews: readonly DataPreview[];
  csrf: string;
  /** Null: the visitor may look and not ask. */
  action: FormAction | null;
}

/** What was looked at before it was switched, and a form for rule tables of a release to come. */
export const DataPreviews = ({ previews, csrf, action }: ListProps) => (
  <Card title="What would change">
    <Records
      caption="Previews, newest first"
      columns={["Would be in force", "What", "In place of", "Asked", "By", "State"]}
      empty="No one has asked yet. The page of a set asks for that set."
      rows={previews.map(({ previewId, kind, fromVersion, toVersion, askedAt, askedBy, state }) => ({
        id: previewId,
        cells: [
          <a key="preview" href={previewHref(previewId)}>
            {toVersion}
          </a>,
          KIND_NAMES[kind] ?? kind,
          fromVersion,
          <ZonedTime key="asked" at={askedAt.toISOString()} />,
          askedBy,
          PREVIEW_WORDS[state],
        ],
      }))}
    />
    {action === null ? null : (
      <>
        <h3>Rule tables of a release to come</h3>
        <p>
          Mitigation menus, county classes, automatic credits, and other files of <code>lib/rulebook/tables</code>: see
          which planned applications they would change before a release has them.
        </p>
        <ActionForm
          action={action}
          csrf={csrf}
          submit="See what would change"
          kind="secondary"
          fields={[
            {
              name: "files",
              label: "Table files",
              type: "file",
              accept: ".json",
              isMultiple: true,
              hint: "Named as the project names them, such as epa-runoff-menu-2027-01-01.json.",
            },
          ]}
        />
      </>
    )}
  </Card>
);

/** Who changes, from what to what, and why. */
export function PreviewPage({ view }: { view: PreviewView }) {
  return (
    <>
      <h1>{view.title}</h1>
      {view.warning === null ? null : (
        <Notice tone={view.state === "failed" ? "bad" : "warn"} title={view.warning} isLive />
      )}
      <Card title={view.summary}>
        <Facts facts={view.facts} />
        {view.state === "waiting" || view.state === "running" ? (
          <p>
            The worker looks through the planned applications. <a href={previewHref(view.previewId)}>Look again</a>
          </p>
        ) : null}
        {view.map === null ? null : <PreviewMap map={view.map} />}
      </Card>
      {view.groups.length === 0 ? null : <Findings view={view} />}
      {view.switchHref === null ? null : <ButtonLink href={view.switchHref}>To the switch of this set</ButtonLink>}{" "}
      <ButtonLink href="/console/data">Back to the data sets</ButtonLink>
    </>
  );
}

/** Words break between letters only where one has no room at all; the day stands under the application's id. */
const cellsOf = ([application = "", place = "", day = "", ...others]: readonly string[]): ReactNode[] => [
  <span key="application" className={styles.whole}>
    <Breakable text={application} />
    <br />
    <small>{day}</small>
  </span>,
  ...[place, ...others].map((text, column) => (
    <span key={column} className={styles.whole}>
      <Breakable text={text} />
    </span>
  )),
];

function Findings({ view }: { view: PreviewView }) {
  return (
    <>
      <div className={styles.groups}>
        {view.groups.map(({ title, column, rows }) => (
          <Card key={title} title={title}>
            <Records
              caption="The most first"
              columns={[column, "Applications"]}
              empty="None."
              rows={rows.map(({ name, applications, href }) => ({
                id: name,
                cells: [href === null ? name : <a href={href}>{name}</a>, applications],
              }))}
            />
          </Card>
        ))}
      </div>
      <Card title="Planned applications" id="applications">
        {view.narrowed === "" ? null : (
          <p>
            Only {view.narrowed}. <a href={`${previewHref(view.previewId)}#applications`}>Show all</a>
          </p>
        )}
        <p>
          <a href={view.csvHref} download>
            Download {view.narrowed === "" ? "all of them" : "these"} (CSV)
          </a>
        </p>
        <Records
          caption="By provider, account, and day"
          columns={["Application", "Provider / account / field", "Products", "Counties", "Change", "Why"]}
          empty="None."
          rows={view.rows.map(({ id, cells }) => ({ id, cells: cellsOf(cells) }))}
        />
        <Pages path={previewHref(view.previewId)} query={view.query} page={view.page} pages={view.pages} />
      </Card>
    </>
  );
}

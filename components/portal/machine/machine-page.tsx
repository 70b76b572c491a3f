import { LoadingGuide } from "@/components/portal/machine/loading-guide";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { MachineView } from "@/lib/views/portal/machine";
import styles from "./machine-page.module.css";

/** Files of the treatable area for the machine, and how to load them. All links: it works without JavaScript. */
export function MachinePage({ view }: { view: MachineView }) {
  return (
    <>
      {view.notReady === null ? <Files view={view} /> : <NotReady view={view} notReady={view.notReady} />}
      <LoadingGuide />
    </>
  );
}

function NotReady({
  view: { overviewHref, driftHref },
  notReady: { title, text, open },
}: {
  view: MachineView;
  notReady: NonNullable<MachineView["notReady"]>;
}) {
  return (
    <Notice tone="warn" title={title}>
      <p>{text}</p>
      {open.length === 0 ? null : (
        <ul className={styles.open}>
          {open.map((headline) => (
            <li key={headline}>{headline}</li>
          ))}
        </ul>
      )}
      <p className={styles.ways}>
        <ButtonLink href={overviewHref}>See what is open</ButtonLink>
        <ButtonLink href={driftHref}>Go to the drift page</ButtonLink>
      </p>
    </Notice>
  );
}

const Files = ({ view: { files, placed, driftHref } }: { view: MachineView }) => (
  <>
    {placed === null ? null : (
      <Card title="What the files hold for">
        <p>
          The buffer was placed <LocalTime at={placed.at} /> for these conditions. When the wind turns or rises,{" "}
          <a href={driftHref}>work it out again</a> and load the new file.
        </p>
        {placed.isOld ? (
          <Notice tone="warn" title="This wind is more than an hour old">
            <p>Read the wind at the boom. Where it differs, work the buffer out again before you load a file.</p>
          </Notice>
        ) : null}
        <Facts facts={placed.facts} />
      </Card>
    )}
    <Card title="Files">
      <ul className={styles.files} aria-label="Files for the machine">
        {files.map(({ title, about, href }, index) => (
          <li key={href}>
            <div>
              <h3>{title}</h3>
              <p>{about}</p>
            </div>
            <ButtonLink href={href} icon="document" {...(index === 0 ? { kind: "primary" as const } : {})}>
              Download<span className="visually-hidden"> {title}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p>
        All of them show the same ground. Rounding never adds to the treatable area. A file is not a clearance to apply.
      </p>
    </Card>
  </>
);

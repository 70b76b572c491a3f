import { OldWindNotice } from "@/components/portal/machine/old-wind-notice";
import { LoadingGuide } from "@/components/portal/machine/loading-guide";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { MachineView } from "@/lib/views/portal/machine";
import styles from "./machine-page.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    seeOpen: "See what is open",
    readTexts: "Read the limitation text",
    toDrift: "Go to the drift page",
    holdFor: "What the files hold for",
    placed: "The buffer was placed",
    whenItTurns: "for these conditions. When the wind turns or rises,",
    again: "work it out again",
    loadNew: "and load the new file.",
    old: "This wind is more than an hour old",
    oldWhy: "Read the wind at the boom. Where it differs, work the buffer out again before you load a file.",
    files: "Files",
    list: "Files for the machine",
    download: "Download",
    noClearance:
      "All of them show the same ground. Rounding never adds to the treatable area. A file is not a clearance to apply.",
  },
  es: {
    seeOpen: "Ver lo que está por resolver",
    readTexts: "Leer el texto de la limitación",
    toDrift: "Ir a la página de deriva",
    holdFor: "Para qué valen los archivos",
    placed: "La zona de amortiguamiento se ubicó el",
    whenItTurns: "para estas condiciones. Cuando el viento cambie de dirección o aumente,",
    again: "calcúlela de nuevo",
    loadNew: "y cargue el archivo nuevo.",
    old: "Este viento tiene más de una hora",
    oldWhy:
      "Mida el viento en el aguilón. Si es distinto, calcule de nuevo la zona de amortiguamiento antes de cargar un archivo.",
    files: "Archivos",
    list: "Archivos para la máquina",
    download: "Descargar",
    noClearance:
      "Todos muestran el mismo terreno. El redondeo nunca agrega al área que se puede tratar. Un archivo no es una autorización para aplicar.",
  },
});

/** Files of the treatable area for the machine, and how to load them. All links: it works without JavaScript. */
export function MachinePage({ view }: { view: MachineView }) {
  return (
    <>
      {view.notReady === null ? <Files view={view} /> : <NotReady view={view} notReady={view.notReady} />}
      {view.textsHref === null ? <LoadingGuide /> : null}
    </>
  );
}

function NotReady({
  view: { overviewHref, driftHref, textsHref },
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
        {textsHref === null ? (
          <ButtonLink href={overviewHref}>{words().seeOpen}</ButtonLink>
        ) : (
          <ButtonLink href={textsHref}>{words().readTexts}</ButtonLink>
        )}
        <ButtonLink href={driftHref}>{words().toDrift}</ButtonLink>
      </p>
    </Notice>
  );
}

const Files = ({ view: { files, placed, driftHref } }: { view: MachineView }) => (
  <>
    {placed === null ? null : (
      <Card title={words().holdFor}>
        <p>
          {words().placed} <LocalTime at={placed.at} /> {words().whenItTurns} <a href={driftHref}>{words().again}</a>{" "}
          {words().loadNew}
        </p>
        <OldWindNotice wind={placed.wind} title={words().old} text={words().oldWhy} />
        <Facts facts={placed.facts} />
      </Card>
    )}
    <Card title={words().files}>
      <ul className={styles.files} aria-label={words().list}>
        {files.map(({ title, about, href }, index) => (
          <li key={href}>
            <div>
              <h3>{title}</h3>
              <p>{about}</p>
            </div>
            <ButtonLink href={href} icon="document" {...(index === 0 ? { kind: "primary" as const } : {})}>
              {words().download}
              <span className="visually-hidden"> {title}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p>{words().noClearance}</p>
    </Card>
  </>
);

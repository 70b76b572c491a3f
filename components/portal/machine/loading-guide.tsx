import { Card } from "@/components/ui/card";
import { guideWords as words, MAKES } from "./guide-words";
import styles from "./machine-page.module.css";

/** How to load the files: one short page. */
export const LoadingGuide = () => (
  <Card title={words().title} id="load">
    <ol>
      {words().steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <h3>{words().byTerminal}</h3>
    <p>{words().manualDecides}</p>
    <dl className={styles.terminals}>
      {MAKES.map((make) => (
        <div key={make}>
          <dt>{words().makes[make] ?? <span translate="no">{make}</span>}</dt>
          <dd>{words().terminals[make]}</dd>
        </div>
      ))}
    </dl>
    <h3>{words().beforeYouDrive}</h3>
    <ul>
      {words().looks.map((look) => (
        <li key={look}>{look}</li>
      ))}
    </ul>
  </Card>
);

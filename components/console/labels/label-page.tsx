import { FactItem } from "@/components/console/labels/fact-item";
import { STATE_OPTIONS } from "@/components/console/labels/label-list";
import { FormFields } from "@/components/console/form-fields";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import type { SignatureVerdict } from "@/lib/domain/label-signature";
import type { FormAction } from "@/lib/views/console/forms";
import { type EditionView, FACT_STATE_NOTES, type LabelView, SIGNED_WORDS } from "@/lib/views/console/labels";
import search from "@/components/console/search.module.css";
import styles from "./labels.module.css";

interface Props {
  view: LabelView;
  /** What the visitor has just said of a fact. */
  done: SignatureVerdict | null;
  csrf: string;
  action: FormAction | null;
}

/** A product's label editions, newest first, with every fact. */
export function LabelPage({ view, done, csrf, action }: Props) {
  const path = `/console/labels/${view.registration}`;
  return (
    <>
      <h1>
        {view.name}, {view.registration}
      </h1>
      {done === null ? null : <Notice tone="good" title={SIGNED_WORDS[done]} isLive />}
      {view.newerLabel === null ? null : (
        <Notice tone="warn" title={`EPA has a label of ${view.newerLabel} that no one entered.`}>
          <p>From that day on the editions below bind no application, unless the caller holds the older label.</p>
        </Notice>
      )}
      <Card>
        <Facts facts={view.facts} />
        {view.note === null ? null : <p>{view.note}</p>}
      </Card>
      <form method="get" action={path} className={search.filter}>
        <FormFields
          id="facts"
          fields={[{ name: "state", label: "Show", type: "select", options: STATE_OPTIONS, value: view.state ?? "" }]}
        />
        <Button type="submit">Show</Button>
      </form>
      {view.state === null ? null : <p>{FACT_STATE_NOTES[view.state]}</p>}
      {view.editions.length > 1 ? (
        <p>
          <ButtonLink href={`${path}/compare`}>Compare two editions</ButtonLink>
        </p>
      ) : null}
      {view.editions.length === 0 ? <p>No edition of this label is entered.</p> : null}
      {view.editions.map((edition) => (
        <Edition
          key={edition.labelDate}
          product={view.name}
          edition={edition}
          csrf={csrf}
          action={action}
          back={{ registration: view.registration, state: view.state ?? "" }}
        />
      ))}
    </>
  );
}

type EditionProps = Pick<Props, "csrf" | "action"> & {
  product: string;
  edition: EditionView;
  back: Record<string, string>;
};

function Edition({ product, edition, csrf, action, back }: EditionProps) {
  return (
    <Card title={`Label of ${edition.labelDate}`}>
      <p>
        Holds {edition.holds}. Read: {edition.text}.{" "}
        {edition.isInForce ? "The catalogue in force has this edition." : "The catalogue in force does not have it."}
      </p>
      {edition.note === null ? null : <p>{edition.note}</p>}
      {edition.facts.length === 0 ? <p>No fact to show.</p> : null}
      <ul className={styles.facts}>
        {edition.facts.map((fact) => (
          <FactItem key={fact.file + fact.hash} product={product} fact={fact} csrf={csrf} action={action} back={back} />
        ))}
      </ul>
      {edition.hidden === 0 ? null : <p>{edition.hidden} other facts are not shown.</p>}
    </Card>
  );
}

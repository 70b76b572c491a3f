"use client";

import { itemOf } from "@/lib/portal-client/items";
import type { Edits } from "@/components/portal/edits/edits-provider";
import type { ShownFieldYear } from "@/lib/portal-client/pending";
import { SaveState } from "@/components/portal/edits/save-state";
import { gapId, TALLY_ID } from "@/components/portal/measures/shared";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { fieldYearRef } from "@/lib/domain/field-year";
import { wordsIn } from "@/lib/views/language";
import { scoreInWords } from "@/lib/views/words";
import type { AdvisedSetView, AdviceView } from "@/lib/views/portal/field-year";
import styles from "./close-gap.module.css";

const words = wordsIn({
  en: {
    title: (system: string) => `Close the gap: ${system}`,
    noSet: "No set of up to four further measures reaches the target here. An exemption or another product may help.",
    anyOne:
      "Any one of these is enough. Tick one only if it is in place, or will be before the application. What your other fields have comes first, then what is common.",
    more: (ways: number) => (ways === 1 ? "1 more way" : `${ways} more ways`),
    gives: (result: string) => `Gives ${result}`,
    costly: "Only if you cut the rate or leave that ground untreated",
    tick: (measures: number) => (measures === 1 ? "Tick it" : `Tick these ${measures}`),
  },
  es: {
    title: (system) => `Cubrir lo que falta: ${system}`,
    noSet:
      "Ningún conjunto de hasta cuatro medidas más alcanza lo necesario aquí. Una exención u otro producto puede ayudar.",
    anyOne:
      "Cualquiera de estas basta. Marque una solo si ya está implementada, o lo estará antes de la aplicación. Primero está lo que tienen sus otros campos, después lo más común.",
    more: (ways) => (ways === 1 ? "1 manera más" : `${ways} maneras más`),
    gives: (result) => `Da ${result}`,
    costly: "Solo si usted reduce la dosis o deja ese terreno sin tratar",
    tick: (measures) => (measures === 1 ? "Marcarla" : `Marcar estas ${measures}`),
  },
});

interface Props {
  shown: ShownFieldYear;
  edits: Edits;
  canEdit: boolean;
}

/** The engine's advice: the smallest sets that reach the target. One tap selects a set, and is one change to undo. */
export function CloseGap({ shown, edits, canEdit }: Props) {
  return shown.advice.map((advice) => (
    <GapCard key={advice.system} advice={advice} shown={shown} edits={edits} canEdit={canEdit} />
  ));
}

const names = ({ measures }: AdvisedSetView): string => measures.map(({ label }) => label).join(" + ");
/** As many ways as a tired reader takes in; the rest is one tap away. */
const SHOWN = 3;

function GapCard({ advice, shown, edits, canEdit }: Props & { advice: AdviceView }) {
  const tally = shown.tallies.find(({ system }) => system === advice.system);
  const subject = { kind: "advice" as const, ...fieldYearRef(shown.place), system: advice.system };
  const item = itemOf(subject);
  const choose = (set: AdvisedSetView): void => {
    const subOptionIds = set.measures.map(({ id }) => id);
    edits.submit({ item, label: names(set), body: { ...subject, subOptionIds, baseRevision: shown.revision } });
    // The set goes away with its button: the focus goes to what it changed.
    document.getElementById(TALLY_ID)?.focus();
  };
  const sets = (part: readonly AdvisedSetView[], isFirst: boolean) => (
    <ul className={styles.sets}>
      {part.map((set, index) => (
        <AdvisedSet
          system={advice.system}
          key={set.measures.map(({ id }) => id).join("-")}
          set={set}
          isEasiest={isFirst && index === 0 && !set.isCostly}
          canEdit={canEdit}
          choose={() => choose(set)}
        />
      ))}
    </ul>
  );
  const rest = advice.sets.slice(SHOWN);
  return (
    <Card title={words().title(tally?.title ?? "")} id={gapId(advice.system)}>
      {advice.sets.length === 0 ? <p>{words().noSet}</p> : <p>{words().anyOne}</p>}
      {sets(advice.sets.slice(0, SHOWN), true)}
      {rest.length === 0 ? null : (
        <details className={styles.rest}>
          <summary>{words().more(rest.length)}</summary>
          {sets(rest, false)}
        </details>
      )}
      <SaveState state={edits.stateOf(item)} />
    </Card>
  );
}

interface SetProps {
  system: string;
  set: AdvisedSetView;
  isEasiest: boolean;
  canEdit: boolean;
  choose: () => void;
}

function AdvisedSet({ system, set, isEasiest, canEdit, choose }: SetProps) {
  return (
    <li className={styles.set}>
      <ul className={styles.measures}>
        {set.measures.map(({ id, label, points }) => (
          <li key={id}>
            <strong>{label}</strong> <span className={styles.points}>({scoreInWords(points ?? 0, system)})</span>
          </li>
        ))}
      </ul>
      <p className={styles.result}>
        {words().gives(set.result)}
        {set.why === null ? null : `. ${set.why}`}
        {set.isCostly ? `. ${words().costly}` : null}
      </p>
      <Button kind={isEasiest ? "primary" : "secondary"} disabled={!canEdit} onClick={choose}>
        {words().tick(set.measures.length)}
        <span className="visually-hidden">: {names(set)}</span>
      </Button>
    </li>
  );
}

"use client";

import { LocalTime } from "@/components/ui/local-time";
import { fieldYearRef } from "@/lib/domain/field-year";
import type { UndoEdit } from "@/lib/domain/portal-edit";
import { itemOf } from "@/lib/portal-client/items";
import type { Edits } from "@/components/portal/edits/edits-provider";
import type { ShownFieldYear } from "@/lib/portal-client/pending";
import { gapId, TALLY_ID } from "@/components/portal/measures/shared";
import { TallyLine } from "@/components/portal/measures/tally-line";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import type { ChangeView } from "@/lib/views/portal/field-year";
import styles from "./tally-bar.module.css";

const changes = (count: number): string => (count === 1 ? "1 change" : `${count} changes`);
const cambios = (count: number): string => (count === 1 ? "1 cambio" : `${count} cambios`);
const words = wordsIn({
  en: {
    label: "Points so far",
    earnedOf: (title: string, earned: number, required: number | null, headline: string) =>
      `${title}: ${earned}${required === null || required === 0 ? "" : ` of ${required}`}. ${headline}.`,
    ways: "Ways to close the gap",
    undoLast: (change: string) => `Undo the last change: ${change}`,
    undoThis: (change: string) => `Undo: ${change}`,
    undo: "Undo",
    waiting: (count: number) => `${changes(count)} kept on this device, sent when you are back online`,
    stuck: (count: number) => `${changes(count)} not saved: see above`,
    failing: (count: number) => `${changes(count)} not saved, trying again`,
    saving: "Saving",
    refused: (count: number) => `${changes(count)} not saved: see below`,
    allSaved: "All saved",
  },
  es: {
    label: "Puntos hasta ahora",
    earnedOf: (title, earned, required, headline) =>
      `${title}: ${earned}${required === null || required === 0 ? "" : ` de ${required}`}. ${headline}.`,
    ways: "Maneras de cubrir lo que falta",
    undoLast: (change) => `Deshacer el último cambio: ${change}`,
    undoThis: (change) => `Deshacer: ${change}`,
    undo: "Deshacer",
    waiting: (count) => `${cambios(count)} en este dispositivo; se envían cuando haya conexión`,
    stuck: (count) => `${cambios(count)} sin guardar: vea arriba`,
    failing: (count) => `${cambios(count)} sin guardar; se intenta de nuevo`,
    saving: "Guardando",
    refused: (count) => `${cambios(count)} sin guardar: vea abajo`,
    allSaved: "Todo guardado",
  },
});

/** Stays in view while the list scrolls: a tally for each system that asks for points, and whether all is saved. */
export function TallyBar({ shown, edits }: { shown: ShownFieldYear; edits: Edits }) {
  const asked = shown.tallies.filter(({ state }) => state !== "not_asked");
  const tallies = asked.length > 0 ? asked : shown.tallies.slice(0, 1);
  const settled = tallies
    .filter(({ system }) => !shown.provisional.has(system))
    .map(({ title, earned, required, headline }) => words().earnedOf(title, earned, required, headline))
    .join(" ");
  return (
    <section className={styles.bar} aria-label={words().label} id={TALLY_ID} tabIndex={-1}>
      {tallies.map((tally) => (
        <TallyLine key={tally.system} tally={tally} isLarge isProvisional={shown.provisional.has(tally.system)} />
      ))}
      <SaveLine shown={shown} edits={edits} />
      <p className="visually-hidden" role="status" aria-live="polite">
        {settled}
      </p>
    </section>
  );
}

function SaveLine({ shown, edits }: { shown: ShownFieldYear; edits: Edits }) {
  const { lastSaved } = edits.state;
  const undo = lastSaved === null ? undefined : nextToUndo(shown.changes, lastSaved.changeId);
  const open = shown.advice.find(({ sets }) => sets.length > 0);
  const body: UndoEdit | null =
    undo?.canUndo === true ? { kind: "undo", ...fieldYearRef(shown.place), changeId: undo.changeId } : null;
  return (
    <div className={styles.saving}>
      <p className={styles.words} role="status">
        <SaveWords edits={edits} />
      </p>
      {open === undefined ? null : (
        <a className={styles.ways} href={`#${gapId(open.system)}`}>
          {words().ways}
        </a>
      )}
      {undo === undefined || body === null ? null : (
        <Button
          kind="quiet"
          icon="undo"
          aria-label={words().undoLast(undo.text)}
          onClick={() => {
            edits.submit({ item: itemOf(body), label: words().undoThis(undo.text), body });
            document.getElementById(TALLY_ID)?.focus();
          }}
        >
          {words().undo}
        </Button>
      )}
    </div>
  );
}

/** The change that was saved last; after an undo the one before what was taken back, so that pressing again goes on back. */
function nextToUndo(changes: readonly ChangeView[], lastId: string): ChangeView | undefined {
  const last = changes.find(({ changeId }) => changeId === lastId);
  if (last?.isUndo !== true) return last;
  return changes.find((change) => change.canUndo && change.actor === last.actor);
}

function SaveWords({ edits }: { edits: Edits }) {
  const { queued, refused, isOnline, isFailing, isStuck, lastSaved } = edits.state;
  if (queued.length > 0 && !isOnline) {
    return (
      <>
        <Icon name="offline" /> {words().waiting(queued.length)}
      </>
    );
  }
  if (queued.length > 0 && isStuck) {
    return (
      <>
        <Icon name="alert" /> {words().stuck(queued.length)}
      </>
    );
  }
  if (queued.length > 0) {
    return (
      <>
        <Icon name={isFailing ? "alert" : "clock"} /> {isFailing ? words().failing(queued.length) : words().saving}
      </>
    );
  }
  if (refused.length > 0) {
    return (
      <>
        <Icon name="alert" /> {words().refused(refused.length)}
      </>
    );
  }
  if (lastSaved === null) return null;
  return (
    <>
      <Icon name="check" /> {words().allSaved} <LocalTime at={lastSaved.at} isTimeOnly />
    </>
  );
}

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
import type { ChangeView } from "@/lib/views/portal/field-year";
import styles from "./tally-bar.module.css";

/** Stays in view while the list scrolls: a tally for each system that asks for points, and whether all is saved. */
export function TallyBar({ shown, edits }: { shown: ShownFieldYear; edits: Edits }) {
  const asked = shown.tallies.filter(({ state }) => state !== "not_asked");
  const tallies = asked.length > 0 ? asked : shown.tallies.slice(0, 1);
  const settled = tallies
    .filter(({ system }) => !shown.provisional.has(system))
    .map(
      ({ title, earned, required, headline }) =>
        `${title}: ${earned}${required === null ? "" : ` of ${required}`}. ${headline}.`,
    )
    .join(" ");
  return (
    <section className={styles.bar} aria-label="Points so far" id={TALLY_ID} tabIndex={-1}>
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
          Ways to close the gap
        </a>
      )}
      {undo === undefined || body === null ? null : (
        <Button
          kind="quiet"
          icon="undo"
          aria-label={`Undo the last change: ${undo.text}`}
          onClick={() => {
            edits.submit({ item: itemOf(body), label: `Undo: ${undo.text}`, body });
            document.getElementById(TALLY_ID)?.focus();
          }}
        >
          Undo
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

const countOf = (count: number): string => (count === 1 ? "1 change" : `${count} changes`);

function SaveWords({ edits }: { edits: Edits }) {
  const { queued, refused, isOnline, isFailing, isStuck, lastSaved } = edits.state;
  if (queued.length > 0 && !isOnline) {
    return (
      <>
        <Icon name="offline" /> {countOf(queued.length)} kept on this device, sent when you are back online
      </>
    );
  }
  if (queued.length > 0 && isStuck) {
    return (
      <>
        <Icon name="alert" /> {countOf(queued.length)} not saved: see above
      </>
    );
  }
  if (queued.length > 0) {
    return (
      <>
        <Icon name={isFailing ? "alert" : "clock"} />{" "}
        {isFailing ? `${countOf(queued.length)} not saved, trying again` : "Saving"}
      </>
    );
  }
  if (refused.length > 0) {
    return (
      <>
        <Icon name="alert" /> {countOf(refused.length)} not saved: see below
      </>
    );
  }
  if (lastSaved === null) return null;
  return (
    <>
      <Icon name="check" /> All saved <LocalTime at={lastSaved.at} isTimeOnly />
    </>
  );
}

"use client";

import { itemOf } from "@/lib/portal-client/items";
import type { EditState, RefusedEdit } from "@/lib/portal-client/queue";
import { SaveState } from "@/components/portal/edits/save-state";
import { MeasureConflict } from "@/components/portal/measures/measure-conflict";
import { MeasureDetails } from "@/components/portal/measures/measure-details";
import { MeasureWriting } from "@/components/portal/measures/measure-writing";
import { textOf, type Shared } from "@/components/portal/measures/shared";
import { Choice } from "@/components/ui/choice";
import { classNames } from "@/components/ui/class-names";
import { Icon, type IconName } from "@/components/ui/icon";
import { fieldYearRef } from "@/lib/domain/field-year";
import type { SelectionText } from "@/lib/domain/portal-edit";
import { wordsIn } from "@/lib/views/language";
import type { MeasureState } from "@/lib/views/portal/field-year";
import type { MeasureText } from "@/lib/views/portal/measures";
import styles from "./measure-row.module.css";

const words = wordsIn({
  en: { stays: "It cannot be taken away here." },
  es: { stays: "Aquí no se puede quitar." },
});

interface Props extends Shared {
  measure: MeasureText;
  state: MeasureState;
}

/** One measure: tick box, what it counts or why not, and once ticked its date and notes. */
export function MeasureRow({ measure, state, place, edits, canEdit, savedStates, applications }: Props) {
  const subject = { kind: "selection" as const, ...fieldYearRef(place), system: state.system, subOptionId: state.id };
  const item = itemOf(subject);
  const submit = (selection: SelectionText | null, base: SelectionText | null): void =>
    edits.submit({ item, label: measure.label, body: { ...subject, base, selection } });
  const applicationDate = applications.find(({ isShown }) => isShown)?.applicationDate ?? null;
  const isOwn = state.isSelected && !state.isAutomatic;
  return (
    <div className={styles.row} data-measure={measure.id}>
      <Choice
        type="checkbox"
        id={`measure-${measure.id}`}
        className={styles.choice}
        label={measure.label}
        aside={measure.points}
        checked={state.isSelected}
        disabled={!canEdit || state.isAutomatic}
        onChange={(event) =>
          submit(event.target.checked ? { implementationDate: null, notes: null } : null, textOf(state))
        }
        description={<Verdict measure={measure} state={state} />}
      />
      {isOwn ? (
        <MeasureWriting
          measure={measure}
          state={state}
          applicationDate={applicationDate}
          canEdit={canEdit}
          submit={submit}
        />
      ) : null}
      <Saving
        measure={measure}
        state={edits.stateOf(item)}
        refused={edits.state.refused.find((each) => each.item === item)}
        saved={savedStates.get(measure.id)}
        submit={submit}
        dismiss={() => edits.dismiss(item)}
      />
      <MeasureDetails measure={measure} />
    </div>
  );
}

interface SavingProps {
  measure: MeasureText;
  state: EditState;
  refused: RefusedEdit | undefined;
  saved: MeasureState | undefined;
  submit: (selection: SelectionText | null, base: SelectionText | null) => void;
  dismiss: () => void;
}

/** Whether the measure is saved, and where it was refused, the choice that is left. */
function Saving({ state, submit, dismiss, ...conflict }: SavingProps) {
  if (state.kind !== "refused") {
    return (
      <div className={styles.after}>
        <SaveState state={state} />
      </div>
    );
  }
  // The choice goes away with its buttons: the focus goes to the measure, whose box may be locked, or else to its details.
  const focusMeasure = (): void => {
    const row = document.querySelector(`[data-measure="${conflict.measure.id}"]`);
    row?.querySelector<HTMLElement>("input:enabled, summary")?.focus();
  };
  return (
    <MeasureConflict
      {...conflict}
      reason={state}
      submit={(selection, base) => {
        focusMeasure();
        submit(selection, base);
      }}
      dismiss={() => {
        focusMeasure();
        dismiss();
      }}
    />
  );
}

/** Only a measure that counts has a tick; one that would count has words. */
const iconOf = ({ isSelected, counts }: MeasureState): IconName => {
  if (!counts) return "dash";
  return isSelected ? "check" : "info";
};

function Verdict({ measure, state }: { measure: MeasureText; state: MeasureState }) {
  return (
    <>
      {measure.soils === null ? null : <span className={styles.part}>{measure.soils}</span>}
      <span className={classNames(styles.part, state.counts ? styles.counts : styles.fails)}>
        <Icon name={iconOf(state)} /> {state.verdict}
      </span>
      {state.origin === null ? null : (
        <span className={styles.part}>
          {state.origin} {words().stays}
        </span>
      )}
    </>
  );
}

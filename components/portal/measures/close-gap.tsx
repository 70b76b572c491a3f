"use client";

import { adviceBody, itemOf } from "@/components/portal/edits/bodies";
import type { Edits } from "@/components/portal/edits/edits-provider";
import type { ShownFieldYear } from "@/components/portal/edits/pending";
import { SaveState } from "@/components/portal/edits/save-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { AdvisedSetView, AdviceView } from "@/lib/domain/portal-views/field-year";
import styles from "./close-gap.module.css";

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
const pointsText = (points: number | null): string => (points === 1 ? "1 point" : `${points ?? 0} points`);

function GapCard({ advice, shown, edits, canEdit }: Props & { advice: AdviceView }) {
  const tally = shown.tallies.find(({ system }) => system === advice.system);
  const bodyOf = (set: AdvisedSetView) =>
    adviceBody(shown.place, {
      system: advice.system,
      ids: set.measures.map(({ id }) => id),
      revision: shown.revision,
    });
  return (
    <Card title={`Close the gap: ${tally?.title ?? ""}`} id={`gap-${advice.system}`}>
      {advice.sets.length === 0 ? (
        <p>No set of up to four further measures reaches the target here. An exemption or another product may help.</p>
      ) : (
        <p>
          Each of these sets is enough by itself. Choose one only if it is in place, or will be before the application.
        </p>
      )}
      <ul className={styles.sets}>
        {advice.sets.map((set) => {
          const body = bodyOf(set);
          return (
            <li key={body.sub_option_ids.join("-")} className={styles.set}>
              <ul className={styles.measures}>
                {set.measures.map(({ id, label, points }) => (
                  <li key={id}>
                    {label} <span className={styles.points}>({pointsText(points)})</span>
                  </li>
                ))}
              </ul>
              <p className={styles.result}>Gives {set.result}</p>
              <Button
                disabled={!canEdit}
                aria-label={`Select ${names(set)}`}
                onClick={() => edits.submit({ item: itemOf(body), label: names(set), body })}
              >
                {set.measures.length === 1 ? "Select it" : `Select these ${set.measures.length}`}
              </Button>
            </li>
          );
        })}
      </ul>
      <SaveState
        state={edits.stateOf(itemOf(adviceBody(shown.place, { system: advice.system, ids: [], revision: 0 })))}
      />
    </Card>
  );
}

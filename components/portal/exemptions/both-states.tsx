import { TallyLine } from "@/components/portal/measures/tally-line";
import { Card } from "@/components/ui/card";
import type { ExemptionState } from "@/lib/views/portal/field-year";
import styles from "./both-states.module.css";

/** The score with the exemption and without it, side by side; the one that holds is said in words. */
export function BothStates({ exemption, isProvisional }: { exemption: ExemptionState; isProvisional: boolean }) {
  const isExempt = exemption.answer === "exempt" && !exemption.isOutOfForce;
  const mark = (holds: boolean): string => (!holds ? "Not in force" : isProvisional ? "Not saved yet" : "In force now");
  return (
    <Card title="What the answer does">
      <div className={styles.pair} role="group" aria-label="Score with and without an exemption">
        <div className={styles.state} data-holds={!isExempt} data-score="without">
          <p className={styles.title}>
            Without an exemption <span className={styles.mark}>{mark(!isExempt)}</span>
          </p>
          <TallyLine tally={exemption.withoutExemption} />
        </div>
        <div className={styles.state} data-holds={isExempt} data-score="with">
          <p className={styles.title}>
            With an exemption <span className={styles.mark}>{mark(isExempt)}</span>
          </p>
          <TallyLine tally={exemption.withExemption} />
        </div>
      </div>
      {exemption.isOutOfForce ? (
        <p>
          An exemption was claimed, but not for the method that the application has now, so it does not hold. Points are
          needed until another reason is given.
        </p>
      ) : null}
      <p>An exemption lifts EPA&apos;s runoff points of this one application. Nothing else is lifted by it.</p>
    </Card>
  );
}

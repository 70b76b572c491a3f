"use client";

import { useIsChanging } from "@/components/portal/edits/changing";
import { useOldWind } from "@/components/portal/use-old-wind";
import { ButtonLink } from "@/components/ui/button";
import { wordsIn } from "@/lib/views/language";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import styles from "./cab-card.module.css";

const words = wordsIn({
  en: {
    allChecked: "Everything this service can check is checked.",
    ownBelow: "What you must check yourself is below.",
  },
  es: {
    allChecked: "Todo lo que este servicio puede verificar está verificado.",
    ownBelow: "Abajo está lo que usted mismo debe verificar.",
  },
});

/**
 * That nothing is left to check here, and where to go on. While the wind is too old or another day's than the application's, or a change is
 * missing, neither that nor the machine.
 */
export function CabNext({ card: { wind, otherDay, isDone, next, checklist, followTexts } }: { card: CabCardView }) {
  const isOld = useOldWind(wind);
  const isChanging = useIsChanging();
  const isOutdated = isOld || isChanging || otherDay !== null;
  return (
    <>
      {isDone && !isOutdated ? (
        <p className={styles.checked}>
          {words().allChecked} {checklist.length === 0 && followTexts === null ? "" : words().ownBelow}
        </p>
      ) : null}
      {next === null || (next.isMachine && isOutdated) ? null : (
        <p className={styles.next}>
          <ButtonLink href={next.href} kind={isDone ? "secondary" : "primary"} icon="arrow">
            {next.words}
          </ButtonLink>
        </p>
      )}
    </>
  );
}

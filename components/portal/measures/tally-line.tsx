import { Icon } from "@/components/ui/icon";
import { Points } from "@/components/ui/points";
import { STANDING_ICONS, type Standing } from "@/components/ui/status-badge";
import { classNames } from "@/components/ui/class-names";
import { wordsIn } from "@/lib/views/language";
import type { TallyState, TallyView } from "@/lib/views/portal/field-year";
import styles from "./tally-line.module.css";

const words = wordsIn({
  en: { earned: "earned", of: (required: number) => `of ${required}` },
  es: { earned: "obtenidos", of: (required) => `de ${required}` },
});

export const STANDINGS: Record<TallyState, Standing> = {
  met: "met",
  exempt: "met",
  not_met: "not_met",
  indeterminate: "indeterminate",
  not_asked: "not_applicable",
  no_application: "not_applicable",
};

interface Props {
  tally: TallyView;
  /** The title stands above it already. */
  isUnderTitle?: boolean;
  /** To be seen at one glance. */
  isLarge?: boolean;
  /** It rests on something that is not saved yet: how it stands is not known until then. */
  isProvisional?: boolean;
}

/** One system's tally: what it comes to in words first, then the points as figures and as marks. */
export function TallyLine({ tally, isUnderTitle = false, isLarge = false, isProvisional = false }: Props) {
  const { title, earned, required, state, headline } = tally;
  const standing = STANDINGS[state];
  return (
    <div
      className={classNames(styles.line, isLarge && styles.large)}
      data-tally={tally.system}
      data-state={isProvisional ? "saving" : state}
    >
      {isUnderTitle ? null : <p className={styles.title}>{title}</p>}
      <p className={classNames(styles.headline, isProvisional ? undefined : styles[standing])}>
        <Icon name={isProvisional ? "clock" : STANDING_ICONS[standing]} /> {headline}
      </p>
      <Count tally={tally} />
      {state === "exempt" ? null : <Points earned={earned} required={required} />}
    </div>
  );
}

/** The points as figures; "Enough points: 9 of 9" has both of them already. */
function Count({ tally: { earned, required, state } }: Pick<Props, "tally">) {
  const isAsked = required !== null && required !== 0;
  if (isAsked && state === "met") return null;
  return (
    <p className={styles.count}>
      <strong>{earned}</strong>
      {` ${isAsked ? words().of(required) : words().earned}`}
    </p>
  );
}

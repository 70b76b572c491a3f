import type { ConditionFaults, ConditionName, TypedConditions } from "@/components/portal/drift/conditions/conditions";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import type { RatedProductView } from "@/lib/views/portal/drift";
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";

export interface PartProps {
  typed: TypedConditions;
  faults: ConditionFaults;
  isDisabled: boolean;
  onChange: (change: Partial<TypedConditions>) => void;
}

interface NumberProps extends PartProps {
  name: ConditionName;
  label: string;
  hint?: string;
  /** Letters are as good as a number here. */
  takesLetters?: boolean;
}

export function NumberField({
  name,
  label,
  hint,
  takesLetters = false,
  typed,
  faults,
  isDisabled,
  onChange,
}: NumberProps) {
  const id = `drift-${name}`;
  const error = faults[name];
  const texts = { ...(hint === undefined ? {} : { hint }), ...(error === undefined ? {} : { error }) };
  return (
    <Field id={id} label={label} {...texts}>
      <input
        id={id}
        className={controlClass}
        inputMode={takesLetters ? "text" : "decimal"}
        autoComplete="off"
        {...(takesLetters ? { autoCapitalize: "characters", spellCheck: false } : {})}
        value={typed[name]}
        disabled={isDisabled}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, texts)}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </Field>
  );
}

type ObservedAtProps = Omit<PartProps, "faults"> & { label: string; hint: string };

/** When the wind was read, where that is not the moment it is saved. */
export function ObservedAtField({ typed, isDisabled, onChange, label, hint }: ObservedAtProps) {
  const texts = { hint };
  return (
    <Field id="drift-observed-at" label={label} {...texts}>
      <input
        id="drift-observed-at"
        className={controlClass}
        type="datetime-local"
        value={typed.observedAt}
        disabled={isDisabled}
        aria-describedby={describedBy("drift-observed-at", texts)}
        onChange={({ target }) => onChange({ observedAt: target.value })}
      />
    </Field>
  );
}

interface RateProps extends PartProps {
  text: Pick<DriftPageWords["form"], "rateOf" | "checkedWith">;
  product: RatedProductView;
}

export function RateField({ text, product, typed, faults, isDisabled, onChange }: RateProps) {
  const { productIndex, name, rateUnit, rate } = product;
  const id = `drift-rate-${productIndex}`;
  const error = faults.rates[productIndex];
  const hint = `${text.checkedWith} ${rate} ${rateUnit}.`;
  const texts = { hint, ...(error === undefined ? {} : { error }) };
  const change = (written: string): void =>
    onChange({ rates: typed.rates.map((before, index) => (index === productIndex ? written : before)) });
  return (
    <Field id={id} label={`${text.rateOf} ${name}, ${rateUnit}`} {...texts}>
      <input
        id={id}
        className={controlClass}
        inputMode="decimal"
        autoComplete="off"
        value={typed.rates[productIndex] ?? ""}
        disabled={isDisabled}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, texts)}
        onChange={({ target }) => change(target.value)}
      />
    </Field>
  );
}

interface ChoiceProps<Value extends string> {
  id: string;
  label: string;
  hint?: string;
  value: Value;
  choices: readonly { value: Value; words: string }[];
  isDisabled: boolean;
  onPick: (value: Value) => void;
}

export function ChoiceField<Value extends string>({
  id,
  label,
  hint,
  value,
  choices,
  isDisabled,
  onPick,
}: ChoiceProps<Value>) {
  const texts = hint === undefined ? {} : { hint };
  const pick = (text: string): void => {
    const found = choices.find((choice) => choice.value === text);
    if (found !== undefined) onPick(found.value);
  };
  return (
    <Field id={id} label={label} {...texts}>
      <select
        id={id}
        className={controlClass}
        value={value}
        disabled={isDisabled}
        aria-describedby={describedBy(id, texts)}
        onChange={({ target }) => pick(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.words}
          </option>
        ))}
      </select>
    </Field>
  );
}

import { controlClass, describedBy, Field } from "@/components/ui/field";

/** A signature needs someone who gives it: at least one letter, in any script. */
export const isSignerName = (name: string): boolean => /\p{L}/u.test(name);

interface Props {
  id: string;
  label: string;
  hint: string;
  /** Said where the name was asked for and is not there; undefined: nothing is wrong. */
  error: string | undefined;
  name: string;
  setName: (name: string) => void;
  isDisabled: boolean;
}

/** The name of who signs or answers. */
export function SignerName({ id, label, hint, error, name, setName, isDisabled }: Props) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        className={controlClass}
        type="text"
        autoComplete="name"
        maxLength={200}
        value={name}
        disabled={isDisabled}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { hint, error })}
        onChange={(event) => setName(event.target.value)}
      />
    </Field>
  );
}

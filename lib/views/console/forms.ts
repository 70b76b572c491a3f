/** What a form of the console came to. Null: it was not sent yet. */
export type ActionState = {
  /** Why nothing was changed. */
  error?: string;
  /** What was changed. */
  done?: string;
  /** Shown once and kept nowhere. */
  secret?: { label: string; value: string };
  /** What was typed, where it has to be typed again. */
  values?: Record<string, string>;
} | null;

export type FormAction = (state: ActionState, form: FormData) => Promise<ActionState>;

/** A control of a form, as its page describes it. */
export interface FormField {
  name: string;
  label: string;
  hint?: string;
  type: "text" | "email" | "number" | "password" | "color" | "file" | "select" | "checkbox" | "date";
  value?: string;
  options?: readonly { value: string; label: string }[];
  isOptional?: boolean;
  accept?: string;
  /** Of a file: several may be chosen. */
  isMultiple?: boolean;
  min?: number;
  max?: number;
  autoComplete?: string;
}

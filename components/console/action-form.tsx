"use client";

import { useActionState, useId } from "react";
import { FormFields } from "@/components/console/form-fields";
import { Button, type ButtonKind } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { FormAction, FormField } from "@/lib/views/console/forms";
import styles from "./action-form.module.css";

interface Props {
  action: FormAction;
  csrf: string;
  /** Words on the button: what it does. */
  submit: string;
  kind?: ButtonKind;
  fields?: readonly FormField[];
  /** What the action needs to know and no one types, such as which key it is about. */
  hidden?: Record<string, string>;
}

/**
 * A form of the console and what it came to. Without a script the browser posts it and gets the page with the outcome;
 * with one, the page stays and the outcome appears in it.
 */
export function ActionForm({ action, csrf, submit, kind = "primary", fields = [], hidden = {} }: Props) {
  const [state, send, isPending] = useActionState(action, null);
  const id = useId();
  const values = state?.values ?? {};
  return (
    <form
      action={send}
      className={styles.form}
      onSubmit={(event) => {
        // Pressed again before the answer. A disabled button would lose the keyboard's place on the page.
        if (isPending) event.preventDefault();
      }}
    >
      {state?.error === undefined ? null : <Notice tone="bad" title={state.error} isLive />}
      {state?.done === undefined ? null : <Notice tone="good" title={state.done} isLive />}
      {state?.secret === undefined ? null : <Secret {...state.secret} />}
      <input type="hidden" name="csrf" value={csrf} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {/* A new set of controls for each outcome: React empties a form it has sent, and what was typed is to stand. */}
      <FormFields key={JSON.stringify(values)} id={id} fields={fields} values={values} />
      <Button type="submit" kind={kind} aria-disabled={isPending}>
        {submit}
      </Button>
    </form>
  );
}

function Secret({ label, value }: { label: string; value: string }) {
  return (
    <Notice tone="warn" title={label} isLive>
      <p className={styles.secret}>
        <code>{value}</code>
      </p>
      <p>This is the only time it is shown. Copy it now.</p>
    </Notice>
  );
}

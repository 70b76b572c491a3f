"use client";

import { useState } from "react";
import { editInWords } from "@/lib/portal-client/words";
import type { UnsentEdit } from "@/lib/portal-client/unsent";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import styles from "./unsent-changes.module.css";

interface Props {
  edits: readonly UnsentEdit["edit"][];
  /** Makes the edits again; null where there is no session that can. */
  again: (() => void) | null;
  forget: () => void;
}

/** What was not saved, as text to copy, with what can be done about it. */
export function UnsentNotice({ edits, again, forget }: Props) {
  return (
    <Notice
      tone="warn"
      title={edits.length === 1 ? "1 change was not saved" : `${edits.length} changes were not saved`}
    >
      <p>
        {again === null
          ? "The link ended before they could be sent. They are kept on this device alone: open a new link to the field to save them, or copy the text."
          : "An earlier link to this field ended before they could be sent. They are kept on this device alone."}
      </p>
      <Kept text={edits.map((edit) => editInWords(edit)).join("\n\n")} />
      <div className={styles.choices}>
        {again === null ? null : (
          <Button kind="primary" onClick={again}>
            Save them now
          </Button>
        )}
        <Button onClick={() => window.confirm("Remove this text from this device for good?") && forget()}>
          Remove from this device
        </Button>
      </div>
    </Notice>
  );
}

function Kept({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <>
      <Field id="unsent-text" label="What was not saved">
        <textarea
          id="unsent-text"
          className={controlClass}
          readOnly
          rows={Math.min(12, text.split("\n").length + 1)}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
      <p role="status">{isCopied ? "Copied." : ""}</p>
      <div className={styles.choices}>
        <Button icon="document" onClick={copy}>
          Copy the text
        </Button>
      </div>
    </>
  );
}

"use client";

import { useEffect, useState } from "react";
import { editInWords } from "@/components/portal/edits/words";
import { forgetUnsent, listUnsent, watchUnsent, type UnsentEdit } from "@/components/portal/offline/unsent";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import styles from "./unsent-changes.module.css";

interface Props {
  /** Only what was typed about this field; left out: everything. */
  fieldId?: string;
  /** Makes the edits again, where there is a session that can. */
  makeAgain?: (edits: readonly UnsentEdit["edit"][]) => void;
}

/** What a session left unsent when it ended: text to copy, and nothing that goes away by itself. */
export function UnsentChanges({ fieldId, makeAgain }: Props) {
  const [all, setAll] = useState<readonly UnsentEdit[]>([]);
  useEffect(() => {
    let isHere = true;
    // A browser that keeps nothing has kept nothing.
    const read = (): void =>
      void listUnsent().then(
        (found) => isHere && setAll(found),
        () => undefined,
      );
    read();
    const stop = watchUnsent(read);
    return () => {
      isHere = false;
      stop();
    };
  }, []);
  const unsent = all.filter(({ edit }) => fieldId === undefined || edit.body.field_id === fieldId);
  if (unsent.length === 0) return null;
  const forget = (): void => {
    setAll(all.filter((each) => !unsent.includes(each)));
    void forgetUnsent(unsent.map(({ id }) => id));
  };
  const again = (): void => {
    makeAgain?.(unsent.map(({ edit }) => edit));
    forget();
  };
  return (
    <Notice
      tone="warn"
      title={unsent.length === 1 ? "1 change was not saved" : `${unsent.length} changes were not saved`}
    >
      <p>
        {makeAgain === undefined
          ? "The link ended before they could be sent. They are kept on this device alone: open a new link to the field to save them, or copy the text."
          : "An earlier link to this field ended before they could be sent. They are kept on this device alone."}
      </p>
      <Kept text={unsent.map(({ edit }) => editInWords(edit)).join("\n\n")} />
      <div className={styles.choices}>
        {makeAgain === undefined ? null : (
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

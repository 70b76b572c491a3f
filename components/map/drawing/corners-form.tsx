"use client";

import { useId, useState, type SyntheticEvent } from "react";
import type { Polygon } from "geojson";
import { polygonOfCorners } from "@/components/map/drawing/corners";
import { Button } from "@/components/ui/button";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import styles from "@/components/map/drawing/drawing.module.css";

const HINT = "One corner to a line: latitude, then longitude, such as 42.0123, -93.4567. At least three.";

/** An area by its corners, as a receiver or another program gives them. */
export function CornersForm({ onShape, onCancel }: { onShape: (geometry: Polygon) => void; onCancel: () => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | undefined>();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const read = polygonOfCorners(text);
    if ("fault" in read) setFault(read.fault);
    else onShape(read.polygon);
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label="Area by its corners">
      <Field id={id} label="Corners" hint={HINT} {...(fault === undefined ? {} : { error: fault })}>
        <textarea
          id={id}
          className={controlClass}
          rows={5}
          value={text}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy(id, { hint: HINT, error: fault })}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div className={styles.actions}>
        <Button kind="primary" type="submit">
          Use these corners
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

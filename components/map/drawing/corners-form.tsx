"use client";

import { useId, useState, type SyntheticEvent } from "react";
import type { Polygon } from "geojson";
import { polygonOfCorners } from "@/components/map/drawing/corners";
import { Button } from "@/components/ui/button";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import styles from "@/components/map/drawing/drawing.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    hint: "One corner to a line: latitude, then longitude, such as 42.0123, -93.4567. At least three.",
    form: "Area by its corners",
    corners: "Corners",
    use: "Use these corners",
    cancel: "Cancel",
  },
  es: {
    hint: "Una esquina por línea: latitud y luego longitud, como 42.0123, -93.4567. Al menos tres.",
    form: "Área por sus esquinas",
    corners: "Esquinas",
    use: "Usar estas esquinas",
    cancel: "Cancelar",
  },
});

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
    <form className={styles.form} onSubmit={submit} aria-label={words().form}>
      <Field id={id} label={words().corners} hint={words().hint} {...(fault === undefined ? {} : { error: fault })}>
        <textarea
          id={id}
          className={controlClass}
          rows={5}
          value={text}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy(id, { hint: words().hint, error: fault })}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div className={styles.actions}>
        <Button kind="primary" type="submit">
          {words().use}
        </Button>
        <Button onClick={onCancel}>{words().cancel}</Button>
      </div>
    </form>
  );
}

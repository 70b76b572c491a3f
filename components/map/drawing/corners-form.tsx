"use client";

import { useId, useState, type SyntheticEvent } from "react";
import type { Polygon } from "geojson";
import { cornersInWords, polygonOfCorners } from "@/components/map/drawing/corners";
import { Button } from "@/components/ui/button";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import styles from "@/components/map/drawing/drawing.module.css";
import { wordsIn } from "@/lib/views/language";
import { counted } from "@/lib/views/words";

const words = wordsIn({
  en: {
    hint: "One corner to a line: latitude, then longitude, such as 42.0123, -93.4567. At least three.",
    form: "Area by its corners",
    corners: "Corners",
    use: "Use these corners",
    cancel: "Cancel",
    change: "Change the outline by its corners, without dragging",
    used: (count: number) =>
      `The area has ${counted(count, "corner")} now, and is shown on the map. Save it to keep it.`,
  },
  es: {
    hint: "Una esquina por línea: latitud y luego longitud, como 42.0123, -93.4567. Al menos tres.",
    form: "Área por sus esquinas",
    corners: "Esquinas",
    use: "Usar estas esquinas",
    cancel: "Cancelar",
    change: "Cambiar el contorno por sus esquinas, sin arrastrar",
    used: (count) =>
      `El área tiene ahora ${counted(count, "esquina")} y se muestra en el mapa. Guárdela para conservarla.`,
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
      <CornersField {...{ id, text, fault }} onText={setText} />
      <div className={styles.actions}>
        <Button kind="primary" type="submit">
          {words().use}
        </Button>
        <Button onClick={onCancel}>{words().cancel}</Button>
      </div>
    </form>
  );
}

interface OutlineCornersProps {
  outline: Polygon;
  onShape: (geometry: Polygon) => void;
}

/** The corners of an outline to be changed by number: for anyone who does not drag them on the map. */
export function OutlineCorners({ outline, onShape }: OutlineCornersProps) {
  const id = useId();
  // Until something is written, the corners are those that stand on the map.
  const [written, setWritten] = useState<string | null>(null);
  const [fault, setFault] = useState<string | undefined>();
  const [isUsed, setUsed] = useState(false);
  const text = written ?? cornersInWords(outline);
  const write = (next: string): void => {
    setWritten(next);
    setUsed(false);
  };
  const use = (): void => {
    const read = polygonOfCorners(text);
    setFault("fault" in read ? read.fault : undefined);
    if ("fault" in read) return;
    setWritten(null);
    setUsed(true);
    // What lies inside the outline and is no part of it, such as a yard in a field, stays as it is.
    onShape({ ...read.polygon, coordinates: [...read.polygon.coordinates, ...outline.coordinates.slice(1)] });
  };
  const count = (outline.coordinates[0]?.length ?? 1) - 1;
  return (
    <details className={styles.tools}>
      <summary>{words().change}</summary>
      <CornersField {...{ id, text, fault }} onText={write} />
      <Button onClick={use}>{words().use}</Button>
      <p role="status">{isUsed ? words().used(count) : ""}</p>
    </details>
  );
}

interface CornersFieldProps {
  id: string;
  text: string;
  fault: string | undefined;
  onText: (text: string) => void;
}

const CornersField = ({ id, text, fault, onText }: CornersFieldProps) => (
  <Field id={id} label={words().corners} hint={words().hint} {...(fault === undefined ? {} : { error: fault })}>
    <textarea
      id={id}
      className={controlClass}
      rows={5}
      value={text}
      aria-invalid={fault !== undefined}
      aria-describedby={describedBy(id, { hint: words().hint, error: fault })}
      onChange={({ target }) => onText(target.value)}
    />
  </Field>
);

"use client";

import { useEffect, useId, useRef, useState, type ReactNode, type RefObject, type SyntheticEvent } from "react";
import type { MultiPolygon, Position } from "geojson";
import type { EdgeKey } from "@/lib/domain/drift";
import type { FieldSide } from "@/lib/views/portal/field-map";
import { PickKeys } from "@/components/map/drawing/draw-bar";
import { SideChoices } from "@/components/map/drawing/side-choices";
import { Button } from "@/components/ui/button";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import styles from "@/components/map/drawing/drawing.module.css";
import { wordsIn } from "@/lib/views/language";
import { counted } from "@/lib/views/words";

const words = wordsIn({
  en: {
    alongField: "Strip along the field",
    wideOutward: "How wide, feet, outward from the field",
    whichSides: "Along which sides",
    sidesHint: "Tap the edges on the map, or tick whole sides.",
    alongLine: "Strip along a line",
    wide: "How wide, feet, from side to side",
    make: "Make the strip",
    making: "Making the strip",
    chosen: (edges: number) => `${counted(edges, "edge")} chosen.`,
    cancel: "Cancel",
    chooseSide: "Choose at least one side, or tap edges on the map.",
    writeWidth: (most: number) => `Write a width from 1 to ${most} feet.`,
    notMade: "The strip could not be made.",
    unreachable: "The strip is made by the server, which cannot be reached right now. Try again.",
  },
  es: {
    alongField: "Franja a lo largo del campo",
    wideOutward: "Qué ancho, en pies, hacia afuera del campo",
    whichSides: "A lo largo de qué lados",
    sidesHint: "Toque los bordes en el mapa o marque lados enteros.",
    alongLine: "Franja a lo largo de una línea",
    wide: "Qué ancho, en pies, de lado a lado",
    make: "Hacer la franja",
    making: "Haciendo la franja",
    chosen: (edges) => `${counted(edges, "borde elegido", "bordes elegidos")}.`,
    cancel: "Cancelar",
    chooseSide: "Elija al menos un lado o toque bordes en el mapa.",
    writeWidth: (most) => `Escriba un ancho de 1 a ${most} pies.`,
    notMade: "No se pudo hacer la franja.",
    unreachable: "El servidor hace la franja, y ahora no se puede alcanzar. Intente de nuevo.",
  },
});

interface Shared {
  /** Where strips are made. */
  path: string;
  onShape: (geometry: MultiPolygon) => void;
  onCancel: () => void;
}

const WIDEST_FT = 1320;

interface StripProps extends Shared {
  sides: readonly FieldSide[];
  chosen: readonly EdgeKey[];
  onToggle: (edges: EdgeKey[], isChosen: boolean) => void;
}

/** An area along the field's edge, by its width: a road, a ditch bank, the neighbor's field. */
export function StripForm({ sides, chosen, onToggle, ...shared }: StripProps) {
  const id = useId();
  const edges = chosen.map(({ partIndex, ringIndex, edgeIndex }) => ({ partIndex, ringIndex, edgeIndex }));
  return (
    <WidthForm
      {...shared}
      title={words().alongField}
      label={words().wideOutward}
      along={chosen.length === 0 ? null : { edges }}
    >
      <SideChoices
        id={`${id}-sides`}
        legend={words().whichSides}
        hint={words().sidesHint}
        sides={sides}
        chosen={chosen}
        onToggle={onToggle}
      />
      <PickKeys />
      <p role="status">{chosen.length === 0 ? "" : words().chosen(chosen.length)}</p>
    </WidthForm>
  );
}

/** How wide a drawn line is. */
export const LineForm = ({ line, ...shared }: Shared & { line: readonly Position[] }) => (
  <WidthForm {...shared} title={words().alongLine} label={words().wide} along={{ line }} />
);

interface WidthProps extends Shared {
  title: string;
  label: string;
  /** What the strip follows; null while nothing is chosen. */
  along: Record<string, unknown> | null;
  children?: ReactNode;
}

function WidthForm({ title, label, along, path, onShape, onCancel, children }: WidthProps) {
  const id = useId();
  const [widthFt, setWidthFt] = useState("");
  const [fault, setFault] = useState<string | undefined>();
  const [isMaking, setMaking] = useState(false);
  const isHere = useIsHere();
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (isMaking) return;
    const width = Number(widthFt);
    const wrong = faultOf(along, width);
    setMaking(wrong === null);
    setFault(undefined);
    const built = wrong === null ? await buildStrip(path, { ...along, widthFt: width }) : { fault: wrong };
    // Anyone who called it off meanwhile gets no area of it.
    if (!isHere.current) return;
    setMaking(false);
    if ("fault" in built) setFault(built.fault);
    else onShape(built.geometry);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} aria-label={title}>
      {children}
      <Field id={id} label={label} {...(fault === undefined ? {} : { error: fault })}>
        <input
          id={id}
          className={controlClass}
          inputMode="decimal"
          autoComplete="off"
          value={widthFt}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy(id, { error: fault })}
          onChange={({ target }) => setWidthFt(target.value)}
        />
      </Field>
      <div className={styles.actions}>
        <Button kind="primary" type="submit" aria-disabled={isMaking}>
          {isMaking ? words().making : words().make}
        </Button>
        <Button onClick={onCancel}>{words().cancel}</Button>
      </div>
      <p className="visually-hidden" role="status">
        {isMaking ? words().making : ""}
      </p>
    </form>
  );
}

/** Whether the form still stands when an answer comes. */
function useIsHere(): RefObject<boolean> {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

function faultOf(along: WidthProps["along"], widthFt: number): string | null {
  if (along === null) return words().chooseSide;
  return widthFt >= 1 && widthFt <= WIDEST_FT ? null : words().writeWidth(WIDEST_FT);
}

async function buildStrip(
  path: string,
  asked: Record<string, unknown>,
): Promise<{ geometry: MultiPolygon } | { fault: string }> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(asked),
    });
    const answer = (await response.json()) as { geometry?: MultiPolygon; error?: { message: string } };
    if (answer.geometry !== undefined) return { geometry: answer.geometry };
    return { fault: answer.error?.message ?? words().notMade };
  } catch {
    return { fault: words().unreachable };
  }
}

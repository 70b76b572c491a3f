"use client";

import { useId, useState, type SyntheticEvent } from "react";
import type { MultiPolygon } from "geojson";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import type { EdgeKey } from "@/lib/domain/drift";
import { SideChoices } from "@/components/map/drawing/side-choices";
import { Button } from "@/components/ui/button";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import styles from "@/components/map/drawing/drawing.module.css";

interface Props {
  model: FieldMapModel;
  grantPath: string;
  chosen: readonly EdgeKey[];
  onToggle: (edges: EdgeKey[], isChosen: boolean) => void;
  onShape: (geometry: MultiPolygon) => void;
  onCancel: () => void;
}

const WIDEST_FT = 1320;

/** An area along the field's edge, by its width: a road, a ditch bank, the neighbor's field. */
export function StripForm({ model, grantPath, chosen, onToggle, onShape, onCancel }: Props) {
  const id = useId();
  const [widthFt, setWidthFt] = useState("");
  const [fault, setFault] = useState<string | undefined>();
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const width = Number(widthFt);
    const wrong = faultOf(chosen, width);
    const built =
      wrong === null
        ? await buildStrip(`${grantPath}/api/fields/${model.fieldId}/strip`, chosen, width)
        : { fault: wrong };
    if ("fault" in built) setFault(built.fault);
    else onShape(built.geometry);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} aria-label="Strip along the field">
      <SideChoices
        id={`${id}-sides`}
        legend="Along which sides"
        hint="Tick sides, or click single edges on the map."
        sides={model.sides}
        chosen={chosen}
        onToggle={onToggle}
      />
      <Field
        id={`${id}-width`}
        label="How wide, feet, outward from the field"
        {...(fault === undefined ? {} : { error: fault })}
      >
        <input
          id={`${id}-width`}
          className={controlClass}
          inputMode="decimal"
          value={widthFt}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy(`${id}-width`, { error: fault })}
          onChange={({ target }) => setWidthFt(target.value)}
        />
      </Field>
      <div className={styles.actions}>
        <Button kind="primary" type="submit">
          Make the strip
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function faultOf(chosen: readonly EdgeKey[], widthFt: number): string | null {
  if (chosen.length === 0) return "Choose at least one side, or click edges on the map.";
  return widthFt >= 1 && widthFt <= WIDEST_FT ? null : `Write a width from 1 to ${WIDEST_FT} feet.`;
}

async function buildStrip(
  path: string,
  edges: readonly EdgeKey[],
  widthFt: number,
): Promise<{ geometry: MultiPolygon } | { fault: string }> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        edges: edges.map(({ partIndex, ringIndex, edgeIndex }) => ({ partIndex, ringIndex, edgeIndex })),
        widthFt,
      }),
    });
    const answer = (await response.json()) as { geometry?: MultiPolygon; error?: { message: string } };
    if (answer.geometry !== undefined) return { geometry: answer.geometry };
    return { fault: answer.error?.message ?? "The strip could not be made." };
  } catch {
    return { fault: "The strip is made by the server, which cannot be reached right now. Try again." };
  }
}

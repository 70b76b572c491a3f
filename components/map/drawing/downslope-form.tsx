"use client";

import { useId } from "react";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import { SideChoices } from "@/components/map/drawing/side-choices";
import type { Drawing } from "@/components/map/drawing/use-drawing";
import { Button } from "@/components/ui/button";
import styles from "@/components/map/drawing/drawing.module.css";

/** Which edges lie downslope: ticked by side, or clicked on the map one by one. */
export function DownslopeForm({ model, drawing }: { model: FieldMapModel; drawing: Drawing }) {
  const id = useId();
  const { chosen, toggleEdges, markDownslope, stop } = drawing;
  return (
    <div className={styles.form}>
      <SideChoices
        id={id}
        legend="Sides that lie downslope"
        hint="Tick sides, or click single edges on the map. With none marked, every edge counts as downslope."
        sides={model.sides}
        chosen={chosen}
        onToggle={toggleEdges}
      />
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => markDownslope(chosen)}>
          Save the marks
        </Button>
        <Button onClick={stop}>Cancel</Button>
      </div>
    </div>
  );
}

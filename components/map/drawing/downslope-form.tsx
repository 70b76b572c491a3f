"use client";

import { useId } from "react";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import { SideChoices } from "@/components/map/drawing/side-choices";
import type { Drawing } from "@/components/map/drawing/use-drawing";
import { Button } from "@/components/ui/button";
import { counted } from "@/lib/views/words";
import styles from "@/components/map/drawing/drawing.module.css";

/** Which edges lie downslope, tapped on the map one by one: the buttons stay in sight with the map. */
export function DownslopeBar({ chosen, markDownslope, stop }: Drawing) {
  return (
    <div className={styles.bar} data-draw-bar="edges">
      <p role="status">
        Tap the edges that lie downslope.{" "}
        {chosen.length === 0 ? "None is marked." : `${counted(chosen.length, "edge")} marked.`}
      </p>
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => markDownslope(chosen)}>
          Save the marks
        </Button>
        <Button onClick={stop}>Cancel</Button>
      </div>
    </div>
  );
}

/** The same by whole sides, for anyone who does not tap on the map. */
export function DownslopeSides({ model, drawing }: { model: FieldMapModel; drawing: Drawing }) {
  const id = useId();
  return (
    <div className={styles.form} data-map-column>
      <SideChoices
        id={id}
        legend="Sides that lie downslope"
        hint="Or tick whole sides. With none marked, every edge counts as downslope."
        sides={model.sides}
        chosen={drawing.chosen}
        onToggle={drawing.toggleEdges}
      />
    </div>
  );
}

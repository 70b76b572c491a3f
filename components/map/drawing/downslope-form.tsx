"use client";

import { useId } from "react";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import { PickKeys } from "@/components/map/drawing/draw-bar";
import { SideChoices } from "@/components/map/drawing/side-choices";
import type { Drawing } from "@/components/map/drawing/use-drawing";
import { Button } from "@/components/ui/button";
import { counted } from "@/lib/views/words";
import styles from "@/components/map/drawing/drawing.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    tap: "Tap the edges that lie downslope.",
    none: "None is marked.",
    marked: (edges: number) => `${counted(edges, "edge")} marked.`,
    save: "Save the marks",
    cancel: "Cancel",
    sides: "Sides that lie downslope",
    hint: "Or tick whole sides. With none marked, every edge counts as downslope.",
  },
  es: {
    tap: "Toque los bordes que están pendiente abajo.",
    none: "Ninguno está marcado.",
    marked: (edges) => `${counted(edges, "borde marcado", "bordes marcados")}.`,
    save: "Guardar las marcas",
    cancel: "Cancelar",
    sides: "Lados que están pendiente abajo",
    hint: "O marque lados enteros. Sin ninguno marcado, todos los bordes cuentan como pendiente abajo.",
  },
});

/** Which edges lie downslope, tapped on the map one by one: the buttons stay in sight with the map. */
export function DownslopeBar({ chosen, markDownslope, stop }: Drawing) {
  return (
    <div className={styles.bar} data-draw-bar="edges">
      <p role="status">
        {words().tap} {chosen.length === 0 ? words().none : words().marked(chosen.length)}
      </p>
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => markDownslope(chosen)}>
          {words().save}
        </Button>
        <Button onClick={stop}>{words().cancel}</Button>
      </div>
      <PickKeys />
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
        legend={words().sides}
        hint={words().hint}
        sides={model.sides}
        chosen={drawing.chosen}
        onToggle={drawing.toggleEdges}
      />
    </div>
  );
}

"use client";

import { useMemo } from "react";
import type { Draft } from "@/components/map/drawing/edit-bodies";
import { outlineOf } from "@/components/map/drawing/edit-bodies";
import type { Drawing } from "@/components/map/drawing/use-drawing";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { kindOfCategory } from "@/lib/domain/feature-categories";
import { M_PER_FT } from "@/lib/domain/units";
import { formatFeet } from "@/lib/views/figures";
import { gapM, liesInside, touches } from "@/lib/geo/meeting";
import { snappedToEdge } from "@/lib/geo/snap";
import type { DrawnArea, FieldMapModel } from "@/lib/views/portal/field-map";
import styles from "@/components/map/drawing/drawing.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    meets: "It meets the field's edge.",
    inside: "It lies inside the field: it earns nothing there.",
    lessThanOne: "Less than 1 ft",
    away: (feet: string) =>
      `${feet} from the field's edge: it earns nothing, unless a mapped road or other managed ground fills the gap.`,
    snap: "Snap it to the edge",
  },
  es: {
    meets: "Toca el borde del campo.",
    inside: "Está dentro del campo: ahí no descuenta nada.",
    lessThanOne: "menos de 1 pie",
    away: (feet) =>
      `A ${feet} del borde del campo: no descuenta nada, a menos que un camino del mapa u otro terreno manejado llene el hueco.`,
    snap: "Ajustarla al borde",
  },
});

interface Props {
  draft: Draft;
  model: FieldMapModel;
  drawing: Drawing;
}

/** How far an area stays from the field: managed ground behind a gap carries nothing of a buffer. */
export function GapNote({ draft: { geometry, featureId, category }, model: { boundary }, drawing }: Props) {
  const { areas, replace } = drawing;
  const others = useMemo(() => areas.filter((area) => area.featureId !== featureId), [areas, featureId]);
  const gapFt = useMemo(() => gapOf(geometry, boundary, others) / M_PER_FT, [geometry, boundary, others]);
  const isInside = useMemo(() => liesInside(geometry, boundary), [geometry, boundary]);
  const snapped = useMemo(() => {
    const outline = gapFt > 0 && gapFt <= FARTHEST_SNAP_FT ? outlineOf(geometry) : null;
    return outline === null ? null : snappedToEdge(outline, boundary);
  }, [gapFt, geometry, boundary]);
  if (category !== null && kindOfCategory(category) === "non_managed") return null;
  return (
    <div className={styles.gap} role="status" data-gap-ft={gapFt.toFixed(1)}>
      {isInside ? (
        <p>
          <Icon name="alert" /> {words().inside}
        </p>
      ) : gapFt === 0 ? (
        <p>
          <Icon name="check" /> {words().meets}
        </p>
      ) : (
        <p>
          <Icon name="alert" /> {words().away(gapFt < 1 ? words().lessThanOne : formatFeet(gapFt))}
        </p>
      )}
      {snapped === null ? null : <Button onClick={() => replace(snapped)}>{words().snap}</Button>}
    </div>
  );
}

/** Drawn farther off than this, an area is not meant to lie at the edge. */
const FARTHEST_SNAP_FT = 150;

/** To the field, or to a drawn managed area that itself meets the field. */
function gapOf(geometry: Draft["geometry"], boundary: FieldMapModel["boundary"], others: readonly DrawnArea[]): number {
  const gap = gapM(geometry, [boundary]);
  if (gap === 0) return 0;
  const isBridged = others.some(
    (area) => area.kind === "managed" && touches(area.geometry, geometry) && touches(area.geometry, boundary),
  );
  return isBridged ? 0 : gap;
}

"use client";

import type { MappedArea, MappedAreas } from "@/components/map/drawing/use-mapped-areas";
import { Button } from "@/components/ui/button";
import { FEATURE_CATEGORY_LABELS } from "@/lib/domain/feature-categories";
import { formatFeet } from "@/lib/views/figures";
import styles from "@/components/map/drawing/drawing.module.css";

interface Props {
  mapped: MappedAreas;
  onPick: (area: MappedArea) => void;
  onCancel: () => void;
}

/** What the map has beside the field, to be taken over: tapped on the map, or picked from the list. */
export function CopyForm({ mapped: { areas, hasFailed }, onPick, onCancel }: Props) {
  return (
    <div className={styles.form}>
      <p>
        Tap a road, a field or water on the map, or pick it below. It counts as it is on the map already: copy it to
        change its outline or its kind.
      </p>
      <p role="status">{statusOf(areas, hasFailed)}</p>
      {areas === null ? null : (
        <ul className={styles.areas}>
          {areas.map((area, index) => (
            <li key={`${index}-${area.distanceFt}`} className={styles.area}>
              <p>{nameOf(area)}</p>
              <Button onClick={() => onPick(area)} aria-label={`Copy ${nameOf(area)}`}>
                Copy
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}

function statusOf(areas: Props["mapped"]["areas"], hasFailed: boolean): string {
  if (hasFailed) return "What lies beside the field could not be read. Draw it, or try again later.";
  if (areas === null) return "What lies beside the field is being read.";
  return areas.length === 0 ? "The loaded data have nothing beside this field." : "";
}

function nameOf({ category, label, distanceFt }: MappedArea): string {
  const what = FEATURE_CATEGORY_LABELS[category];
  const where = distanceFt < 1 ? "at the field's edge" : `${formatFeet(distanceFt)} from the field`;
  return `${what}${label === null ? "" : ` “${label}”`}, ${where}`;
}

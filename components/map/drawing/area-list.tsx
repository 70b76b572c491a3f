"use client";

import { FEATURE_CATEGORY_LABELS } from "@/lib/domain/feature-categories";
import { itemOf } from "@/lib/portal-client/items";
import type { Drawing, ListedArea } from "@/components/map/drawing/use-drawing";
import { SaveState } from "@/components/portal/edits/save-state";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import styles from "@/components/map/drawing/drawing.module.css";

const LABELS: Readonly<Record<string, string>> = FEATURE_CATEGORY_LABELS;
const nameOf = ({ label, category }: ListedArea): string => {
  const what = LABELS[category] ?? category;
  return label === null ? what : `${label}: ${what.toLowerCase()}`;
};

interface Props {
  fieldId: string;
  drawing: Drawing;
  isLocked: boolean;
  onChange: (area: ListedArea) => void;
}

/** The areas that were drawn, with what can be done to each. */
export function AreaList({ fieldId, drawing, isLocked, onChange }: Props) {
  const { areas, edits, confirm } = drawing;
  const old = areas.filter(({ isConfirmed, isPending }) => !isConfirmed && !isPending);
  if (areas.length === 0) return <p>No area was drawn beside this field.</p>;
  return (
    <>
      {old.length === 0 ? null : (
        <Notice tone="warn" title={`${old.length} drawn on an earlier boundary`}>
          <p>They count for nothing until you say that they still hold.</p>
          <Button disabled={isLocked} onClick={() => confirm(old.map(({ featureId }) => featureId))}>
            They still hold
          </Button>
        </Notice>
      )}
      <SaveState state={edits.stateOf(itemOf({ kind: "confirm_features", fieldId }))} />
      <ul className={styles.areas}>
        {areas.map((area) => (
          <AreaRow key={area.featureId} area={area} drawing={drawing} isLocked={isLocked} onChange={onChange} />
        ))}
      </ul>
    </>
  );
}

function AreaRow({ area, drawing, isLocked, onChange }: Omit<Props, "fieldId"> & { area: ListedArea }) {
  const name = nameOf(area);
  const isBusy = isLocked || area.isPending || drawing.mode !== "look";
  return (
    <li className={styles.area}>
      <div>
        <p>{name}</p>
        {area.isConfirmed || area.isPending ? null : <p>Drawn on an earlier boundary, not confirmed</p>}
        <SaveState state={drawing.edits.stateOf(itemOf({ kind: "drawn_feature", featureId: area.featureId }))} />
      </div>
      <div className={styles.actions}>
        <Button disabled={isBusy} onClick={() => onChange(area)} aria-label={`Change ${name}`}>
          Change
        </Button>
        <Button kind="danger" disabled={isBusy} onClick={() => drawing.remove(area)} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
    </li>
  );
}

"use client";

import { categoryInWords } from "@/lib/views/ground";
import { wordsIn } from "@/lib/views/language";
import { itemOf } from "@/lib/portal-client/items";
import type { ListedArea } from "@/components/map/drawing/listed-areas";
import type { Drawing } from "@/components/map/drawing/use-drawing";
import { SaveState } from "@/components/portal/edits/save-state";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import styles from "@/components/map/drawing/drawing.module.css";
import { counted } from "@/lib/views/words";

const nameOf = ({ label, category }: ListedArea): string => {
  const what = categoryInWords(category);
  return label === null ? what : `${label}: ${what.toLowerCase()}`;
};

const words = wordsIn({
  en: {
    none: "No area was drawn beside this field.",
    earlier: (count: number) => `${count} drawn on an earlier boundary`,
    earlierWhy: "They count for nothing until you say that they still hold.",
    stillHold: "They still hold",
    notConfirmed: "Drawn on an earlier boundary, not confirmed",
    change: "Change",
    changeIt: (name: string) => `Change ${name}`,
    remove: "Remove",
    removeIt: (name: string) => `Remove ${name}`,
  },
  es: {
    none: "No se dibujó ningún área junto a este campo.",
    earlier: (count) => counted(count, "dibujada sobre un límite anterior", "dibujadas sobre un límite anterior"),
    earlierWhy: "No cuentan para nada hasta que usted diga que todavía valen.",
    stillHold: "Todavía valen",
    notConfirmed: "Dibujada sobre un límite anterior, sin confirmar",
    change: "Cambiar",
    changeIt: (name) => `Cambiar ${name}`,
    remove: "Quitar",
    removeIt: (name) => `Quitar ${name}`,
  },
});

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
  if (areas.length === 0) return <p>{words().none}</p>;
  return (
    <>
      {old.length === 0 ? null : (
        <Notice tone="warn" title={words().earlier(old.length)}>
          <p>{words().earlierWhy}</p>
          <Button disabled={isLocked} onClick={() => confirm(old.map(({ featureId }) => featureId))}>
            {words().stillHold}
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
  const isBusy = isLocked || area.isSent || drawing.mode !== "look";
  return (
    <li className={styles.area}>
      <div>
        <p>{name}</p>
        {area.isConfirmed || area.isPending ? null : <p>{words().notConfirmed}</p>}
        <SaveState state={drawing.edits.stateOf(itemOf({ kind: "drawn_feature", featureId: area.featureId }))} />
      </div>
      <div className={styles.actions}>
        <Button disabled={isBusy} onClick={() => onChange(area)} aria-label={words().changeIt(name)}>
          {words().change}
        </Button>
        <Button
          kind="danger"
          disabled={isBusy}
          onClick={() => drawing.remove(area)}
          aria-label={words().removeIt(name)}
        >
          {words().remove}
        </Button>
      </div>
    </li>
  );
}

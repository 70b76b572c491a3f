"use client";

import type { Drawing } from "@/components/map/drawing/use-drawing";
import { areaOf } from "@/components/map/drawing/edit-bodies";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import styles from "@/components/map/drawing/drawing.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { notSaved: (what: string) => `${what}: not saved`, again: "Look at it again", discard: "Discard" },
  es: { notSaved: (what) => `${what}: no se guardó`, again: "Verla de nuevo", discard: "Descartar" },
});

const OURS: ReadonlySet<string> = new Set(["drawn_feature", "confirm_features", "downslope"]);

/** Edits of this map that the server did not take: nothing that was drawn is lost before its maker has seen why. */
export function RefusedAreas({ drawing, focusBack }: { drawing: Drawing; focusBack: () => void }) {
  const { edits, setDraft, areas } = drawing;
  const refused = edits.state.refused.filter(({ body }) => OURS.has(body.kind));
  return refused.map(({ item, label, body, reason }) => {
    const area = areaOf(body);
    const again = (): void => {
      if (area === null) return;
      const base = areas.find(({ featureId }) => featureId === area.featureId) ?? null;
      edits.dismiss(item);
      setDraft({ ...area, base, label: area.label ?? "" });
    };
    return (
      <Notice key={item} tone="bad" title={words().notSaved(label)} isLive="alert">
        <p>{reason.message}</p>
        <div className={styles.actions}>
          {area === null ? null : <Button onClick={again}>{words().again}</Button>}
          <Button
            onClick={() => {
              // The notice goes with its buttons.
              focusBack();
              edits.dismiss(item);
            }}
          >
            {words().discard}
          </Button>
        </div>
      </Notice>
    );
  });
}

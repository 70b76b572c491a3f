"use client";

import { useCallback, useState, type SyntheticEvent } from "react";
import { LocalTime } from "@/components/ui/local-time";
import type { OtherBody } from "@/lib/portal-client/bodies";
import type { Outcome } from "@/lib/portal-client/edit-queue";
import { useEditOutcomes, useEdits } from "@/components/portal/edits/edits-provider";
import { SaveState } from "@/components/portal/edits/save-state";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { PortalAddress } from "@/lib/domain/field-year";
import type { LimitationView } from "@/lib/views/portal/limitations";
import styles from "./review-mark.module.css";

interface Props {
  limitation: LimitationView;
  address: PortalAddress;
  action: string;
  isLocked: boolean;
}

type Mark = OtherBody & { kind: "reviewed"; reviewed: boolean };

/** "I have read this": a form without a script; with one it waits for the network like every other change. */
export function ReviewMark({ limitation, address, action, isLocked }: Props) {
  const edits = useEdits();
  const item = `reviewed:${address.applicationEventId ?? ""}:${limitation.product}:${limitation.pulaId}:${limitation.limitationId}`;
  const state = edits.stateOf(item);
  const shown = useMark(limitation, item);
  const mark = (event: SyntheticEvent): void => {
    if (!edits.isReady) return;
    event.preventDefault();
    edits.submit({ item, label: `Code ${limitation.code}`, body: bodyOf(limitation, address, shown === null) });
  };
  return (
    <form method="post" action={action} className={styles.mark} data-read={shown !== null} onSubmit={mark}>
      <input type="hidden" name="application" value={address.applicationEventId ?? ""} />
      <input type="hidden" name="product" value={limitation.product} />
      <input type="hidden" name="pula" value={limitation.pulaId} />
      <input type="hidden" name="limitation" value={limitation.limitationId} />
      <input type="hidden" name="text" value={limitation.textHash} />
      <input type="hidden" name="anchor" value={limitation.id} />
      <input type="hidden" name="reviewed" value={shown === null ? "yes" : "no"} />
      {shown === null ? null : (
        <p className={styles.read}>
          <Icon name="check" />
          <span>Marked as read {shown === "" ? null : <LocalTime at={shown} />}</span>
        </p>
      )}
      {isLocked ? null : (
        <Button type="submit" icon={shown === null ? "check" : "undo"} kind={shown === null ? "secondary" : "quiet"}>
          {shown === null ? "Mark as read" : "Take the mark back"}
          <span className="visually-hidden"> (code {limitation.code})</span>
        </Button>
      )}
      <div role="status">
        <SaveState state={state} />
      </div>
    </form>
  );
}

/** When the text was marked, as this page knows: an empty text for a mark that is not saved yet; null for none. */
function useMark({ reviewedAt }: LimitationView, item: string): string | null {
  const { state } = useEdits();
  const [saved, setSaved] = useState<string | null>(reviewedAt);
  useEditOutcomes(
    useCallback(
      ({ edit, verdict }: Outcome) => {
        if (edit.item !== item || verdict.kind !== "saved") return;
        setSaved((edit.body as Mark).reviewed ? verdict.answer.saved_at : null);
      },
      [item],
    ),
  );
  const queued = state.queued.findLast((edit) => edit.item === item);
  if (queued === undefined) return saved;
  return (queued.body as Mark).reviewed ? "" : null;
}

function bodyOf(limitation: LimitationView, address: PortalAddress, reviewed: boolean): Mark {
  const { product, pulaId, limitationId, textHash } = limitation;
  return {
    kind: "reviewed",
    field_id: address.fieldId,
    year: address.year,
    application_event_id: address.applicationEventId,
    product,
    pula_id: pulaId,
    limitation_id: limitationId,
    text_hash: textHash,
    reviewed,
  };
}

"use client";

import { useCallback, useState, type SyntheticEvent } from "react";
import { LocalTime } from "@/components/ui/local-time";
import type { ReviewedEdit } from "@/lib/domain/portal-edit";
import type { QueuedBody } from "@/lib/portal-client/queue";
import { itemOf } from "@/lib/portal-client/items";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { useEditOutcomes, useEdits } from "@/components/portal/edits/edits-provider";
import { SaveState } from "@/components/portal/edits/save-state";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { fieldYearRef, type PortalAddress } from "@/lib/domain/field-year";
import { wordsIn } from "@/lib/views/language";
import type { LimitationView } from "@/lib/views/portal/limitations";
import styles from "./review-mark.module.css";

const words = wordsIn({
  en: {
    code: (code: string) => `Code ${code}`,
    marked: "Marked as read",
    mark: "Mark as read",
    takeBack: "Take the mark back",
    ofCode: (code: string, pulaId: number, product: string) => ` (${product}, code ${code}, area ${pulaId})`,
  },
  es: {
    code: (code) => `Código ${code}`,
    marked: "Marcado como leído",
    mark: "Marcar como leído",
    takeBack: "Quitar la marca",
    ofCode: (code, pulaId, product) => ` (${product}, código ${code}, área ${pulaId})`,
  },
});

/** What the mark of a text is called among the edits. */
export const reviewLabel = (code: string): string => words().code(code);

interface Props {
  limitation: LimitationView;
  productName: string;
  address: PortalAddress;
  action: string;
  isLocked: boolean;
}

/** A mark of one text as an edit, and what names it among the edits; null for a year without an application. */
export function reviewEdit(limitation: LimitationView, address: PortalAddress, reviewed: boolean) {
  const { applicationEventId } = address;
  const { product, pulaId, limitationId, textHash } = limitation;
  const key = { kind: "reviewed" as const, product, pulaId, limitationId, textHash };
  const item = itemOf({ ...key, applicationEventId: applicationEventId ?? "" });
  if (applicationEventId === null) return { item, body: null };
  const body: ReviewedEdit = { ...fieldYearRef(address), ...key, applicationEventId, reviewed };
  return { item, body };
}

/** "I have read this": a form without a script; with one it waits for the network like every other change. */
export function ReviewMark({ limitation, productName, address, action, isLocked }: Props) {
  const edits = useEdits();
  const { item } = reviewEdit(limitation, address, true);
  const state = edits.stateOf(item);
  const shown = useMark(limitation, item);
  const mark = (event: SyntheticEvent): void => {
    const { body } = reviewEdit(limitation, address, shown === null);
    if (!edits.isReady || body === null) return;
    event.preventDefault();
    edits.submit({ item, label: reviewLabel(limitation.code), body });
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
          <span>
            {words().marked} {shown === "" ? null : <LocalTime at={shown} />}
          </span>
        </p>
      )}
      {isLocked ? null : (
        <Button type="submit" icon={shown === null ? "check" : "undo"} kind={shown === null ? "secondary" : "quiet"}>
          {shown === null ? words().mark : words().takeBack}
          <span className="visually-hidden">{words().ofCode(limitation.code, limitation.pulaId, productName)}</span>
        </Button>
      )}
      <div role="status">
        <SaveState state={state} />
      </div>
    </form>
  );
}

/**
 * When the text was marked, as this page knows: an empty text for a mark that is not saved yet; null for none. What the server says when the
 * page comes again holds: another device may have made the mark, or taken it back.
 */
function useMark(fromPage: LimitationView, item: string): string | null {
  const { state } = useEdits();
  const [known, setKnown] = useState({ fromPage, readAt: fromPage.reviewedAt });
  if (known.fromPage !== fromPage) setKnown({ fromPage, readAt: fromPage.reviewedAt });
  useEditOutcomes(
    useCallback(
      ({ edit, verdict }: Outcome) => {
        if (edit.item !== item || verdict.kind !== "saved") return;
        const readAt = isMarking(edit.body) ? verdict.answer.savedAt : null;
        setKnown((before) => ({ ...before, readAt }));
      },
      [item],
    ),
  );
  const queued = state.queued.findLast((edit) => edit.item === item);
  if (queued === undefined) return known.readAt;
  return isMarking(queued.body) ? "" : null;
}

const isMarking = (edit: QueuedBody): boolean => edit.kind === "reviewed" && edit.reviewed;

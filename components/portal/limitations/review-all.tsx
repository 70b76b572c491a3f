"use client";

import { useCallback, useEffect, useState } from "react";
import { reviewEdit, reviewLabel } from "@/components/portal/limitations/review-mark";
import { useEdits, useEditOutcomes } from "@/components/portal/edits/edits-provider";
import { useRefresh } from "@/components/portal/offline/use-refresh";
import { useNextStep } from "@/components/portal/shell/next-step";
import { Button } from "@/components/ui/button";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { wordsIn } from "@/lib/views/language";
import type { LimitationsView, LimitationView } from "@/lib/views/portal/limitations";

const allOf = (texts: number): string => (texts === 2 ? "both texts" : `all ${texts} texts`);
const words = wordsIn({
  en: {
    readAll: (texts: number) => `I have read ${allOf(texts)}`,
    readAllOn: (texts: number) => `I have read ${allOf(texts)}: go on`,
  },
  es: {
    readAll: (texts) => `He leído los ${texts} textos`,
    readAllOn: (texts) => `He leído los ${texts} textos: continuar`,
  },
});

/**
 * After the last text: one tap for all of them, where there are several, which goes on to what is next once they are
 * saved. Each is marked by itself, and taken back so.
 */
export function ReviewAll({ view: { products, address, isLocked, missingTexts } }: { view: LimitationsView }) {
  const edits = useEdits();
  const saved = useSavedMarks(products);
  const texts = products.flatMap(({ limitations }) => limitations);
  const itemOfText = (text: LimitationView): string => reviewEdit(text, address, true).item;
  const read = new Set(texts.filter((text) => saved.get(itemOfText(text)) ?? text.reviewedAt !== null).map(itemOfText));
  const next = useNextStep();
  const [marked, setMarked] = useState<readonly string[]>([]);
  const areMarksSaved = marked.length > 0 && marked.every((item) => read.has(item));
  // A text that is not loaded is still to be read on this page.
  const onward = missingTexts.length === 0 ? (next?.href ?? null) : null;
  useEffect(() => {
    if (onward !== null && areMarksSaved) location.assign(onward);
  }, [onward, areMarksSaved]);
  const unread = texts.filter((text) => {
    const item = itemOfText(text);
    return !read.has(item) && !edits.state.queued.some((edit) => edit.item === item);
  });
  if (!edits.isReady || isLocked || texts.length < 2 || unread.length === 0) return null;
  const markAll = (): void => {
    // The button goes once it is pressed, and the next page may be long in coming: the focus stays with the last text.
    document.getElementById(texts.at(-1)?.id ?? "")?.focus({ preventScroll: true });
    setMarked(unread.map(itemOfText));
    for (const text of unread) {
      const { item, body } = reviewEdit(text, address, true);
      if (body !== null) edits.submit({ item, label: reviewLabel(text.code), body });
    }
  };
  return (
    <p>
      <Button icon="check" kind="primary" onClick={markAll}>
        {onward === null ? words().readAll(texts.length) : words().readAllOn(texts.length)}
      </Button>
    </p>
  );
}

/** Marks that were saved, or taken back, since the page came from the server. One that is refused was for a text that is another by now. */
function useSavedMarks(fromPage: LimitationsView["products"]): ReadonlyMap<string, boolean> {
  const refresh = useRefresh();
  const [known, setKnown] = useState({ fromPage, marks: new Map<string, boolean>() });
  if (known.fromPage !== fromPage) setKnown({ fromPage, marks: new Map() });
  useEditOutcomes(
    useCallback(
      ({ edit: { item, body }, verdict }: Outcome) => {
        if (body.kind !== "reviewed") return;
        if (verdict.kind === "refused") void refresh();
        if (verdict.kind !== "saved") return;
        setKnown((before) => ({ ...before, marks: new Map(before.marks).set(item, body.reviewed) }));
      },
      [refresh],
    ),
  );
  return known.marks;
}

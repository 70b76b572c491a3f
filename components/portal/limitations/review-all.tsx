"use client";

import { useCallback, useEffect, useState } from "react";
import { reviewEdit, reviewLabel } from "@/components/portal/limitations/review-mark";
import { useEdits, useEditOutcomes } from "@/components/portal/edits/edits-provider";
import { useNextStep } from "@/components/portal/shell/next-step";
import { Button } from "@/components/ui/button";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { wordsIn } from "@/lib/views/language";
import type { LimitationsView } from "@/lib/views/portal/limitations";

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
  const [saved, setSaved] = useState<ReadonlyMap<string, boolean>>(new Map());
  useEditOutcomes(
    useCallback(({ edit: { item, body }, verdict }: Outcome) => {
      if (verdict.kind === "saved" && body.kind === "reviewed") {
        setSaved((before) => new Map(before).set(item, body.reviewed));
      }
    }, []),
  );
  const next = useNextStep();
  const [marked, setMarked] = useState<readonly string[]>([]);
  // A text that is not loaded is still to be read on this page.
  const onward = missingTexts.length === 0 ? (next?.href ?? null) : null;
  useEffect(() => {
    if (onward !== null && marked.length > 0 && marked.every((item) => saved.get(item) === true))
      location.assign(onward);
  }, [onward, marked, saved]);
  const texts = products.flatMap(({ limitations }) => limitations);
  const unread = texts.filter((text) => {
    const { item } = reviewEdit(text, address, true);
    return !(saved.get(item) ?? text.reviewedAt !== null) && !edits.state.queued.some((edit) => edit.item === item);
  });
  if (!edits.isReady || isLocked || texts.length < 2 || unread.length === 0) return null;
  const markAll = (): void => {
    setMarked(unread.map((text) => reviewEdit(text, address, true).item));
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

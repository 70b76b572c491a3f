"use client";

import { useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { currentLanguage, LOCALES, wordsIn, type Language } from "@/lib/views/language";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import { standingLine } from "@/lib/views/standing-line";
import styles from "./cab-card.module.css";

const words = wordsIn({
  en: {
    copied: "Copied.",
    cannotCopy: "This browser does not let a page copy. Print the card instead.",
    share: "Share the answer",
    copy: "Copy the answer",
    print: "Print the card",
    wind: (blows: string, at: string) => `${blows} at ${at}. In other wind it is another answer.`,
    left: (count: number) => `The applicator must check ${count} more ${count === 1 ? "thing" : "things"}.`,
  },
  es: {
    copied: "Copiado.",
    cannotCopy: "Este navegador no permite que una página copie. Imprima la tarjeta.",
    share: "Compartir la respuesta",
    copy: "Copiar la respuesta",
    print: "Imprimir la tarjeta",
    wind: (blows, at) => `${blows}, ${at}. Con otro viento, la respuesta es otra.`,
    left: (count) => `El aplicador debe verificar ${count} ${count === 1 ? "cosa" : "cosas"} más.`,
  },
});

const never = () => () => undefined;

/**
 * Passes the answer on as words, through what the device offers or the clipboard, and on paper. It carries no address:
 * a page of the portal opens with the link from the farm software alone.
 */
export function ShareCard({ card }: { card: CabCardView }) {
  const [said, setSaid] = useState("");
  const isRunning = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isRunning) return null;
  const canShare = typeof navigator.share === "function";
  const pass = async (): Promise<void> => {
    const text = cardAsText(card);
    try {
      if (canShare) await navigator.share({ title: card.fieldName, text });
      else await navigator.clipboard.writeText(text);
      setSaid(canShare ? "" : words().copied);
    } catch (error) {
      // Closing the device's own sheet is no failure.
      const isClosed = error instanceof DOMException && error.name === "AbortError";
      setSaid(isClosed ? "" : words().cannotCopy);
    }
  };
  return (
    <div className={styles.share}>
      <Button icon="document" onClick={() => void pass()}>
        {canShare ? words().share : words().copy}
      </Button>
      <Button icon="document" onClick={() => window.print()}>
        {words().print}
      </Button>
      <span role="status">{said}</span>
    </div>
  );
}

const PARTS: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" };
const DAY_AND_TIME: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat(LOCALES.en, PARTS),
  es: new Intl.DateTimeFormat(LOCALES.es, PARTS),
};

/** The card as a message. It may be read on another day, so that the time of the wind has its day. */
function cardAsText({ fieldName, headline, leave, wind, checklist, followTexts }: CabCardView): string {
  const count = checklist.reduce((sum, { items }) => sum + items.length, followTexts === null ? 0 : 1);
  const at = wind === null ? "" : DAY_AND_TIME[currentLanguage()].format(new Date(wind.at));
  const lines = [
    fieldName,
    `${headline}.`,
    leave === null ? null : `${leave}.`,
    wind === null ? null : words().wind(wind.words, at),
    count === 0 ? null : words().left(count),
    standingLine().text,
  ];
  return lines.filter((line) => line !== null).join("\n");
}

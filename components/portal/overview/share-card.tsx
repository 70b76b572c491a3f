"use client";

import { useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import styles from "./cab-card.module.css";

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
      setSaid(canShare ? "" : "Copied.");
    } catch (error) {
      // Closing the device's own sheet is no failure.
      const isClosed = error instanceof DOMException && error.name === "AbortError";
      setSaid(isClosed ? "" : "This browser does not let a page copy. Print the card instead.");
    }
  };
  return (
    <div className={styles.share}>
      <Button icon="document" onClick={() => void pass()}>
        {canShare ? "Share the answer" : "Copy the answer"}
      </Button>
      <Button icon="document" onClick={() => window.print()}>
        Print the card
      </Button>
      <span role="status">{said}</span>
    </div>
  );
}

const DAY_AND_TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** The card as a message. It may be read on another day, so that the time of the wind has its day. */
function cardAsText({ fieldName, headline, leave, wind, checklist, followTexts }: CabCardView): string {
  const count = checklist.reduce((sum, { items }) => sum + items.length, followTexts === null ? 0 : 1);
  const at = wind === null ? "" : DAY_AND_TIME.format(new Date(wind.at));
  const lines = [
    fieldName,
    `${headline}.`,
    leave === null ? null : `${leave}.`,
    wind === null ? null : `${wind.words} at ${at}. In other wind it is another answer.`,
    count === 0 ? null : `The applicator must check ${count} more ${count === 1 ? "thing" : "things"}.`,
    "A result of this service is never a clearance to apply.",
  ];
  return lines.filter((line) => line !== null).join("\n");
}

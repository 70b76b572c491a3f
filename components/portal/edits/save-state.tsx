"use client";

import { LocalTime } from "@/components/ui/local-time";
import type { EditState } from "@/lib/portal-client/queue";
import { Icon, type IconName } from "@/components/ui/icon";
import styles from "./save-state.module.css";

const WORDS: Record<Exclude<EditState["kind"], "idle" | "saved" | "refused">, { icon: IconName; text: string }> = {
  saving: { icon: "clock", text: "Saving" },
  retrying: { icon: "alert", text: "Not saved yet, trying again" },
  stuck: { icon: "alert", text: "Not saved" },
  waiting: { icon: "offline", text: "Kept on this device, waiting for a connection" },
};

/** How an edit stands, beside what was edited. Read out by the page's one status line, so that it speaks once. */
export function SaveState({ state }: { state: EditState }) {
  if (state.kind === "idle") return null;
  if (state.kind === "saved") {
    return (
      <p className={styles.state} data-save-state="saved">
        <Icon name="check" /> Saved <LocalTime at={state.at} isTimeOnly />
      </p>
    );
  }
  if (state.kind === "refused") {
    return (
      <p className={styles.refused} data-save-state="refused">
        <Icon name="alert" /> Not saved: {state.message}
      </p>
    );
  }
  const { icon, text } = WORDS[state.kind];
  return (
    <p className={styles.state} data-save-state={state.kind}>
      <Icon name={icon} /> {text}
    </p>
  );
}

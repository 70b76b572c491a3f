"use client";

import { LocalTime } from "@/components/ui/local-time";
import type { EditState } from "@/lib/portal-client/queue";
import { Icon, type IconName } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import styles from "./save-state.module.css";

const ICONS: Record<Exclude<EditState["kind"], "idle" | "saved" | "refused">, IconName> = {
  saving: "clock",
  retrying: "alert",
  stuck: "alert",
  waiting: "offline",
};

const words = wordsIn({
  en: {
    saved: "Saved",
    saving: "Saving",
    retrying: "Not saved yet, trying again",
    stuck: "Not saved",
    waiting: "Kept on this device, waiting for a connection",
    refused: (why: string) => `Not saved: ${why}`,
  },
  es: {
    saved: "Guardado",
    saving: "Guardando",
    retrying: "Todavía sin guardar; se intenta de nuevo",
    stuck: "Sin guardar",
    waiting: "Guardado en este dispositivo; esperando conexión",
    refused: (why) => `No se guardó: ${why}`,
  },
});

/** How an edit stands, beside what was edited. Read out by the page's one status line, so that it speaks once. */
export function SaveState({ state }: { state: EditState }) {
  if (state.kind === "idle") return null;
  if (state.kind === "saved") {
    return (
      <p className={styles.state} data-save-state="saved">
        <Icon name="check" /> {words().saved} <LocalTime at={state.at} isTimeOnly />
      </p>
    );
  }
  if (state.kind === "refused") {
    return (
      <p className={styles.refused} data-save-state="refused">
        <Icon name="alert" /> {words().refused(state.message)}
      </p>
    );
  }
  return (
    <p className={styles.state} data-save-state={state.kind}>
      <Icon name={ICONS[state.kind]} /> {words()[state.kind]}
    </p>
  );
}

"use client";

import { useRef } from "react";
import { useSave } from "@/components/portal/drift/answer/use-save";
import { LocalTime } from "@/components/ui/local-time";
import type { MomentBody } from "@/components/portal/drift/conditions/conditions";
import { NextStepHere } from "@/components/portal/shell/next-step";
import type { Preview } from "@/components/portal/drift/conditions/use-preview";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import styles from "./save-conditions.module.css";

interface Props {
  path: string;
  body: MomentBody | null;
  /** When the wind was read, UTC; null: when it is saved. */
  observedAt: string | null;
  preview: Preview;
  lock: { isLocked: boolean; text: string | null };
  isOnline: boolean;
}

/** Puts the conditions on record, once their answer is in sight. Whatever is refused, what was typed stays. */
export function SaveConditions({ path, body, observedAt, preview, lock, isOnline }: Props) {
  const basis = preview.answer?.basis ?? null;
  const { save, run } = useSave(path, preview.retry);
  const button = useRef<HTMLButtonElement>(null);
  const canSave = body !== null && basis !== null && preview.isCurrent && !lock.isLocked && isOnline;
  const canPress = canSave && save.kind !== "saving";
  const press = (): void => {
    // The other button goes with its message: the focus stays with the way to save.
    button.current?.focus({ preventScroll: true });
    if (canPress) run({ ...body, basis, ...(observedAt === null ? {} : { observed_at: observedAt }) });
  };
  return (
    <div className={styles.saving}>
      <Button ref={button} kind="primary" aria-disabled={!canPress} onClick={press}>
        {save.kind === "saving" ? "Saving" : "Use these conditions"}
      </Button>
      <p className={styles.words}>
        {lock.isLocked
          ? lock.text
          : "Puts wind, set-up and buffers on record for this application. A record is not a clearance to apply."}
      </p>
      <div role="status">{save.kind === "saved" ? <Saved at={save.at} /> : null}</div>
      {save.kind === "failed" ? <Failed {...save} retry={press} canRetry={canSave} /> : null}
    </div>
  );
}

const Saved = ({ at }: { at: string }) => (
  <>
    <p className={styles.saved} data-save-state="saved">
      <Icon name="check" /> Saved <LocalTime at={at} isTimeOnly />
    </p>
    <NextStepHere />
  </>
);

interface FailedProps {
  message: string;
  wasChanged: boolean;
  retry: () => void;
  canRetry: boolean;
}

const Failed = ({ message, wasChanged, retry, canRetry }: FailedProps) => (
  <Notice tone="warn" title="Not saved" isLive>
    <p>
      {wasChanged
        ? "Practices, drawn areas, the check or the saved conditions were changed meanwhile. What you typed is still here; look at the answer again, then save."
        : `${message} What you typed is still here.`}
    </p>
    <Button disabled={!canRetry} onClick={retry}>
      Save these conditions again
    </Button>
  </Notice>
);

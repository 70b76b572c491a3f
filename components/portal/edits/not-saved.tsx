import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import styles from "./not-saved.module.css";

interface Props {
  title: string;
  reason: { message: string };
  /** Saves what was wanted over what is saved now; null where that cannot be. */
  insist: (() => void) | null;
  dismiss: () => void;
  /** What is saved now, and what was wanted. */
  children: ReactNode;
}

/** An edit that was not taken: what was wanted stays here until its maker has seen to it. */
export function NotSaved({ title, reason, insist, dismiss, children }: Props) {
  return (
    <Notice tone="warn" title={title} isLive>
      <p>{reason.message}</p>
      {children}
      <div className={styles.choices}>
        {insist === null ? null : (
          <Button kind="primary" onClick={insist}>
            Save mine
          </Button>
        )}
        <Button onClick={dismiss}>{insist === null ? "Let it go" : "Keep what is saved"}</Button>
      </div>
    </Notice>
  );
}

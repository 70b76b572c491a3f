import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import styles from "./refused.module.css";

interface Props {
  isSignedOut: boolean;
  /** Where the provider wants its users back; null where it did not say. */
  returnUrl: string | null;
  /** What is left of the session on this device, if anything is. */
  children?: ReactNode;
}

/** The end of a session, or of a link that opens none: what happened, and the way to a new one. */
export function Refused({ isSignedOut, returnUrl, children }: Props) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <span className={styles.mark}>
          <Icon name={isSignedOut ? "check" : "lock"} />
        </span>
        <h1>{isSignedOut ? "You are signed out" : "This link does not work"}</h1>
        {isSignedOut ? (
          <p>This device no longer shows the field. Everything you saved stays saved.</p>
        ) : (
          <p>It has expired, it was signed out of, or it is not complete. What was saved before stays saved.</p>
        )}
        <p>To see the field again, open it in your farm software.</p>
        {returnUrl === null ? null : (
          <ButtonLink href={returnUrl} kind="primary" icon="back">
            Back to your farm software
          </ButtonLink>
        )}
        {children}
      </div>
    </main>
  );
}

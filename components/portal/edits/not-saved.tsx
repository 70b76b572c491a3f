import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";
import styles from "./not-saved.module.css";

const words = wordsIn({
  en: { saveMine: "Save mine", letGo: "Let it go", keepSaved: "Keep what is saved" },
  es: { saveMine: "Guardar lo mío", letGo: "Descartarlo", keepSaved: "Conservar lo guardado" },
});

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
    <Notice tone="warn" title={title} isLive="alert">
      <p>{reason.message}</p>
      {children}
      <div className={styles.choices}>
        {insist === null ? null : (
          <Button kind="primary" onClick={insist}>
            {words().saveMine}
          </Button>
        )}
        <Button onClick={dismiss}>{insist === null ? words().letGo : words().keepSaved}</Button>
      </div>
    </Notice>
  );
}

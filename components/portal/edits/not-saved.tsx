import { useLayoutEffect, useRef, type ReactNode } from "react";
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

/** What had the focus last. A lock takes it out of use, and the focus with it, a moment before the notice is there or after. */
let last: Element | null = null;

if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : null;
  });
}

/**
 * An edit that was not taken: what was wanted stays here until its maker has seen to it. The notice goes with its buttons: `insist` and
 * `dismiss` move the focus to what it was about.
 */
export function NotSaved({ title, reason, insist, dismiss, children }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (last?.matches(":disabled") === true) notice.current?.focus({ preventScroll: true });
  });
  return (
    <div ref={notice} tabIndex={-1} role="group" aria-label={title}>
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
    </div>
  );
}

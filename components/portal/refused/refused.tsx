import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import styles from "./refused.module.css";

const words = wordsIn({
  en: {
    signedOut: "You are signed out",
    signedOutText: "This device no longer shows the field. Everything you saved stays saved.",
    noLink: "This link does not work",
    noLinkText: "It has expired, it was signed out of, or it is not complete. None of that deletes what was saved.",
    again: "To see the field again, open it in your farm software.",
    back: "Back to your farm software",
  },
  es: {
    signedOut: "Usted cerró la sesión",
    signedOutText: "Este dispositivo ya no muestra el campo. Todo lo que guardó sigue guardado.",
    noLink: "Este enlace no funciona",
    noLinkText: "Venció, se cerró su sesión o no está completo. Nada de eso borra lo que se guardó.",
    again: "Para ver el campo de nuevo, ábralo en su programa agrícola.",
    back: "Volver a su programa agrícola",
  },
});

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
        <h1>{isSignedOut ? words().signedOut : words().noLink}</h1>
        <p>{isSignedOut ? words().signedOutText : words().noLinkText}</p>
        <p>{words().again}</p>
        {returnUrl === null ? null : (
          <ButtonLink href={returnUrl} kind="primary" icon="back">
            {words().back}
          </ButtonLink>
        )}
        {children}
      </div>
    </main>
  );
}

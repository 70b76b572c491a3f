import type { ReactNode } from "react";
import { LanguageSwitch } from "@/components/portal/shell/language-switch";
import { ButtonLink } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import styles from "./refused.module.css";

const words = wordsIn({
  en: {
    signedOut: "You are signed out",
    signedOutText: "This device no longer shows the field. Everything you saved stays saved.",
    noLink: "This link does not work",
    noLinkText:
      "It is too old, someone signed out of it, your farm software took it back, or part of it is missing. Everything you saved stays saved.",
    again: "To see the field again, open it in your farm software.",
    sent: "Did someone send you the link? Open the whole link again. If it still does not work, ask that person for a new one.",
    sentSignedOut: "Did someone send you the link? Open the link again.",
    back: "Back to your farm software",
  },
  es: {
    signedOut: "Usted cerró la sesión",
    signedOutText: "Este dispositivo ya no muestra el campo. Todo lo que guardó sigue guardado.",
    noLink: "Este enlace no funciona",
    noLinkText:
      "Venció, alguien cerró su sesión, su programa agrícola lo retiró o le falta una parte. Todo lo que guardó sigue guardado.",
    again: "Para ver el campo de nuevo, ábralo en su programa agrícola.",
    sent: "¿Alguien le envió el enlace? Abra de nuevo el enlace completo. Si sigue sin funcionar, pídale uno nuevo a esa persona.",
    sentSignedOut: "¿Alguien le envió el enlace? Abra de nuevo el enlace.",
    back: "Volver a su programa agrícola",
  },
});

interface Props {
  isSignedOut: boolean;
  /** Where the provider wants its users back; null where it did not say. */
  returnUrl: string | null;
  /** Path and query of this page: the language's form leads back to it. */
  here: string;
  /** What is left of the session on this device, if anything is. */
  children?: ReactNode;
}

/** The end of a session, or of a link that opens none: what happened, and the way to a new one. */
export function Refused({ isSignedOut, returnUrl, here, children }: Props) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <span className={styles.mark}>
          <Icon name={isSignedOut ? "check" : "lock"} />
        </span>
        <h1>{isSignedOut ? words().signedOut : words().noLink}</h1>
        <p>{isSignedOut ? words().signedOutText : words().noLinkText}</p>
        <p>{words().again}</p>
        <p>{isSignedOut ? words().sentSignedOut : words().sent}</p>
        {returnUrl === null ? null : (
          <ButtonLink href={returnUrl} kind="primary" icon="back">
            {words().back}
          </ButtonLink>
        )}
        {children}
        <div className={styles.language}>
          <LanguageSwitch here={here} />
        </div>
      </div>
    </main>
  );
}

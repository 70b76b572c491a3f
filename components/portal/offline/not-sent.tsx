"use client";

import { usePathname } from "next/navigation";
import type { Edits } from "@/components/portal/edits/edits-provider";
import { useShownHere } from "@/components/portal/edits/shown-here";
import type { QueuedBody, RefusedEdit } from "@/lib/portal-client/queue";
import { editInWords } from "@/lib/portal-client/words";
import { Button } from "@/components/ui/button";
import { Fold } from "@/components/ui/fold";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";
import { pageHref, type PortalPageId } from "@/lib/views/portal/pages";
import type { PortalAddress } from "@/lib/domain/field-year";
import styles from "./not-sent.module.css";

const words = wordsIn({
  en: {
    notSaved: (what: string) => `Not saved: ${what}`,
    look: "Look at it",
    letGo: "Let it go",
    several: (changes: number) => `${changes} changes were not saved`,
    each: "Each of them, and why",
    letAllGo: "Let them all go",
    stuck: "This browser cannot save your changes",
    stuckText: "They are still on this page. Close the other tabs of this portal, then try again.",
    tryAgain: "Try again",
    over: "This link has ended",
    overText:
      "What was not saved is on this page alone, and this browser keeps nothing. Copy it before you close the page, and open a new link to the field.",
  },
  es: {
    notSaved: (what) => `No se guardó: ${what}`,
    look: "Verlo",
    letGo: "Descartarlo",
    several: (changes) => `${changes} cambios no se guardaron`,
    each: "Cada uno, y por qué",
    letAllGo: "Descartarlos todos",
    stuck: "Este navegador no puede guardar sus cambios",
    stuckText: "Siguen en esta página. Cierre las otras pestañas de este portal y luego intente de nuevo.",
    tryAgain: "Intentar de nuevo",
    over: "Este enlace terminó",
    overText:
      "Lo que no se guardó está solo en esta página, y este navegador no guarda nada. Cópielo antes de cerrar la página y abra un enlace nuevo al campo.",
  },
});

/** Pages that show a refused edit of their own beside what it is about, with a way to insist. */
const OWN_PAGES: Partial<Record<QueuedBody["kind"], PortalPageId>> = {
  selection: "measures",
  exemption: "exemptions",
  conditions: "drift",
  drift_claim: "drift",
  record_entry: "record",
  record_photo: "record",
  record_sign: "record",
};

const ownPageOf = ({ body }: RefusedEdit): PortalPageId | null => OWN_PAGES[body.kind] ?? null;

const isAbout = ({ body }: RefusedEdit, { fieldId, year, applicationEventId }: PortalAddress): boolean =>
  body.fieldId === fieldId &&
  body.year === year &&
  (body.kind === "selection" || body.applicationEventId === applicationEventId);

/** A session that ended, and edits that could not be kept as text: they are on the page alone. */
const SessionOver = () => (
  <Notice tone="warn" icon="alert" title={words().over} isLive="alert">
    <p>{words().overText}</p>
  </Notice>
);

function Stuck({ tryAgain }: Pick<Edits, "tryAgain">) {
  return (
    <Notice tone="warn" icon="alert" title={words().stuck} isLive="alert">
      <p>{words().stuckText}</p>
      <Button kind="primary" onClick={tryAgain}>
        {words().tryAgain}
      </Button>
    </Notice>
  );
}

interface Props {
  edits: Edits;
  address: PortalAddress;
}

/** What became of edits that were not saved: none is dropped unseen. */
export function NotSent({ edits, address }: Props) {
  const { isOver, isStuck, queued } = edits.state;
  return (
    <>
      {isOver ? <SessionOver /> : null}
      {isStuck && !isOver && queued.length > 0 ? <Stuck tryAgain={edits.tryAgain} /> : null}
      <RefusedElsewhere edits={edits} address={address} />
    </>
  );
}

/** One change on fifty fields may be refused on all of them: so many notices would stand before every page's answer. */
const MOST_APART = 2;

/** Edits that were refused and that the open page does not show by itself. */
function RefusedElsewhere({ edits, address }: Props) {
  const pathname = usePathname();
  const shown = useShownHere();
  const elsewhere = edits.state.refused.filter((edit) => {
    const page = ownPageOf(edit);
    if (shown.includes(edit.item)) return false;
    // The drift page has no part for it where no buffer is asked for, or a practice is listed no more.
    return page === "drift" || page === null || !isAbout(edit, address) || !pathname.endsWith(`/${page}`);
  });
  if (elsewhere.length <= MOST_APART)
    return elsewhere.map((edit) => <One key={edit.item} {...{ edit, edits, address }} />);
  return (
    <Notice tone="warn" title={words().several(elsewhere.length)} isLive="alert">
      <Fold summary={words().each}>
        <ul className={styles.list}>
          {elsewhere.map((edit) => (
            <li key={edit.item}>
              <p className={styles.title}>{words().notSaved(edit.label)}</p>
              <What {...{ edit, edits, address }} />
            </li>
          ))}
        </ul>
        <Button onClick={() => letGo(edits, elsewhere)}>{words().letAllGo}</Button>
      </Fold>
    </Notice>
  );
}

/** The notice goes with its buttons: the focus goes to the page, at whose top it stood. */
function letGo(edits: Edits, refused: readonly RefusedEdit[]): void {
  document.getElementById("content")?.focus({ preventScroll: true });
  for (const { item } of refused) edits.dismiss(item);
}

type OneProps = Props & { edit: RefusedEdit };

const One = (props: OneProps) => (
  <Notice tone="warn" title={words().notSaved(props.edit.label)} isLive="alert">
    <What {...props} />
  </Notice>
);

/** Why an edit was refused, what it was to do, and what is left to do about it. */
function What({ edit, edits, address }: OneProps) {
  const page = ownPageOf(edit);
  const pathname = usePathname();
  const isElsewhere = page !== null && isAbout(edit, address) && !pathname.endsWith(`/${page}`);
  return (
    <>
      <p>{edit.reason.message}</p>
      <p className={styles.wanted}>{editInWords(edit)}</p>
      <div className={styles.choices}>
        {isElsewhere ? (
          <a className={styles.look} href={pageHref(address, page)}>
            {words().look}
          </a>
        ) : null}
        <Button onClick={() => letGo(edits, [edit])}>{words().letGo}</Button>
      </div>
    </>
  );
}

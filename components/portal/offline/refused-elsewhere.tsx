"use client";

import { usePathname } from "next/navigation";
import type { Edits } from "@/components/portal/edits/edits-provider";
import type { RefusedEdit } from "@/lib/portal-client/queue";
import { editInWords } from "@/lib/portal-client/words";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";
import { pageHref } from "@/lib/views/portal/pages";
import type { PortalAddress } from "@/lib/domain/field-year";
import styles from "./refused-elsewhere.module.css";

const words = wordsIn({
  en: { notSaved: (what: string) => `Not saved: ${what}`, look: "Look at it", letGo: "Let it go" },
  es: { notSaved: (what) => `No se guardó: ${what}`, look: "Verlo", letGo: "Descartarlo" },
});

/** Pages that show a refused edit of their own beside what it is about, with a way to insist. */
const OWN_PAGES = { selection: "measures", exemption: "exemptions", conditions: "drift" } as const;

const ownPageOf = ({ body }: RefusedEdit): (typeof OWN_PAGES)[keyof typeof OWN_PAGES] | null =>
  body.kind === "selection" || body.kind === "exemption" || body.kind === "conditions" ? OWN_PAGES[body.kind] : null;

const isAbout = ({ body }: RefusedEdit, { fieldId, year, applicationEventId }: PortalAddress): boolean =>
  body.fieldId === fieldId &&
  body.year === year &&
  ((body.kind !== "exemption" && body.kind !== "conditions") || body.applicationEventId === applicationEventId);

/** Edits that were refused and that the open page does not show by itself: none is dropped unseen. */
export function RefusedElsewhere({ edits, address }: { edits: Edits; address: PortalAddress }) {
  const pathname = usePathname();
  const elsewhere = edits.state.refused.filter((edit) => {
    const page = ownPageOf(edit);
    return page === null || !isAbout(edit, address) || !pathname.endsWith(`/${page}`);
  });
  return elsewhere.map((edit) => {
    const page = ownPageOf(edit);
    return (
      <Notice key={edit.item} tone="warn" title={words().notSaved(edit.label)} isLive>
        <p>{edit.reason.message}</p>
        <p className={styles.wanted}>{editInWords(edit)}</p>
        <div className={styles.choices}>
          {page === null || !isAbout(edit, address) ? null : (
            <a className={styles.look} href={pageHref(address, page)}>
              {words().look}
            </a>
          )}
          <Button onClick={() => edits.dismiss(edit.item)}>{words().letGo}</Button>
        </div>
      </Notice>
    );
  });
}

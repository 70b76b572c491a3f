"use client";

import { lazy, Suspense, useEffect } from "react";
import { useEditOutcomes, useEdits, type Edits } from "@/components/portal/edits/edits-provider";
import { UnsentChanges } from "@/components/portal/offline/unsent-changes";
import { useKeptAt } from "@/components/portal/offline/use-kept-at";
import { useFreshOnReturn } from "@/components/portal/offline/use-fresh-on-return";
import { KeptPage } from "@/components/portal/offline/kept-page";
import { KeptLine } from "@/components/portal/offline/kept-line";
import { useIsOnline } from "@/components/portal/offline/use-is-online";
import { useKept } from "@/components/portal/offline/use-kept";
import { isLeavingPage, wipeAtSignOut } from "@/lib/portal-client/wipe";
import { Boundary } from "@/components/ui/boundary";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";
import type { ToKeep } from "@/lib/views/portal/offline";
import type { PortalAddress } from "@/lib/domain/field-year";

const words = wordsIn({
  en: {
    keepsNothing: "This browser keeps nothing for later",
    keepsNothingText: "Stay on this page until everything is saved. What is not saved by then is lost with the page.",
    signOut: "Some changes have not been sent yet. Signing out throws them away. Sign out all the same?",
  },
  es: {
    keepsNothing: "Este navegador no guarda nada para después",
    keepsNothingText:
      "Quédese en esta página hasta que todo esté guardado. Lo que no se haya guardado se pierde con la página.",
    signOut:
      "Algunos cambios todavía no se han enviado. Al cerrar la sesión se pierden. ¿Cerrar la sesión de todos modos?",
  },
});

/**
 * Fetched with the first edit that is refused, whose session is over, or that the browser cannot save: seldom. Without a network the device
 * has it with the page; where it has not, the row of the edit says that it is not saved, and it is tried again with the network.
 */
const NotSent = lazy(async () => ({
  default: (await import("@/components/portal/offline/not-sent")).NotSent,
}));

interface Props {
  keep: ToKeep;
  /** When the server made the page. */
  servedAt: string;
  look: string;
  address: PortalAddress;
}

/** Keeps what was loaded readable without a network, and says what is not saved, whichever page it was made on. */
export function OfflineGuard({ keep, servedAt, look, address }: Props) {
  const edits = useEdits();
  const isOnline = useIsOnline();
  const keptAt = useKeptAt(isOnline, servedAt);
  const { phase, at, saved } = useKept(keep, look, { isOnline, onEnded: edits.end });
  useWindsAhead(address, isOnline ? at : null);
  useEditOutcomes(saved);
  useAskBeforeLosing(edits);
  useFreshOnReturn();

  return (
    <>
      <KeptLine phase={phase} at={at} servedAt={servedAt} />
      <KeptPage isOnline={isOnline} keptAt={keptAt} servedAt={servedAt} />
      {edits.state.isOver || edits.state.isKept || edits.state.queued.length === 0 ? null : (
        <Notice tone="warn" title={words().keepsNothing} isLive="alert">
          <p>{words().keepsNothingText}</p>
        </Notice>
      )}
      {edits.isReady ? (
        <UnsentChanges
          fieldId={address.fieldId}
          makeAgain={(again) =>
            again.forEach(({ item, label, body, key, madeAt }) =>
              edits.submit({ item, label, body, madeAt, ...(key === undefined ? {} : { key }) }),
            )
          }
        />
      ) : null}
      {edits.state.refused.length === 0 && !edits.state.isStuck ? null : (
        <Boundary fallback={null}>
          <Suspense>
            <NotSent edits={edits} address={address} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}

/** Once the pages are kept, the answer for all winds is too. */
function useWindsAhead({ grant, fieldId, applicationEventId }: PortalAddress, keptAt: string | null): void {
  useEffect(() => {
    if (keptAt === null || applicationEventId === null) return;
    // What the server cannot answer now is asked for with the next page, and so is the script that asks.
    void import("@/lib/portal-client/winds-ahead")
      .then(({ keepWindsAhead }) => keepWindsAhead({ grant, fieldId, applicationEventId }, keptAt))
      .catch(() => undefined);
  }, [grant, fieldId, applicationEventId, keptAt]);
}

/** Signing out forgets the session here as well; what is not sent goes with it, so it asks first. */
function useAskBeforeLosing({ grant, state }: Edits): void {
  const unsent = state.queued.length;
  const isLostWithPage = unsent > 0 && !state.isKept;
  useEffect(() => {
    const signOut = (event: SubmitEvent): void => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || !form.action.endsWith("/sign-out")) return;
      if (unsent > 0 && !window.confirm(words().signOut)) event.preventDefault();
      else void wipeAtSignOut(grant);
    };
    document.addEventListener("submit", signOut);
    return () => document.removeEventListener("submit", signOut);
  }, [grant, unsent]);
  useEffect(() => {
    if (!isLostWithPage) return undefined;
    const stay = (event: BeforeUnloadEvent): void => {
      if (!isLeavingPage()) event.preventDefault();
    };
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [isLostWithPage]);
}

"use client";

import { useRouter } from "next/navigation";
import { createContext, useContext, useLayoutEffect, useTransition, type ReactNode } from "react";
import { useEdits } from "@/components/portal/edits/edits-provider";
import { Notice } from "@/components/ui/notice";
import { isOfRecord, type EndedEdit } from "@/lib/portal-client/queue";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "A change is not in this page yet",
    text: "It is still being saved. This page is brought up to date after that.",
  },
  es: {
    title: "Un cambio todavía no está en esta página",
    text: "Todavía se está guardando. Después de eso, esta página se actualiza.",
  },
});

/**
 * Whether the server's answer on this page lacks a change: one that waits, maybe since another page, or one that was saved since the page
 * was loaded, also before anything here listened. The page is asked for again once nothing waits any more; until that is here, what it
 * says is the answer to something else. Of the whole field: drawn ground counts in every year.
 */
function useIsBehind(fieldId: string): boolean {
  const router = useRouter();
  const { state } = useEdits();
  const [isRefreshing, refresh] = useTransition();
  const counts = (edit: EndedEdit): boolean => edit.fieldId === fieldId && !isOfRecord(edit);
  const isWaiting = state.queued.some(({ body }) => counts(body));
  const ended = state.ended.filter(counts).length;
  // Before the browser draws: the earlier answer is not to be seen as the new one for a moment.
  useLayoutEffect(() => {
    if (ended > 0 && !isWaiting) refresh(() => router.refresh());
  }, [ended, isWaiting, router]);
  return isWaiting || isRefreshing;
}

const Context = createContext(false);

/** Tells the parts of a page whether its answer lacks a change. */
export const Changing = ({ fieldId, children }: { fieldId: string; children: ReactNode }) => (
  <Context value={useIsBehind(fieldId)}>{children}</Context>
);

/** Whether the answer on this page lacks a change. */
export const useIsChanging = (): boolean => useContext(Context);

/** The same in words, for a page whose parts do not say it themselves. */
export const ChangingNotice = ({ fieldId }: { fieldId: string }) =>
  useIsBehind(fieldId) ? (
    <Notice tone="warn" icon="clock" title={words().title} isLive>
      <p>{words().text}</p>
    </Notice>
  ) : null;

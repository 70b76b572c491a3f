"use client";

import { createContext, useContext, type ReactNode } from "react";
import { useEdits } from "@/components/portal/edits/edits-provider";
import { usePageAfter } from "@/components/portal/offline/use-refresh";
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
 * Fields of which the server's answers on this page lack a change: one that waits, maybe since another page, or one that was saved since
 * the page was loaded, also before anything here listened. The page is asked for again once nothing waits any more; until that is here,
 * what it says is the answer to something else. `only`: of this field; null: of any. Of the whole field: drawn ground counts in every year.
 */
function useFieldsBehind(only: string | null): ReadonlySet<string> {
  const { state } = useEdits();
  const counts = (edit: EndedEdit): boolean => (only === null || edit.fieldId === only) && !isOfRecord(edit);
  const waiting = state.queued.map(({ body }) => body).filter(counts);
  const ended = state.ended.filter(counts);
  const isWaiting = waiting.length > 0;
  const isBehind = usePageAfter(isWaiting ? 0 : ended.length) !== "here";
  return new Set([...waiting, ...(isWaiting || isBehind ? ended : [])].map(({ fieldId }) => fieldId));
}

const useIsBehind = (fieldId: string): boolean => useFieldsBehind(fieldId).size > 0;

const Context = createContext(false);

/** Tells the parts of a page whether its answer lacks a change. */
export const Changing = ({ fieldId, children }: { fieldId: string; children: ReactNode }) => (
  <Context value={useIsBehind(fieldId)}>{children}</Context>
);

/** Whether the answer on this page lacks a change. */
export const useIsChanging = (): boolean => useContext(Context);

/** The same in words, for a page whose parts do not say it themselves. */
export const ChangingNotice = ({ fieldId }: { fieldId: string }) => (useIsBehind(fieldId) ? <NotInThisPage /> : null);

const Behind = createContext<ReadonlySet<string>>(new Set());

/** A page of several fields, which says above them that its answers lack a change. */
export function ChangingFields({ children }: { children: ReactNode }) {
  const behind = useFieldsBehind(null);
  return (
    <Behind value={behind}>
      {behind.size === 0 ? null : <NotInThisPage />}
      {children}
    </Behind>
  );
}

/** Whether what a page of several fields says of this one lacks a change. */
export const useIsFieldChanging = (fieldId: string): boolean => useContext(Behind).has(fieldId);

const NotInThisPage = () => (
  <Notice tone="warn" icon="clock" title={words().title} isLive>
    <p>{words().text}</p>
  </Notice>
);

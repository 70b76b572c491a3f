"use client";

import { useRouter } from "next/navigation";
import {
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useState,
  useTransition,
  type ReactNode,
} from "react";
import { useEditOutcomes, useEdits } from "@/components/portal/edits/edits-provider";
import { Notice } from "@/components/ui/notice";
import type { FieldYear } from "@/lib/domain/field-year";
import type { QueuedBody } from "@/lib/portal-client/queue";
import type { Outcome } from "@/lib/portal-client/queue-host";
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

/** What stands in the record of an application changes no answer. */
const OF_RECORD: ReadonlySet<QueuedBody["kind"]> = new Set(["record_entry", "record_photo", "record_sign"]);

/**
 * Whether the server's answer on this page lacks a change: one that waits, maybe since another page, or one that was just saved. The page
 * is asked for again once nothing waits any more; until that is here, what it says is the answer to something else.
 */
function useIsBehind({ fieldId, year }: FieldYear): boolean {
  const router = useRouter();
  const { state } = useEdits();
  const [outcomes, setOutcomes] = useState(0);
  const [isRefreshing, refresh] = useTransition();
  const counts = useCallback(
    (body: QueuedBody): boolean => body.fieldId === fieldId && body.year === year && !OF_RECORD.has(body.kind),
    [fieldId, year],
  );
  useEditOutcomes(
    useCallback(({ edit }: Outcome) => setOutcomes((before) => before + Number(counts(edit.body))), [counts]),
  );
  const isWaiting = state.queued.some(({ body }) => counts(body));
  // Before the browser draws: the earlier answer is not to be seen as the new one for a moment.
  useLayoutEffect(() => {
    if (outcomes > 0 && !isWaiting) refresh(() => router.refresh());
  }, [outcomes, isWaiting, router]);
  return isWaiting || isRefreshing;
}

const Context = createContext(false);

/** Tells the parts of a page whether its answer lacks a change. */
export const Changing = ({ place, children }: { place: FieldYear; children: ReactNode }) => (
  <Context value={useIsBehind(place)}>{children}</Context>
);

/** Whether the answer on this page lacks a change. */
export const useIsChanging = (): boolean => useContext(Context);

/** The same in words, for a page whose parts do not say it themselves. */
export const ChangingNotice = ({ place }: { place: FieldYear }) =>
  useIsBehind(place) ? (
    <Notice tone="warn" icon="clock" title={words().title} isLive>
      <p>{words().text}</p>
    </Notice>
  ) : null;

"use client";

import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { browserHost } from "@/lib/portal-client/browser-host";
import { EditQueue } from "@/lib/portal-client/edit-queue";
import { NO_EDITS, type Outcome, type QueueState } from "@/lib/portal-client/queue-host";
import { endSession } from "@/lib/portal-client/wipe";
import { stateOf, type EditState, type QueuedBody } from "@/lib/portal-client/queue";

/** How the pages of a session edit. Null: this page cannot, because it is still starting or has no JavaScript. */
interface EditsContext {
  grant: string;
  /** Where edits are made, for people. */
  fieldName: string;
  queue: EditQueue | null;
}

const Context = createContext<EditsContext | null>(null);

const noWatch = () => () => undefined;
const nothing = () => NO_EDITS;

/** Holds the edit queue of a session for all its pages. */
export function EditsProvider(props: { grant: string; fieldName: string; children: ReactNode }) {
  const { grant, fieldName, children } = props;
  const [queue, setQueue] = useState<EditQueue | null>(null);
  useEffect(() => openQueue(grant, setQueue), [grant]);
  // Its parts listen by then: their effects come before this one.
  useEffect(() => queue?.attend(), [queue]);
  const context = useMemo(() => ({ grant, fieldName, queue }), [grant, fieldName, queue]);
  return <Context value={context}>{children}</Context>;
}

function openQueue(grant: string, give: (queue: EditQueue | null) => void): () => void {
  let isOver = false;
  let close: () => void = () => undefined;
  let queue: EditQueue | null = null;
  const onTabs = (outcome: Outcome | null): void => {
    if (outcome === null) void queue?.refresh();
    else queue?.hear(outcome);
  };
  const hasUnsent = (): boolean => (queue?.snapshot().queued.length ?? 0) > 0;
  void browserHost(grant, { onTabs, hasUnsent }).then(async ({ host, close: closeHost }) => {
    if (isOver) {
      closeHost();
      return;
    }
    const opened = new EditQueue(host);
    queue = opened;
    window.addEventListener("online", opened.networkChanged);
    window.addEventListener("offline", opened.networkChanged);
    close = () => {
      window.removeEventListener("online", opened.networkChanged);
      window.removeEventListener("offline", opened.networkChanged);
      closeHost();
    };
    await opened.begin();
    // Every row that can be edited is drawn again then: in pieces, so that a tap or a scroll comes in between.
    startTransition(() => give(opened));
  });
  return () => {
    isOver = true;
    give(null);
    close();
  };
}

export interface Edits {
  grant: string;
  /** Edits can be made: the page runs and its queue is open. */
  isReady: boolean;
  state: QueueState;
  submit: (edit: { item: string; label: string; body: QueuedBody; key?: string; madeAt?: string }) => void;
  dismiss: (item: string) => void;
  /** Sends once more what the browser failed to send. */
  tryAgain: () => void;
  know: EditQueue["know"];
  /** The session is over: what is not sent is kept as text, and the page goes. */
  end: () => void;
  stateOf: (item: string) => EditState;
}

/** The edit queue of this session, for a page that edits. */
export function useEdits(): Edits {
  const { grant, fieldName, queue } = useEditsContext();
  const state = useSyncExternalStore(queue?.watch ?? noWatch, queue?.snapshot ?? nothing, nothing);
  return useMemo(
    () => ({
      grant,
      isReady: queue !== null,
      state,
      submit: (edit) => void queue?.submit({ ...edit, where: fieldName }),
      dismiss: (item) => void queue?.dismiss(item),
      tryAgain: () => queue?.tryAgain(),
      know: (place, revision) => queue?.know(place, revision),
      end: () => void (queue === null ? endSession(grant) : queue.end()),
      stateOf: (item) => stateOf(item, state),
    }),
    [grant, fieldName, queue, state],
  );
}

/** Calls back with every edit of this session that was saved or refused. The listener has to be a stable function. */
export function useEditOutcomes(listener: (outcome: Outcome) => void): void {
  const { queue } = useEditsContext();
  useEffect(() => queue?.listen(listener), [queue, listener]);
}

function useEditsContext(): EditsContext {
  const context = useContext(Context);
  if (context === null) throw new Error("a page that edits stands inside EditsProvider");
  return context;
}

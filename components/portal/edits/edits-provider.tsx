"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from "react";
import type { EditBody } from "@/components/portal/edits/bodies";
import { browserHost } from "@/components/portal/edits/browser-host";
import { EditQueue, type Outcome, type QueueState } from "@/components/portal/edits/edit-queue";
import { stateOf, type EditState } from "@/components/portal/edits/queue";

/** How the pages of a session edit. Null: this page cannot, because it is still starting or has no JavaScript. */
interface EditsContext {
  grant: string;
  queue: EditQueue | null;
}

const Context = createContext<EditsContext | null>(null);

const NOTHING: QueueState = {
  queued: [],
  refused: [],
  saved: new Map(),
  lastSaved: null,
  isOnline: true,
  isFailing: false,
};
const noWatch = () => () => undefined;
const nothing = () => NOTHING;

/** Holds the edit queue of a session for all its pages. */
export function EditsProvider({ grant, children }: { grant: string; children: ReactNode }) {
  const [queue, setQueue] = useState<EditQueue | null>(null);
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1 } } }));
  useEffect(() => openQueue(grant, setQueue), [grant]);
  const context = useMemo(() => ({ grant, queue }), [grant, queue]);
  return (
    <QueryClientProvider client={queryClient}>
      <Context value={context}>{children}</Context>
    </QueryClientProvider>
  );
}

function openQueue(grant: string, give: (queue: EditQueue | null) => void): () => void {
  let isOver = false;
  let close: () => void = () => undefined;
  let queue: EditQueue | null = null;
  void browserHost(grant, () => void queue?.refresh()).then(async ({ host, close: closeHost }) => {
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
    await opened.refresh();
    give(opened);
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
  submit: (edit: { item: string; label: string; body: EditBody }) => void;
  dismiss: (item: string) => void;
  know: EditQueue["know"];
  stateOf: (item: string) => EditState;
}

/** The edit queue of this session, for a page that edits. */
export function useEdits(): Edits {
  const { grant, queue } = useEditsContext();
  const state = useSyncExternalStore(queue?.watch ?? noWatch, queue?.snapshot ?? nothing, nothing);
  return useMemo(
    () => ({
      grant,
      isReady: queue !== null,
      state,
      submit: (edit) => void queue?.submit(edit),
      dismiss: (item) => void queue?.dismiss(item),
      know: (place, revision) => queue?.know(place, revision),
      stateOf: (item) => stateOf(item, state),
    }),
    [grant, queue, state],
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

import { useLayoutEffect, useSyncExternalStore } from "react";

/** Items of edits that were refused and that a part of the open page says by itself, beside what they are about. */
let shown: readonly string[] = [];
const watchers = new Set<() => void>();

function show(next: readonly string[]): void {
  shown = next;
  for (const changed of watchers) changed();
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

const now = (): readonly string[] => shown;

export const useShownHere = (): readonly string[] => useSyncExternalStore(watch, now, now);

/** Who calls it says that the edit of this item was refused: no other part of the page says it then. Null: there is none. */
export function useShowsRefused(item: string | null): void {
  // Before the browser draws: it is not to be said twice for a moment.
  useLayoutEffect(() => {
    if (item === null) return undefined;
    show([...shown, item]);
    return () => show(shown.filter((each) => each !== item));
  }, [item]);
}
